package leaderboard

import (
	"net/url"
	"path/filepath"
	"strings"
)

// SourceName returns the name of a source in a form that can be published: a URL without its password and query, an
// absolute path without its directories, anything else as the user gave it.
func SourceName(name string) string {
	prefix, rest := "", name
	if kind, after, ok := strings.Cut(name, ":"); ok && !strings.HasPrefix(after, "//") {
		prefix, rest = kind+":", after
	}
	switch {
	case IsURL(rest):
		rest = redactURL(rest)
	case filepath.IsAbs(rest):
		rest = filepath.Base(rest)
	default:
		return name
	}
	return prefix + rest
}

// spoken is a place as a message names it: a message is for the user alone, who
// knows the directory, but a password is for nobody.
func spoken(where string) string {
	if IsURL(where) {
		return redactURL(where)
	}
	return where
}

func redactURL(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "a web address"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}
