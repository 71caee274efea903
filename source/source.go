package source

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// Source is the place of results, as parsed by [Parse]. Nothing was checked yet except whether a path exists.
type Source struct {
	given string
	at    string // without its prefix
	kind  *Kind  // nil: known by its content
	hub   *onHub // nil: not on the Hub, or not resolved yet
}

var prefixed = regexp.MustCompile(`^[a-z][a-z0-9+.-]+:`)

// Parse reads a path, a URL, or the syntax of a kind with its prefix. It is an error if the prefix is not one of
// [Kinds] or if the rest is invalid.
func Parse(given string) (Source, error) {
	all := Kinds()
	if i := slices.IndexFunc(all, func(k Kind) bool { return strings.HasPrefix(given, k.Prefix) }); i >= 0 {
		return Source{given: given, at: strings.TrimPrefix(given, all[i].Prefix), kind: &all[i]}.check()
	}
	if leaderboard.IsURL(given) {
		i := slices.IndexFunc(all, func(k Kind) bool { return k.web })
		return Source{given: given, at: given, kind: &all[i]}, nil
	}
	if given == "" {
		return Source{}, errors.New("is empty; give a path or URL, or sample: for the built-in sample")
	}
	if _, err := os.Lstat(given); err != nil && prefixed.MatchString(given) {
		prefixes := lists.Map(all, func(k Kind) string { return k.Prefix })
		return Source{}, fmt.Errorf("unknown prefix %q; use one of %s", prefixed.FindString(given), strings.Join(prefixes, ", "))
	}
	return Source{given: given, at: given}, nil
}

// check says whether what follows the prefix can be.
func (s Source) check() (Source, error) {
	switch {
	case s.kind.Takes == "" && s.at != "":
		return s, fmt.Errorf("%s takes no path", s.kind.Prefix)
	case s.kind.Takes != "" && s.at == "":
		return s, fmt.Errorf("give a %s after %s", s.kind.Takes, s.kind.Prefix)
	case leaderboard.IsURL(s.at) && !s.kind.web:
		return s, fmt.Errorf("%s reads files, not URLs", s.kind.Prefix)
	case s.kind.remote:
		_, _, err := hub.Parse(s.at)
		return s, err
	}
	return s, nil
}

// Path is the local file or directory that is read, "" if there is none.
func (s Source) Path() string {
	if s.kind != nil && (s.kind.Takes == "" || s.kind.remote || s.kind.elsewhere) || leaderboard.IsURL(s.at) {
		return ""
	}
	return s.at
}

// OnHub reports whether the source is a dataset on the Hugging Face Hub that was not downloaded yet.
func (s Source) OnHub() bool { return s.kind != nil && s.kind.remote }

// Name is the source as given, without passwords and tokens, so that it can be published.
func (s Source) Name() string {
	prefix := strings.TrimSuffix(s.given, s.at)
	if u, err := url.Parse(s.at); err == nil && leaderboard.IsURL(s.at) {
		u.User, u.RawQuery = nil, ""
		return prefix + u.String()
	}
	return s.given
}

// Failed adds the name of the source to an error, unless the error begins with it.
func (s Source) Failed(err error) error {
	if s.hub == nil && strings.HasPrefix(err.Error(), s.at) || strings.HasPrefix(err.Error(), s.Name()) {
		return err
	}
	return fmt.Errorf("%s: %w", s.Name(), err)
}

// known is the source with its kind, which its content tells where no prefix does.
func (s Source) known() (Source, error) {
	if s.kind == nil {
		k, err := detect(s.at)
		s.kind = k
		return s, err
	}
	if s.Path() == "" {
		return s, nil
	}
	return s, exists(s.at)
}
