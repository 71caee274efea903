package command

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestServeAnswersToItsOwnNamesOnly(t *testing.T) {
	site := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	for _, c := range []struct {
		addr, host string
		answered   bool
	}{
		{"127.0.0.1:8080", "127.0.0.1:8080", true},
		{"127.0.0.1:8080", "localhost:8080", true},
		{"127.0.0.1:8080", "LOCALHOST.", true},
		{"127.0.0.1:8080", "site.localhost:8080", true},
		{"127.0.0.1:8080", "[::1]:8080", true},
		{"127.0.0.1:8080", "evil.example", false},
		{"127.0.0.1:8080", "evil.example:8080", false},
		{"127.0.0.1:8080", "127.0.0.1.evil.example", false},
		{"127.0.0.1:8080", "localhost.evil.example", false},
		{"127.0.0.1:8080", "192.168.1.7:8080", false},
		{"127.0.0.1:8080", "", false},
		{"192.168.1.7:8080", "192.168.1.7:8080", true},
		{"192.168.1.7:8080", "192.168.1.8:8080", false},
		{"Box.example:8080", "box.example:8080", true},
		{":8080", "192.168.1.7:8080", true},
		{"0.0.0.0:8080", "[fe80::1]:8080", true},
		{":8080", "evil.example:8080", false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = c.host
		w := httptest.NewRecorder()
		forHosts(c.addr, site).ServeHTTP(w, r)
		if want := map[bool]int{true: http.StatusOK, false: http.StatusMisdirectedRequest}[c.answered]; w.Code != want {
			t.Errorf("--addr %s, Host %q: %d, want %d", c.addr, c.host, w.Code, want)
		}
	}
}
