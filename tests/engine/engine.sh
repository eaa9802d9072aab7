#!/bin/bash
# The judge by hand, or for harness.py:
#   engine.sh MODULE                                reads jobs from standard input (see java/Judge.java)
#   engine.sh MODULE dump save=FILE [settle=1] [traits=1]
#   engine.sh MODULE resave save=FILE out=NEW.vsav
#   engine.sh MODULE grid map=NAME points="x,y x,y" [save=FILE] [boards=NAME/[rev]/COLUMN/ROW]
#   engine.sh MODULE steps save=LOG at=0,12,end [trail=1]
#   engine.sh MODULE picture save=FILE map=NAME out=NEW.png
#   engine.sh MODULE info
# One line of JSON for each on standard output; the engine's own log on standard error. It brings its own screen.
set -u
export LC_ALL=C.UTF-8 # Java takes the names of files from it
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
classpath=$(bash "$here/compile.sh") || { echo "engine.sh: no engine here; run tests/engine/setup.sh" >&2; exit 2; }

home=$(mktemp -d)
screen=
trap 'if [ -n "$screen" ]; then kill "$screen" 2>/dev/null; wait "$screen"; fi; rm -rf "$home"' EXIT
mkfifo "$home/display"
Xvfb -displayfd 5 -screen 0 1280x1024x24 -nolisten tcp 5>"$home/display" >"$home/xvfb.log" 2>&1 </dev/null &
screen=$!
read -r number <"$home/display" || { cat "$home/xvfb.log" >&2; exit 2; }

DISPLAY=:$number java -Xmx"${ENGINE_MEMORY:-2g}" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -Duser.home="$home" -DVASSAL.conf="$home/conf" -Djava.io.tmpdir="$home" \
  -Duser.language=en -Duser.country=US -Dfile.encoding=UTF-8 \
  -Dlogback.configurationFile="$here/logback.xml" -Djudge.timeout="${ENGINE_TIMEOUT:-300}" \
  --add-exports java.desktop/sun.java2d.cmm=ALL-UNNAMED \
  -cp "$classpath" Judge "$@"
