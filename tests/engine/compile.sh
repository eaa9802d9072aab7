#!/bin/bash
# Compiles the judge (java/) and what the engine's jar lacks (stubs/), unless that was done for these very sources.
# Prints the class path to run it with.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${ENGINE_HOME:-$HOME/.cache/vassal-engine}
cd "$here"
sources=$(find java stubs -name '*.java' | LC_ALL=C sort)
key=$(cat $sources | sha256sum | cut -c 1-16)
built=$home/judge-$key

libraries=$home/Vengine.jar
for jar in batik-all xml-apis-ext xmlgraphics-commons logback-classic logback-core slf4j-api miglayout-swing miglayout-core \
  commons-io commons-lang3 commons-codec httpcore5 TimingFramework maven3-artifact; do
  libraries=$libraries:/usr/share/java/$jar.jar
done

if [ ! -d "$built" ]; then
  part=$(mktemp -d "$home/part.XXXXXX") # moved into place whole: two runs may compile at once
  trap 'rm -rf "$part"' EXIT
  javac -nowarn -encoding UTF-8 -d "$part" -cp "$libraries" $sources
  mv -T "$part" "$built" 2>/dev/null || [ -d "$built" ]
  find "$home" -maxdepth 1 -name 'judge-*' -mtime +7 -exec rm -rf {} +
fi
echo "$built:$libraries"
