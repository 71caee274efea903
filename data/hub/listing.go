package hub

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// File is a file of a snapshot.
type File struct {
	Path string // relative to the dataset, with slashes
	Size int64  // bytes
	// Blob is the hash of the content: SHA-256 in 64 hexadecimal digits, or git's
	// of a small file in 40.
	Blob string
}

// Listing is the content of a dataset.
type Listing struct {
	Files   []File    // by path
	Refused []Refusal // entries that cannot be files of a dataset
}

// Refusal is a rejected entry of a listing.
type Refusal struct{ Path, Why string }

// bounds of a listing; the benchmark's dataset has about 4,000 entries on 4 pages,
// and the hub takes no file of a terabyte
const (
	mostEntries = 1 << 20
	mostPages   = 1 << 12
	largestFile = 1 << 42
)

// Files lists the files of the snapshot: one request for each 1,000, at the first
// call. Offline it is an error of the kind Offline.
func (s *Snapshot) Files(ctx context.Context) (Listing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listing != nil {
		return *s.listing, nil
	}
	if s.c.o.Offline {
		return Listing{}, fault{Offline, "the list of files is not in the cache, and HF_HUB_OFFLINE is set: run without it"}
	}
	l := lister{secret: s.c.o.Token, names: map[string]bool{}, seen: map[string]bool{}}
	for to := s.treeAddress(); to != nil; {
		next, err := s.c.addPage(ctx, s.Repo, to, &l)
		if err != nil {
			return Listing{}, err
		}
		to = next
	}
	lists.Sort(l.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	s.listing = &l.Listing
	return l.Listing, nil
}

func (s *Snapshot) treeAddress() *url.URL {
	to := s.c.address("/api/datasets/" + s.Repo.Name + "/tree/" + s.Commit)
	to.RawQuery = "recursive=true"
	return to
}

// lister gathers the pages of a listing.
type lister struct {
	Listing
	secret string          // the access token
	names  map[string]bool // of files: true, of directories: false
	seen   map[string]bool // pages
}

// entry is one of the hub's listing.
type entry struct {
	Type, Path, OID string
	Size            int64
	LFS             *struct {
		OID  string
		Size int64
	}
}

// addPage adds one page and gives the address of the next, nil after the last.
func (c *Client) addPage(ctx context.Context, r Repo, to *url.URL, l *lister) (next *url.URL, err error) {
	var entries []entry
	var header http.Header
	err = c.retry(ctx, func() (bool, error) {
		entries = nil
		header, err = c.getJSON(ctx, to, r, &entries)
		return false, err
	})
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Type == "file" {
			l.add(e)
		}
	}
	if len(l.Files)+len(l.Refused) > mostEntries {
		return nil, BadAnswer.say("the dataset has more than %d files: give one of its files, as in %s/PATH", mostEntries, r)
	}
	query := nextQuery(header)
	switch {
	case query == "":
		return nil, nil
	case l.seen[query] || len(l.seen) == mostPages:
		return nil, fault{BadAnswer, "the hub's list of files has no end: try again later, and check HF_ENDPOINT if it is set"}
	}
	l.seen[query] = true
	following := *to
	following.RawQuery = query
	return &following, nil
}

// nextQuery is the query of the next page, "" if there is none. Its host has no
// say: behind a mirror it is that of the hub itself.
func nextQuery(h http.Header) string {
	for link := range strings.SplitSeq(strings.Join(h.Values("Link"), ","), ",") {
		address, parameters, _ := strings.Cut(link, ">")
		if !strings.Contains(strings.ReplaceAll(parameters, " ", ""), `rel="next"`) {
			continue
		}
		if u, err := url.Parse(strings.TrimLeft(address, " <")); err == nil {
			return u.RawQuery
		}
	}
	return ""
}

// add takes an entry that can be a file, and says of any other why not.
func (l *lister) add(e entry) {
	f := File{Path: e.Path, Size: e.Size, Blob: e.OID}
	if e.LFS != nil {
		f.Size, f.Blob = e.LFS.Size, strings.TrimPrefix(e.LFS.OID, "sha256:")
	}
	why := badPath(f.Path)
	switch {
	case l.secret != "" && strings.Contains(f.Path, l.secret):
		f.Path, why = "***", "has the access token in its name"
	case why != "":
	case l.clashes(f.Path):
		why = "is listed twice, or as a file and a directory"
	case !isBlob(f.Blob):
		why = "has no hash to check its content with"
	case f.Size < 0 || f.Size > largestFile:
		why = "has an invalid size"
	default:
		l.take(f.Path)
		l.Files = append(l.Files, f)
		return
	}
	l.Refused = append(l.Refused, Refusal{f.Path, why})
}

// clashes reports whether a file cannot stand beside those taken.
func (l *lister) clashes(path string) bool {
	if _, taken := l.names[path]; taken {
		return true
	}
	for i, r := range path {
		if r == '/' && l.names[path[:i]] {
			return true
		}
	}
	return false
}

// take notes the names of a file and the directories that it is in.
func (l *lister) take(path string) {
	l.names[path] = true
	for i, r := range path {
		if r == '/' {
			l.names[path[:i]] = false
		}
	}
}

// isBlob reports whether s is a hash of a content, which is also its name in the
// cache.
func isBlob(s string) bool { return (len(s) == 40 || len(s) == 64) && isHex(s) }

// Matching returns the files whose path matches one of the patterns, with the syntax of the Python client: * matches
// any text including slashes, ? one character, [abc] one of these; a pattern that ends in a slash matches everything
// in that directory.
func Matching(files []File, patterns ...string) []File {
	expressions := lists.Map(patterns, expression)
	return lists.Filter(files, func(f File) bool {
		return slices.ContainsFunc(expressions, func(e *regexp.Regexp) bool { return e.MatchString(f.Path) })
	})
}

// Below returns the files in a directory, or the file of that path; "" is the whole dataset.
func Below(files []File, path string) []File {
	return lists.Filter(files, func(f File) bool { return path == "" || f.Path == path || strings.HasPrefix(f.Path, path+"/") })
}

// wild are the parts of a quoted shell pattern that stand for others than themselves. An opening bracket without a closing one stands
// for itself; a closing one behind it is one of the characters.
var wild = regexp.MustCompile(`(?s)\\\*|\\\?|\\\[(!.+?|[^!].*?)\\\]`)

// expression translates a shell pattern.
func expression(pattern string) *regexp.Regexp {
	if strings.HasSuffix(pattern, "/") {
		pattern += "*"
	}
	text := wild.ReplaceAllStringFunc(regexp.QuoteMeta(pattern), func(part string) string {
		switch members := wild.FindStringSubmatch(part)[1]; {
		case part == `\*`:
			return ".*"
		case part == `\?`:
			return "."
		case members[0] == '!':
			return "[^" + members[1:] + "]"
		default:
			return "[" + members + "]"
		}
	})
	e, err := regexp.Compile(`(?s)\A` + text + `\z`)
	if err != nil { // such as a range from z to a, which matches nothing
		return regexp.MustCompile(`[^\s\S]`)
	}
	return e
}
