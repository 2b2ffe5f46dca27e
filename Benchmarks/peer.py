"""The script one would write instead: every ten minutes the weather of some places into SQLite.

usage: peer.py API CA-FILE DATABASE PLACES
"""

import sqlite3
import sys
import time

import requests

api, authority, path, places = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
database = sqlite3.connect(path)
database.execute("CREATE TABLE IF NOT EXISTS weather(place, dt, temperature, PRIMARY KEY (place, dt))")
session = requests.Session()
while True:
    for place in range(places):
        try:
            answer = session.get(
                f"{api}/data/2.5/weather", params={"lat": place, "lon": place, "appid": "key"}, verify=authority,
                timeout=10).json()
            database.execute(
                "INSERT OR IGNORE INTO weather VALUES (?, ?, ?)", (place, answer["dt"], answer["main"]["temp"]))
            database.commit()
        except (requests.RequestException, ValueError, KeyError) as error:
            print(error, file=sys.stderr)
    time.sleep(600)
