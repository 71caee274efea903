package hub

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/url"
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

// plain removes from a server's text what a message may not show: the token,
// should the server repeat it, and characters that a terminal obeys.
func (c *Client) plain(text string) string {
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
