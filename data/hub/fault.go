package hub

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Fault is the kind of an error: errors.Is finds it in every error of this package, except errors of the system and
// of the context.
type Fault string

func (f Fault) Error() string { return string(f) }

// The kinds of faults.
const (
	NoRepo      Fault = "no such dataset"
	NoRevision  Fault = "no such revision"
	NoEntry     Fault = "no such file"
	Gated       Fault = "access is restricted"
	BadToken    Fault = "access token refused"
	Refused     Fault = "request refused"   // any other answer that is no content
	RateLimited Fault = "too many requests" // more often than the tries allow
	Unavailable Fault = "hub not available" // no answer, or 5xx, at every try
	BadAnswer   Fault = "unexpected response"
	Corrupt     Fault = "content differs from the hub's hash or size"
	Offline     Fault = "not in the cache, and HF_HUB_OFFLINE is set"
	NotWritable Fault = "cache cannot be written"
	NoSpace     Fault = "no space left"
	Incomplete  Fault = "some files could not be downloaded" // and the others were
)

// fault is an error of a kind in words of its own.
type fault struct {
	kind Fault
	text string
}

func (f Fault) say(format string, args ...any) fault { return fault{f, fmt.Sprintf(format, args...)} }

func (f fault) Error() string { return f.text }

func (f fault) Unwrap() error { return f.kind }

// refusal is the error that an answer other than content stands for. file is the
// path asked for, "" for the dataset itself. It closes the answer.
func (c *Client) refusal(res *http.Response, r Repo, file string) error {
	said := c.said(res)
	discard(res)
	code := res.Header.Get("X-Error-Code")
	switch {
	case res.StatusCode == http.StatusTooManyRequests:
		return temporary{fault{RateLimited, "too many requests: " + c.patience(res.Header)}, limitEnds(res.Header)}
	case isTemporary(res.StatusCode):
		return temporary{Unavailable.say("%s returned %s: try again later, or set HF_ENDPOINT to a mirror", c.printable(res.Request.URL.Host),
			status(res, said)), 0}
	case !c.isHub(res):
		return Refused.say("%s, which stores the files of the hub, returned %s: try again", c.printable(res.Request.URL.Host), status(res, said))
	case code == "GatedRepo":
		return fault{Gated, c.steps(r)}
	case strings.Contains(said, "Invalid credentials"):
		return BadToken.say("the access token from %s is not valid: make a new one at %s/settings/tokens, or unset it for a public dataset",
			c.o.TokenFrom, c.endpoint)
	case code == "RevisionNotFound":
		return NoRevision.say("unknown revision %q: use a branch, tag or commit of %s", r.revision(), c.datasetPage(r))
	case code == "EntryNotFound":
		return NoEntry.say("no such file at revision %s: the files are listed at %s/tree/%s", r.revision(), c.datasetPage(r), r.revision())
	case code == "RepoNotFound" || res.StatusCode == http.StatusUnauthorized:
		return NoRepo.say("%s has no dataset %s, or it is private: check the name; "+
			"for a private dataset set HF_TOKEN to an access token with read permission",
			c.endpoint.Host, r.Name)
	case res.StatusCode == http.StatusNotFound && file == "":
		return NoRepo.say("%s returned %s for dataset %s: check the name, and HF_ENDPOINT if it is set", c.endpoint.Host,
			status(res, said), r.Name)
	case res.StatusCode == http.StatusNotFound:
		return NoEntry.say("%s returned %s: check the path, and HF_ENDPOINT if it is set", c.endpoint.Host, status(res, said))
	}
	return Refused.say("%s returned %s: check the permissions of the access token, and HF_ENDPOINT if it is set", c.endpoint.Host,
		status(res, said))
}

// revision is the one asked for, by its name.
func (r Repo) revision() string {
	return cmp.Or(r.Revision, mainBranch)
}

// steps are the way into a dataset that asks for a request first.
func (c *Client) steps(r Repo) string {
	why, set := "access is restricted", "set HF_TOKEN to an access token of that account ("+c.endpoint.String()+"/settings/tokens)"
	if c.o.Token != "" {
		why = "access is restricted, and the account of the access token from " + c.o.TokenFrom + " has no access"
	}
	return fmt.Sprintf("%s: 1. request access at %s, 2. %s", why, c.datasetPage(r), set)
}

func (c *Client) patience(h http.Header) string {
	when := "wait a few minutes"
	if d := limitEnds(h); d > 0 {
		when = "wait " + d.String()
	}
	if c.o.Token == "" {
		return when + ", or set HF_TOKEN: accounts have higher limits"
	}
	return when + " and run again: downloaded files are kept"
}

// status is the answer's status with what the server says about it.
func status(res *http.Response, said string) string {
	text := fmt.Sprintf("%d %s", res.StatusCode, http.StatusText(res.StatusCode))
	if said != "" {
		text += " (" + said + ")"
	}
	return strings.TrimSpace(text)
}

// said is the server's message, from the header or the JSON of the answer.
func (c *Client) said(res *http.Response) string {
	if text := res.Header.Get("X-Error-Message"); text != "" {
		return c.printable(text)
	}
	var answer struct {
		Error string `json:"error"`
	}
	text, _ := io.ReadAll(io.LimitReader(res.Body, 64<<10)) // a message that breaks off is none
	if json.Unmarshal(text, &answer) != nil {
		return ""
	}
	return c.printable(answer.Error)
}

// isHub reports whether an answer comes from the hub, not from where it stores
// files.
func (c *Client) isHub(res *http.Response) bool {
	return res.Request.URL.Host == c.endpoint.Host
}
