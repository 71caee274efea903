package data

import (
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/jouleboard/jouleboard/units"
)

// What tells of somebody's machines: addresses of services, and local paths where
// a word begins with one.
var (
	address   = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"')\]>]*|\blocalhost(:\d+)?\b|\b\d{1,3}(\.\d{1,3}){3}:\d+\b`)
	localPath = regexp.MustCompile(`(^|[\s"'(\[=,;:|])((?:~|\.{1,2})?/[^\s"')\]>,;|]+|[A-Za-z]:[\\/][^\s"')\]>,;|]+|\\\\[^\s"')\]>,;|]+)`)
)

// Public returns a text of a result file in a form that can be published: one line of printable characters, limited
// in length. A local path is reduced to its last element, the address of a service to nothing.
func Public(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
	return Clip(withoutPlaces(s))
}

// PublicName is the public part of a name that identifies something: places are left out as by [Public], but no
// character is, since two names could become one. An [Intake] refuses names with characters that cannot be printed.
func PublicName(s string) string { return withoutPlaces(s) }

func withoutPlaces(s string) string {
	if !strings.ContainsAny(s, `/\:`) && !strings.Contains(s, "localhost") {
		return s
	}
	if strings.Contains(s, ":") || strings.Contains(s, "localhost") {
		s = address.ReplaceAllString(s, "(address)")
	}
	at := localPath.FindStringIndex(s)
	switch {
	case at == nil:
		return s
	case at[0] == 0 && !strings.Contains(s, ": "):
		return lastElement(s) // a path may have spaces
	}
	return localPath.ReplaceAllStringFunc(s, func(found string) string {
		parts := localPath.FindStringSubmatch(found)
		return parts[1] + lastElement(parts[2])
	})
}

func lastElement(s string) string { return path.Base(strings.ReplaceAll(s, `\`, "/")) }

// Clip shortens a text to the length that records allow.
func Clip(s string) string { return units.Clip(s, longestText-len("…")-10) }
