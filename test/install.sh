#!/bin/sh
# Installs packages with apt-get, where there is apt-get: programs that tests run.
set -eu
command -v apt-get >/dev/null || exit 0
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
$sudo apt-get update -qq >&2
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >&2
