package command

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// forHosts answers requests for names that only this machine's user gives: loopback ones,
// and the host of addr. A page of another site could otherwise have its own name lead
// here, and read what is served as if it were its own.
func forHosts(addr string, h http.Handler) http.Handler {
	given, _, err := net.SplitHostPort(addr)
	if err != nil {
		given = addr
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answersTo(given, r.Host) {
			http.Error(w, "unexpected host name: use http://localhost, or the host given with --addr", http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// answersTo reports whether a request for host is answered by what listens on given. Where
// that is every address of the machine, any address in digits is.
func answersTo(given, host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost") || host != "" && host == strings.ToLower(given)
	}
	listens, err := netip.ParseAddr(given)
	everywhere := given == "" || err == nil && listens.IsUnspecified()
	return ip.IsLoopback() || everywhere || err == nil && ip == listens
}
