# fish completion for windsock; written by: windsock completions fish

complete -c windsock -f
complete -c windsock -l json -d 'one JSON object instead of text; errors too, on standard error'
complete -c windsock -l units -d 'units for display; what is stored is metric' -x -a "metric imperial standard"
complete -c windsock -l state-dir -d 'where the database is' -r -F
complete -c windsock -l runtime-dir -d 'where the daemon\'s socket is' -r -F
complete -c windsock -l config -d 'the configuration file' -r -F
complete -c windsock -l help -d 'show help, of a verb when one is given'
complete -c windsock -l version -d 'show the version'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a status -d 'reachability, key and calls, and of each place: now, ages, what comes next and why'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a show -d 'one place: weather now, air, the coming days'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a add -d 'add a place to the watch list'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a list -d 'the watch list: names, positions, what is fetched'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a remove -d 'take places off the watch list, with their history'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a rename -d 'give a place another name; its history stays'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a pick -d 'decide which of several places a name means'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a pause -d 'stop fetching places; what is stored stays'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a resume -d 'fetch paused places again'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a import -d 'add the places of a CSV file, all or none'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a export -d 'the watch list as CSV, for windsock import'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a search -d 'what OpenWeatherMap knows by a name'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a history -d 'stored observations of a place: table, CSV, JSON or a plot'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a outages -d 'when OpenWeatherMap could not be reached, how long and why'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a attempts -d 'the journal of fetches: what was asked, what came, what was decided'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a sync -d 'fetch now instead of in turn'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a online -d 'is OpenWeatherMap in reach? for scripts'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a monitor -d 'what happens, as it happens: one line each'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a check -d 'look at every layer from the configuration to the service; name the first that fails'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a key -d 'the API key: set it, see its state, forget it'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a force -d 'override what is known of reachability, until the daemon starts again'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a backup -d 'a copy of the database, taken while the daemon goes on'
complete -c windsock -n "not __fish_seen_subcommand_from status show add list remove rename pick pause resume import export search history outages attempts sync online monitor check key force backup completions" -a completions -d 'completion for a shell: verbs, options and the names of your places'
complete -c windsock -n "__fish_seen_subcommand_from status" -l line -d 'one short line for a status bar'
complete -c windsock -n "__fish_seen_subcommand_from status" -l waybar -d 'one JSON line for a custom module of waybar'
complete -c windsock -n "__fish_seen_subcommand_from status" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from show" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from add" -l at -d 'the position in decimal degrees; nothing is looked up' -x
complete -c windsock -n "__fish_seen_subcommand_from add" -l zip -d 'look up a postal code and a country code instead' -x
complete -c windsock -n "__fish_seen_subcommand_from add" -l pick -d 'take match N, as windsock search numbers them' -x
complete -c windsock -n "__fish_seen_subcommand_from add" -l first -d 'take the first match'
complete -c windsock -n "__fish_seen_subcommand_from remove" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from rename" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from pick" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from pause" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from resume" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from import" -F
complete -c windsock -n "__fish_seen_subcommand_from history" -l since -d 'the first time to show' -x
complete -c windsock -n "__fish_seen_subcommand_from history" -l until -d 'the time before which to end' -x
complete -c windsock -n "__fish_seen_subcommand_from history" -l format -d 'how to write it' -x -a "table csv json"
complete -c windsock -n "__fish_seen_subcommand_from history" -l plot -d 'draw temperature and precipitation'
complete -c windsock -n "__fish_seen_subcommand_from history" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from outages" -l since -d 'how far back' -x
complete -c windsock -n "__fish_seen_subcommand_from attempts" -l limit -d 'how many lines, 20 unless given' -x
complete -c windsock -n "__fish_seen_subcommand_from attempts" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from sync" -l wait -d 'wait until it is done, with progress on a terminal'
complete -c windsock -n "__fish_seen_subcommand_from sync" -a "(windsock __complete places '' 2>/dev/null)"
complete -c windsock -n "__fish_seen_subcommand_from online" -l probe -d 'probe now instead of taking the newest result; within 15 s'
complete -c windsock -n "__fish_seen_subcommand_from online" -l wait -d 'wait until online, so long at most, or for ever'
complete -c windsock -n "__fish_seen_subcommand_from key" -a "set status clear"
complete -c windsock -n "__fish_seen_subcommand_from force" -a "online offline auto"
complete -c windsock -n "__fish_seen_subcommand_from backup" -F
complete -c windsock -n "__fish_seen_subcommand_from completions" -a "bash zsh fish"
