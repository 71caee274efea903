package hub

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Repo is a dataset at a revision.
type Repo struct {
	Name     string // organization/name
	Revision string // branch, tag, reference such as refs/pr/1, or commit; "" is main
}

const mainBranch = "main"

// String returns the address of the repository, as Parse reads it.
func (r Repo) String() string {
	if r.Revision == "" {
		return r.Name
	}
	return r.Name + "@" + url.PathEscape(r.Revision)
}

// IsCommit reports whether the revision is a full commit hash, which always refers to the same content.
func (r Repo) IsCommit() bool { return isCommit(r.Revision) }

func isCommit(s string) bool { return len(s) == 40 && isHex(s) }

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdef") == ""
}

// Parse reads ORG/NAME[@REVISION][/PATH], where path is a file or directory in the dataset, "" for the whole dataset.
// A slash in the revision is written %2F, except in refs/pr/NUMBER and refs/convert/NAME.
func Parse(address string) (r Repo, path string, err error) {
	address = strings.TrimPrefix(address, "datasets/")
	org, rest, ok := strings.Cut(address, "/")
	if !ok {
		return r, "", errors.New("expected ORG/NAME, such as ml-energy/benchmark-v3")
	}
	name := rest
	if end := strings.IndexAny(rest, "@/"); end >= 0 {
		name, rest = rest[:end], rest[end:]
	} else {
		rest = ""
	}
	r.Name = org + "/" + name
	if !isName(org) || !isName(name) {
		return r, "", fmt.Errorf("%q is not the name of a dataset: use ORG/NAME with letters, digits, hyphen, underscore and dot", r.Name)
	}
	if rest, ok = strings.CutPrefix(rest, "@"); ok {
		if r.Revision, rest, err = cutRevision(rest); err != nil {
			return r, "", err
		}
	}
	if path = strings.Trim(rest, "/"); path != "" && badPath(path) != "" {
		return r, "", fmt.Errorf("the path %q %s", path, badPath(path))
	}
	return r, path, nil
}

var namePart = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?$`)

const longestName = 96

// isName keeps to the hub's rules for names; two hyphens would make the name of
// the directory in the cache ambiguous.
func isName(s string) bool {
	return len(s) <= longestName && namePart.MatchString(s) && !strings.Contains(s, "--") && !strings.Contains(s, "..")
}

// longRevision is a reference of the hub whose name has slashes.
var longRevision = regexp.MustCompile(`^refs/(pr/[0-9]+|convert/[A-Za-z0-9._-]+)(/|$)`)

// cutRevision takes the revision from the beginning of REVISION[/PATH].
func cutRevision(s string) (revision, rest string, err error) {
	if m := longRevision.FindString(s); m != "" {
		return strings.TrimSuffix(m, "/"), s[len(m):], nil
	}
	revision, rest, _ = strings.Cut(s, "/")
	if revision, err = url.PathUnescape(revision); err != nil || !isRevision(revision) {
		return "", "", fmt.Errorf("%q is not a revision: use a branch, tag or commit, with %%2F for a slash in its name", revision)
	}
	return revision, rest, nil
}

// isRevision keeps to git's rules for names of references, so that one can be a
// path in the cache.
func isRevision(s string) bool {
	if s == "" || len(s) > 200 || s == "@" || strings.HasSuffix(s, ".") || strings.ContainsAny(s, " ~^:?*[\\\x7f") {
		return false
	}
	hidden := func(part string) bool { return part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") }
	return !slices.ContainsFunc(strings.Split(s, "/"), hidden) && !strings.Contains(s, "..") &&
		!strings.Contains(s, "@{") && !hasControl(s) && filepath.IsLocal(filepath.FromSlash(s))
}

func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// badPath says why a path cannot be one of a file in a dataset, "" if it can. A
// listing comes from outside: what it names must stay below the snapshot, on
// every system.
func badPath(path string) string {
	switch {
	case path == "":
		return "is empty"
	case len(path) > 1000:
		return "is longer than 1000 bytes"
	case hasControl(path) || strings.Contains(path, `\`):
		return "has a character that is not allowed in file names"
	}
	odd := func(part string) bool { return part == "" || part == "." || part == ".." || len(part) > 255 }
	if slices.ContainsFunc(strings.Split(path, "/"), odd) || !filepath.IsLocal(filepath.FromSlash(path)) {
		return "is not a path inside the dataset"
	}
	return ""
}

// quote is s as one element of a URL's path: only letters, digits and _.-~ stay as they are.
func quote(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
