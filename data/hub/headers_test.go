package hub

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// FuzzHeaders reads what the hub's headers say of waiting, pages and files.
func FuzzHeaders(f *testing.F) {
	f.Add(`"api";r=0;t=55`, "7", `<https://hub.example/api?cursor=x>; rel="next"`, `W/"`+strings.Repeat("a", 40)+`"`, "12")
	f.Add(`r=0;t=-1, "x";t=9999999999999`, "Mon, 02 Jan 2006 15:04:05 GMT", `<`, `"`, "-1")
	f.Fuzz(func(t *testing.T, limit, after, link, etag, size string) {
		h := http.Header{
			"Ratelimit": {limit}, "Retry-After": {after}, "Link": {link}, "X-Linked-Etag": {etag}, "X-Linked-Size": {size},
			"Date": {"Mon, 02 Jan 2006 15:04:05 GMT"},
		}
		if d := limitEnds(h); d < 0 || d > 1<<31*time.Second {
			t.Errorf("waits %v", d)
		}
		if query := nextQuery(h); strings.Contains(query, "#") {
			t.Errorf("the next page is %q", query)
		}
		res := &http.Response{StatusCode: 302, Header: h, Request: &http.Request{URL: &url.URL{Host: "hub.example"}}}
		if file, err := described(res, "a"); err == nil && (file.Size < 0 || !isBlob(file.Blob)) {
			t.Errorf("described as %v", file)
		}
	})
}
