#!/usr/bin/env bash
# The steps of the workflows on GitHub and of the builds on Netlify. Settings are passed as environment
# variables, so that none of them is interpreted as shell code.
#
#   jouleboard.sh get      downloads the release REF to $JOULEBOARD and checks it against the checksums of
#                          that release; compiles it if REF, a commit or tag, is not a release
#   jouleboard.sh site     builds the site in $OUT, with earlier versions from the branch "versions"
#   jouleboard.sh preview  builds $OUT/site, which shows what has changed since the branch left $BASE, and
#                          writes the comparison of the results to $OUT/report.json
#   jouleboard.sh judge    fails if the comparison has one of the problems in $FAIL_ON
#   jouleboard.sh comment  writes comment.md from $REPORT, with links to the preview at $PREVIEW_URL
set -euo pipefail

get() {
  if [ -x "$JOULEBOARD" ]; then return; fi
  mkdir -p "$(dirname "$JOULEBOARD")"
  local version=""
  if [ -n "${REF:-}" ]; then version=$(released); fi
  if [ -z "$version" ] || ! fetch "$version"; then compile; fi
}

# released prints the version of the release REF, if it is one.
released() {
  local tags commit
  tags=$(git ls-remote --tags "$PROGRAM")
  commit=$(awk -v ref="refs/tags/$REF" '$2 == ref || $2 == ref "^{}" { c = $1 } END { print c }' <<< "$tags")
  awk -v commit="${commit:-$REF}" \
    '$1 == commit && match($2, /v[0-9]+\.[0-9]+\.[0-9]+/) { print substr($2, RSTART, RLENGTH); exit }' <<< "$tags"
}

fetch() {
  local name dir file
  name="jouleboard_${1#v}_$(platform).tar.gz"
  dir=$(mktemp -d)
  for file in "$name" checksums.txt; do
    curl -sSfL --retry 3 -o "$dir/$file" "$PROGRAM/releases/download/$1/$file" || return 1
  done
  if ! (cd "$dir" && grep -F "  $name" checksums.txt | sha256sum --check --strict --status -); then
    echo "$name differs from checksums.txt of release $1" >&2
    exit 1
  fi
  tar -xzf "$dir/$name" -C "$(dirname "$JOULEBOARD")" jouleboard
}

platform() {
  case $(uname -m) in
    x86_64) echo "$(uname -s | tr '[:upper:]' '[:lower:]')_amd64" ;;
    aarch64 | arm64) echo "$(uname -s | tr '[:upper:]' '[:lower:]')_arm64" ;;
    *) uname -sm ;;
  esac
}

# compile uses the source in $SOURCE, or else that of REF.
compile() {
  local source=${SOURCE:-}
  if [ -z "$source" ]; then
    source=$(mktemp -d)
    git clone -q --filter=blob:none --no-checkout "$PROGRAM" "$source"
    git -C "$source" checkout -q "$REF"
  fi
  make -C "$source" browser-code build
  cp "$source/bin/jouleboard" "$JOULEBOARD"
}

# settings collects the flags of all commands. Files that do not exist yet are left out.
settings() {
  flags=(${CONTENT:+--content "$CONTENT"} ${CONFIG:+--config "$CONFIG"})
  optional --accept "${ACCEPT:-}"
  built=("${flags[@]}" ${BASE_URL:+--base-url "$BASE_URL"} ${DATA_VERSION:+--data-version "$DATA_VERSION"})
  if [ -e "${HISTORY:-}" ]; then built+=(--history "$HISTORY"); fi
  sources=()
  local line
  while IFS= read -r line; do
    line=${line%/}
    if [ -n "$line" ]; then sources+=("${line#./}"); fi
  done <<< "${SOURCES:-}"
  if [ "${#sources[@]}" = 0 ]; then sources=(sample:); fi
}

optional() {
  if [ -e "$2" ]; then flags+=("$1" "$2"); elif [ -n "$2" ]; then echo "$2 does not exist and is left out"; fi
}

# absent reports whether there are no results yet, neither here nor in the given revision.
absent() {
  if [ "${#sources[@]}" != 1 ] || [[ ${sources[0]} == *:* ]] || [ -e "${sources[0]}" ]; then return 1; fi
  [ -z "$1" ] || ! git cat-file -e "$1:${sources[0]}" 2> /dev/null
}

# sample substitutes the synthetic sample if there are no results yet.
sample() {
  if absent "$1"; then
    echo "${sources[0]} does not exist yet: the site shows the synthetic sample"
    sources=(sample:)
  fi
}

given() { printf -- '--source\n%s\n' "${sources[@]}"; }

site() {
  settings
  sample ""
  if [ -n "${VERSIONS:-}" ]; then
    versions
    built+=(--versions "$VERSIONS")
  fi
  mapfile -t from < <(given)
  "$JOULEBOARD" build "${from[@]}" "${built[@]}" --out "$OUT"
}

versions() {
  local status=0
  git ls-remote --exit-code --heads origin versions > /dev/null || status=$?
  case $status in
    0)
      git fetch -q --depth 1 origin versions
      rm -rf "$VERSIONS"
      git worktree prune
      git worktree add -q --detach "$VERSIONS" FETCH_HEAD
      ;;
    2) mkdir -p "$VERSIONS" ;; # the branch does not exist
    *) exit "$status" ;;       # a site without its earlier versions would break their URLs
  esac
}

preview() {
  settings
  mkdir -p "$OUT"
  sample "$BASE"
  mapfile -t from < <(given)
  mapfile -t since < <(base)
  "$JOULEBOARD" diff "${since[@]}" "${from[@]}" "${flags[@]}" --format json --out "$OUT/report.json"
  "$JOULEBOARD" build "${from[@]}" "${built[@]}" --out "$OUT/site" "${since[@]}"
}

# base prints flags with the sources as they were where the branch left BASE.
base() {
  local source
  for source in "${sources[@]}"; do
    case $source in
      sample: | git:* | *://*) ;; # the same on both sides
      *) source="git:$BASE...HEAD:${source#*:}" ;;
    esac
    printf -- '--compare-to\n%s\n' "$source"
  done
}

judge() {
  settings
  sample "$BASE"
  if [ -z "${FAIL_ON:-}" ]; then return; fi
  mapfile -t from < <(given)
  mapfile -t since < <(base)
  "$JOULEBOARD" diff "${since[@]}" "${from[@]}" "${flags[@]}" --fail-on "$FAIL_ON" > /dev/null
}

comment() { "$JOULEBOARD" comment "$REPORT" --out comment.md ${PREVIEW_URL:+--preview "$PREVIEW_URL"}; }

OUT=${OUT:-public}
"$@"
