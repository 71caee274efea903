package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Client downloads datasets of one hub into one cache. Several goroutines can use a client, and several processes its
// cache.
type Client struct {
	o        Options
	endpoint *url.URL
	http     *http.Transport // not a Client: that takes two ports of a host for one place and gives the token to both
	window   time.Duration   // over which the pace of an answer is judged

	mu        sync.Mutex
	snapshots map[Repo]*Snapshot
}

// New returns a client. It sends no requests and creates no files.
func New(o Options) (*Client, error) {
	endpoint, err := parseEndpoint(o.Endpoint)
	if err != nil {
		return nil, err
	}
	if err := checkToken(o); err != nil {
		return nil, err
	}
	if o.Cache, err = filepath.Abs(o.Cache); err != nil {
		return nil, err
	}
	o.AtOnce = cmp.Or(o.AtOnce, 8)
	if o.Wait == nil {
		o.Wait = wait
	}
	return &Client{
		o: o, endpoint: endpoint, http: transport(o.AtOnce), window: 30 * time.Second, snapshots: map[Repo]*Snapshot{},
	}, nil
}

// transport keeps a connection for each file that is fetched at a time. Content
// comes as it is stored: sizes and hashes are of that.
func transport(atOnce int) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: 10 * time.Second}).DialContext
	t.DisableCompression = true
	t.MaxIdleConnsPerHost = atOnce
	t.ReadBufferSize = 64 << 10
	return t
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *Client) note(message string) {
	if c.o.Note != nil {
		c.o.Note(message)
	}
}

// datasetPage is where people see the dataset.
func (c *Client) datasetPage(r Repo) string { return c.endpoint.String() + "/datasets/" + r.Name }

// address is a URL of the hub; path is quoted.
func (c *Client) address(path string) *url.URL {
	u, err := url.Parse(c.endpoint.String() + path)
	if err != nil {
		panic(err) // names and revisions were checked, all else is quoted
	}
	return u
}

// printable removes from a server's text what a message may not show: the token,
// should the server repeat it, and characters that a terminal obeys.
func (c *Client) printable(text string) string {
	if c.o.Token != "" {
		text = strings.ReplaceAll(text, c.o.Token, "***")
	}
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r > 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, text)
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	return strings.ToValidUTF8(strings.TrimSpace(text), "?")
}

// Options describe where the hub and the cache are; Environment fills them as the Python client does.
type Options struct {
	Endpoint  string // "" is https://huggingface.co
	Cache     string // directory of the cache; it is created at the first download
	Token     string // access token, "" for none
	TokenFrom string // where the token came from, for messages: HF_TOKEN or a file
	Offline   bool   // send no request at all
	NoLinks   bool   // put files into snapshots themselves, not links to blobs
	// AtOnce is the number of parallel downloads; 0 means 8.
	AtOnce int
	// Progress, unless nil, is called a few times per second with the progress of a Fetch, and once at its end. It is
	// called by one goroutine at a time.
	Progress func(Progress)
	// Note, unless nil, is called with the reason for a delay: the hub requires a pause, or another process downloads
	// the same file. It may be called by several goroutines.
	Note func(message string)
	// Wait waits for the given time or until ctx is done; nil uses the clock.
	Wait func(ctx context.Context, d time.Duration) error
}

// Progress is the progress of a Fetch. Files and bytes that were already in the cache do not count.
type Progress struct {
	Files, OfFiles int
	Bytes, OfBytes int64
	Rate           float64 // bytes per second since the Fetch began
}

// Environment returns the options with what they leave open taken from the environment: HF_ENDPOINT, HF_HUB_CACHE, HF_HOME,
// XDG_CACHE_HOME, HF_TOKEN, HUGGING_FACE_HUB_TOKEN, HF_TOKEN_PATH, HF_HUB_OFFLINE and HF_HUB_DISABLE_SYMLINKS. Without a
// home directory nothing is taken, which is an error if the options name no cache.
func Environment(o Options, getenv func(name string) string) (Options, error) {
	home, err := cacheHome(getenv)
	if err != nil && o.Cache != "" {
		return o, nil
	} else if err != nil {
		return o, err
	}
	o.Endpoint = cmp.Or(o.Endpoint, strings.TrimSpace(getenv("HF_ENDPOINT")))
	o.Cache = cmp.Or(o.Cache, expanded(getenv("HF_HUB_CACHE")), filepath.Join(home, "hub"))
	o.Offline = o.Offline || isTrue(getenv("HF_HUB_OFFLINE"))
	o.NoLinks = o.NoLinks || isTrue(getenv("HF_HUB_DISABLE_SYMLINKS"))
	for _, name := range []string{"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"} {
		if o.Token == "" {
			o.Token, o.TokenFrom = strings.TrimSpace(getenv(name)), name
		}
	}
	if o.Token == "" {
		o.TokenFrom = cmp.Or(expanded(getenv("HF_TOKEN_PATH")), filepath.Join(home, "token"))
		o.Token = tokenIn(o.TokenFrom)
	}
	return o, nil
}

// cacheHome is $HF_HOME or where it is without it.
func cacheHome(getenv func(string) string) (string, error) {
	if home := getenv("HF_HOME"); home != "" {
		return expanded(home), nil
	}
	if cache := getenv("XDG_CACHE_HOME"); cache != "" {
		return filepath.Join(expanded(cache), "huggingface"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("there is no home directory to keep files in; set HF_HOME to a directory")
	}
	return filepath.Join(home, ".cache", "huggingface"), nil
}

// expanded replaces a ~ in front, which a shell may have left.
func expanded(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	home, err := os.UserHomeDir()
	if !ok || err != nil || rest != "" && rest[0] != '/' && rest[0] != filepath.Separator {
		return path
	}
	return filepath.Join(home, rest)
}

func isTrue(s string) bool {
	switch strings.ToUpper(s) {
	case "1", "ON", "YES", "TRUE":
		return true
	}
	return false
}

// tokenIn is the token that a file holds, "" if there is none that can be read.
func tokenIn(path string) string {
	entry, err := os.Stat(path)
	if err != nil || !entry.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 1<<16))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// DefaultEndpoint is the hub that is used if none is given.
const DefaultEndpoint = "https://huggingface.co"

// parseEndpoint is the address without a slash at its end. A message about a
// wrong one does not repeat it: it may hold a password.
func parseEndpoint(given string) (*url.URL, error) {
	given = cmp.Or(given, DefaultEndpoint)
	u, err := url.Parse(strings.TrimRight(given, "/"))
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, errors.New("HF_ENDPOINT is not a URL: use one such as " + DefaultEndpoint)
	case u.User != nil:
		return nil, errors.New("HF_ENDPOINT contains a user name or password: remove it and set HF_TOKEN")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("HF_ENDPOINT has a query string or fragment: use a URL such as " + DefaultEndpoint)
	}
	return u, nil
}

// checkToken refuses what cannot be sent in a header, without showing it.
func checkToken(o Options) error {
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return fmt.Errorf("the access token from %s has an invalid character: copy it again from %s/settings/tokens", o.TokenFrom,
			DefaultEndpoint)
	}
	return nil
}
