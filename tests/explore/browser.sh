#!/bin/sh
# The tests of the page need a browser: Debian's Chromium. Installs it where that can be done, says so where it cannot.
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "tests: no browser is installed; apt-get installs chromium" >&2
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -q update && apt-get -qy install --no-install-recommends chromium; } >/dev/null && exit 0
fi
echo "tests: no browser, so the tests of the explorer's page are skipped; they need: apt-get install chromium" >&2
