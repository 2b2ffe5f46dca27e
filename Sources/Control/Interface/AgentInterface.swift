/// The agent's interface: this text is what `GetInterfaceDescription` serves, and the contract the tests hold
/// both ends to.
///
/// Members are added over time, never renamed.
enum AgentInterface {
    static let name = "org.windsock.Agent"

    /// What `GetInterfaceDescription` serves.
    static let description = """
        # windsockd keeps the weather of a watch list of cities.
        #
        # Reading is open to everybody. Changing takes uid 0, the agent's own user, or a member of the socket's group;
        # anybody else gets NotPermitted. A message may have 64 KiB, 8 MiB from those who may change.
        #
        # Every time is two members: "since" in RFC 3339 (UTC) for people and "since_epoch" in whole seconds since
        # 1970 for programs, both null when there is none. Durations name their unit. Members are added, never renamed.
        interface org.windsock.Agent

        # ---- The state of everything ----

        # The agent itself.
        type Daemon (
          state: (running, stopped),
          # Null when stopped.
          pid: ?int,
          started_at: ?string,
          started_at_epoch: ?int,
          # full: no space; failing: the disk reports errors; recovered: a corrupt database was set aside at this start.
          storage: (ok, full, failing, recovered),
          # Seconds this machine's clock is ahead of the server's; null until an answer came with a date.
          clock_offset_s: ?float
        )

        # The last probe: the length of each step, null when it was skipped or not reached.
        type ProbeResult (
          at: string,
          at_epoch: int,
          dns_ms: ?float,
          connect_ms: ?float,
          tls_ms: ?float,
          # Null when the probe succeeded.
          failed_phase: ?(dns, connect, tls, request, response),
          # The NSURLErrorDomain number of the failure.
          code: ?int
        )

        # Whether OpenWeatherMap can be reached.
        type Reachability (
          # Nothing is fetched while it is unknown or offline.
          state: (unknown, online, offline),
          # Why it is not online: no route, names, connections, TLS, a sign-in page, this clock, the service itself.
          reason: (none, no_path, dns, connect, tls, captive, clock, target, forced),
          since: ?string,
          since_epoch: ?int,
          # Rises with every change of path, address or gateway and with every resume.
          generation: int,
          # The host and port that are probed.
          target: string,
          last_probe: ?ProbeResult
        )

        # The API key's state, never the key.
        type Key (
          state: (missing, unverified, ok, refused),
          # Where the key in force comes from.
          source: ?(set, credential, file, environment),
          # Sources that hold a key as well but come later.
          shadowed: []string,
          # When a refused key is tried again.
          next_check_at: ?string,
          next_check_at_epoch: ?int
        )

        # Calls made and allowed.
        type Budget (
          minute_used: int,
          minute_limit: int,
          # In the UTC calendar month.
          month_used: int,
          month_limit: int,
          # The regular interval of the current weather.
          interval_s: ?int,
          # The interval to which fetching is stretched so that the month suffices; null when it is not.
          stretched_to_s: ?int,
          # Until when the service asked to wait, or the month is spent.
          blocked_until: ?string,
          blocked_until_epoch: ?int
        )

        # Places that wait for something other than their interval.
        type Waiting (online: int, timer: int, key: int, quota: int, breaker: int, storage: int)

        # The watch list in numbers. Stale is what was not checked with success for stale_after_s.
        type Counts (places: int, fresh: int, stale: int, stale_after_s: int, waiting: Waiting)

        # All of the above. The places are empty here: they come through ListPlaces.
        type Status (
          # The version of this object's shape: 1.
          schema: int,
          # The version of windsock.
          version: string,
          daemon: Daemon,
          reachability: Reachability,
          key: Key,
          budget: Budget,
          counts: Counts,
          places: []Place
        )

        # ---- Places ----

        # One answer of geocoding.
        type Candidate (name: string, latitude: float, longitude: float, country: ?string, state: ?string)

        # The newest failure of a place.
        type Failure (
          at: string,
          at_epoch: int,
          # What was fetched; null for a look-up of its name.
          kind: ?(current, forecast, air),
          # A word from a bounded set.
          label: string,
          # The NSURLErrorDomain number; null when the service answered.
          code: ?int,
          http_status: ?int,
          # In words.
          message: string
        )

        # Stored weather; the units are in the names. Null is what the service did not say.
        type Current (
          observed_at: string,
          observed_at_epoch: int,
          # The last successful answer, whether or not it brought anything new.
          checked_at: string,
          checked_at_epoch: int,
          # The age of the observation when this was written.
          age_s: int,
          stale: bool,
          temperature_c: float,
          condition: ?string,
          condition_id: ?int,
          description: ?string,
          icon: ?string,
          feels_like_c: ?float,
          temperature_min_c: ?float,
          temperature_max_c: ?float,
          pressure_hpa: ?float,
          sea_level_hpa: ?float,
          ground_level_hpa: ?float,
          humidity_pct: ?float,
          visibility_m: ?float,
          wind_speed_ms: ?float,
          wind_direction_deg: ?float,
          wind_gust_ms: ?float,
          cloud_cover_pct: ?float,
          rain_1h_mm: ?float,
          rain_3h_mm: ?float,
          snow_1h_mm: ?float,
          snow_3h_mm: ?float,
          sunrise_at: ?string,
          sunrise_at_epoch: ?int,
          sunset_at: ?string,
          sunset_at_epoch: ?int
        )

        # One place of the watch list.
        type Place (
          id: int,
          # The user's label, unique without regard to letter case.
          name: string,
          # Null while the name has not been looked up.
          latitude: ?float,
          longitude: ?float,
          # The service's own name for the position, its country code, its state or region.
          resolved_name: ?string,
          country: ?string,
          state: ?string,
          # What geocoding is asked, "zip:" before a postal code; null when the position was given.
          query: ?string,
          status: (pending, ambiguous, active, paused, not_found),
          # What PickPlace chooses from, numbered from 1; empty unless ambiguous.
          candidates: []Candidate,
          # Null from the agent: the weather is in the database.
          current: ?Current,
          # What it waits for before it is fetched next; null when it is not fetched.
          waiting_for: ?(interval, online, timer, key, quota, breaker, storage, pick),
          next_attempt_at: ?string,
          next_attempt_at_epoch: ?int,
          # Calls already made in the current cycle of retries.
          attempt: int,
          last_failure: ?Failure
        )

        # A place to add: by position; or by query or zip; or by its name. "first" and "paused" are false when null.
        type NewPlace (
          name: string,
          latitude: ?float, longitude: ?float,
          query: ?string, zip: ?string,
          pick: ?int, first: ?bool,
          paused: ?bool
        )

        # ---- Events ----

        # A fetch that has just ended; the members of the view v_attempt.
        type Attempt (
          at: string,
          at_epoch: int,
          # Null for a look-up on behalf of AddPlace or SearchPlaces.
          place_id: ?int,
          place: ?string,
          # current, forecast, air or geocode.
          kind: string,
          # 1 for the first call of a cycle.
          attempt: int,
          # stored, unchanged, or the failure's label.
          outcome: string,
          code: ?int,
          http_status: ?int,
          curl_code: ?int,
          os_errno: ?int,
          phase: ?(dns, connect, tls, request, response),
          duration_ms: float,
          bytes: int,
          # What was decided: next, try_fresh, wait_online, wait_timer, wait_key, wait_quota, wait_place,
          # give_up.
          decision: string,
          retry_at: ?string,
          retry_at_epoch: ?int
        )

        # The watch list changed; the place as it is after that, or was before it was removed.
        type PlaceChange (change: (added, removed, updated), place: Place)

        # A gate that holds the whole account back has closed, stays closed for longer, or has opened.
        type Gate (
          gate: (key, quota, breaker),
          closed: bool,
          # When the next call may go out; null when open.
          until: ?string,
          until_epoch: ?int,
          since: ?string,
          since_epoch: ?int
        )

        # Something happened: exactly one of the members behind the time is not null.
        type Event (
          at: string,
          at_epoch: int,
          reachability: ?Reachability,
          attempt: ?Attempt,
          place: ?PlaceChange,
          key: ?Key,
          gate: ?Gate
        )

        # One layer of a diagnosis.
        type DiagnosisLine (
          # config, lock, database, key, clock, path, dns, tcp, tls, api.
          layer: string,
          # skipped: not looked at, because a layer beneath it failed or it does not apply.
          verdict: (ok, fail, skipped),
          text: string,
          duration_ms: ?float,
          hint: ?string
        )

        # ---- Reading: everybody ----

        # The members of Status.
        method GetStatus() -> (
          schema: int,
          version: string,
          daemon: Daemon,
          reachability: Reachability,
          key: Key,
          budget: Budget,
          counts: Counts,
          places: []Place
        )

        # One page of the watch list, by rising id: those behind "after", at most "limit" and never more than 500.
        # "next" is the "after" of the following page, null at the end.
        method ListPlaces(after: ?int, limit: ?int) -> (places: []Place, next: ?int)

        # With "more" only. The state of everything first, then each event as it happens. A client that does not read
        # is dropped.
        method Monitor() -> (snapshot: ?Status, event: ?Event)

        # The layers from the configuration to the API. "fresh" asks for new probes, which takes the right to change;
        # null is true for those who have it and false for others. The API's layer is always its last real answer.
        method Diagnose(fresh: ?bool) -> (lines: []DiagnosisLine)

        # ---- Changing ----

        # Adds a place; the parameters are those of NewPlace. Waits for a look-up when one is needed and possible;
        # otherwise the place is pending.
        method AddPlace(
          name: string,
          latitude: ?float,
          longitude: ?float,
          query: ?string,
          zip: ?string,
          pick: ?int,
          first: ?bool,
          paused: ?bool
        ) -> (place: Place)

        # Adds all or none.
        method AddPlaces(places: []NewPlace) -> (places: []Place)

        # Removes a place and its history; the place as it was.
        method RemovePlace(name: string) -> (place: Place)

        # Removes all or none.
        method RemovePlaces(names: []string) -> (places: []Place)

        # Pauses or resumes all or none; the places as they are then.
        method PausePlaces(names: []string, paused: bool) -> (places: []Place)

        # Renames a place, pauses it or resumes it; what is null stays.
        method UpdatePlace(name: string, new_name: ?string, paused: ?bool) -> (place: Place)

        # Decides an ambiguous place by the number of the candidate, from 1.
        method PickPlace(name: string, number: int) -> (place: Place)

        # What geocoding knows by this name.
        method SearchPlaces(query: string) -> (candidates: []Candidate)

        # Fetches now, all places when null or empty. With "more" it reports until finished is true; without, once.
        # Hanging up stops nothing.
        method Sync(places: ?[]string) -> (
          # One fetch for each place and kind; what was fetched less than ten minutes ago is not part of it.
          total: int,
          stored: int,
          unchanged: int,
          failed: int,
          # What the rest waits for; null while fetches are under way and at the end.
          waiting_for: ?(interval, online, timer, key, quota, breaker, storage, pick),
          waiting_until: ?string,
          waiting_until_epoch: ?int,
          # The last failure since the report before.
          failed_place: ?string,
          failure: ?Failure,
          finished: bool
        )

        # Takes a new key into force and keeps it.
        method SetKey(key: string) -> (key: Key)

        # Forgets the key that SetKey kept; another source may take its place.
        method ClearKey() -> (key: Key)

        # Probes now; the verdict comes within 15 s.
        method Probe() -> (reachability: Reachability)

        # Overrides reachability until the agent starts again; auto ends it.
        method Force(state: (online, offline, auto)) -> (reachability: Reachability)

        # Reads the configuration again. A faulty file leaves the old values in force: ConfigurationFaulty.
        method Reload() -> ()

        # ---- Errors ----

        # No place is called so; the nearest name, and how many places there are.
        error NoSuchPlace (name: string, nearest: ?string, places: int)

        # A place is called so already.
        error DuplicateName (name: string)

        # The query fits several places: choose with "pick", or take the first.
        error AmbiguousName (query: string, candidates: []Candidate)

        # Geocoding does not know it.
        error UnknownName (query: string)

        # What was given is wrong, how, and what would be right.
        error InvalidArgument (what: string, why: string, hint: ?string)

        # The caller has no right to change; who has.
        error NotPermitted (need: string)

        # It needs something that is not there now: the network, a key, quota.
        error Unavailable (reason: string, hint: ?string)

        # The disk does not take it.
        error StorageFailing (reason: string)

        # One line for each fault, with file and line number.
        error ConfigurationFaulty (faults: []string)

        # The message is longer than the caller may send; the connection ends.
        error TooLarge (limit: int)

        # Not now: too many clients, or the agent is stopping.
        error TryAgain (reason: string)

        """
}
