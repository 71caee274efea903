#!/bin/sh
# Prints the path of a browser for the tests: $CHROME_PATH, one on PATH, or one that
# it installs with apt-get. Chromium without windows takes a fifth less time.
set -eu
find_one() {
	for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
		command -v "$name" && return 0
	done
	return 1
}
if [ -n "${CHROME_PATH:-}" ]; then
	echo "$CHROME_PATH"
	exit 0
fi
find_one && exit 0
install="$(dirname "$0")/../install.sh"
"$install" chromium-headless-shell fonts-liberation || "$install" chromium fonts-liberation
find_one && exit 0
echo "no browser for the tests: install chromium, or set CHROME_PATH to one" >&2
exit 1
