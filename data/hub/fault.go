package hub

import "fmt"

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
