#!/bin/sh
# Makes a directory for the files of a test run and prints its path: in memory, where programs may run from there and
# 8 GB are free, otherwise where temporary files go. Tests write sites of thousands of small files.
set -eu
memory=/dev/shm
free=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null || echo 0)
room=$(df -Pk "$memory" 2>/dev/null | awk 'NR == 2 { print $4 }' || echo 0)
if [ "${free:-0}" -gt 8000000 ] && [ "${room:-0}" -gt 8000000 ] && dir=$(mktemp -d "$memory/jouleboard-test-XXXXXX" 2>/dev/null); then
	printf '#!/bin/sh\n' >"$dir/probe"
	chmod +x "$dir/probe"
	if "$dir/probe" 2>/dev/null; then
		rm "$dir/probe"
		chmod 755 "$dir"
		echo "$dir"
		exit 0
	fi
	rm -r "$dir"
fi
dir=$(mktemp -d "${TMPDIR:-/tmp}/jouleboard-test-XXXXXX")
chmod 755 "$dir" # some tests run the program as another user
echo "$dir"
