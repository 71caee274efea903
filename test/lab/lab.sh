#!/bin/sh
# A lab makes a site of its own, from an empty directory: $1 is the command, $2 a directory with its results.
set -eu
jouleboard=$1 results=$2

cat > paper.bib <<'BIB'
@inproceedings{blue26,
  title = {Energy at the Blue Lab},
  author = {Ada Blue},
  year = {2026},
}
BIB
"$jouleboard" init board --name "Blue Lab energy" --repo bluelab/energy --data-name "Blue Lab runs" --license CC-BY-4.0 \
	--base-url https://energy.bluelab.example/ --cite paper.bib
cd board

# a deadline of a built-in task, and a task of our own before the others
cat > content/tasks.yaml <<'YAML'
tasks:
  - {id: gpqa, deadline: 100 ms}
  - id: blue-chat
    before: gpqa
    group: llm
    name: Blue chat
    title: Chat as the Blue Lab does it
    summary: Short questions of our own users.
    output: token
    deadline: 40 ms
    percentile: p90
    about: Questions of our help desk.
YAML
cat > content/gpus.yaml <<'YAML'
gpus:
  - model: Blue1
    name: Blue One 96 GB
    architecture: Azure
    year: 2026
    tdp_watts: 600
    memory_gb: 96
    bandwidth_tb_per_s: 4
    source: https://bluelab.example/one
  - {model: H100, tdp_watts: 650}
YAML

# a logo, a picture, a page that the header links to, a post
cat > content/mark.svg <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#0b57d0"/></svg>
SVG
mkdir -p content/static content/pages
cp content/mark.svg content/static/lab.svg
echo energy.bluelab.example > content/static/CNAME
cat > content/pages/team.md <<'MD'
---
title: Team
description: Who measures here.
---

![A blue disc](/lab.svg)

We wrote [a post](/posts/first-look/) and explain [batch sizes](/methods/#batch-size).

```answer
task: blue-chat
```

```board
task: blue-chat
limit: 2
```
MD
sed -i.old 's/^logo: .*/logo: mark.svg/' content/site.yaml && rm content/site.yaml.old
cat >> content/site.yaml <<'YAML'
navigation:
  - {id: team, text: Team, link: /team/, before: about}
  - {id: architectures, remove: true}
YAML

"$jouleboard" content show --content content tasks.yaml | grep -F 'deadline: "100 ms"  # tasks.yaml:2'
"$jouleboard" check --strict --content content --source "$results"
mkdir -p public && echo ours > public/README.md
"$jouleboard" build --strict --content content --source "$results" --data-date 2026-02-16 --out public
