#!/bin/sh
# Installs the programs that read the files of figures in tests, unless they are there: Poppler, QPDF and librsvg. What
# other programs make of a file shows only there; where they cannot be installed, these tests are left out.
set -eu
missing=""
command -v pdftoppm >/dev/null && command -v pdffonts >/dev/null || missing="poppler-utils"
command -v qpdf >/dev/null || missing="$missing qpdf"
command -v rsvg-convert >/dev/null || missing="$missing librsvg2-bin"
[ -z "$missing" ] || "$(dirname "$0")/install.sh" $missing fonts-liberation || echo "tests with$missing are left out" >&2
