package render_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

func TestWhatIsKeptIsNotMadeAgain(t *testing.T) {
	dir := t.TempDir()
	made := 0
	keep := func(parts ...string) string {
		r, err := render.New(render.Options{Engine: []byte("none"), CacheDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		return string(r.Keep(parts, func() []byte {
			made++
			return []byte("of " + parts[1])
		}))
	}
	for _, c := range []struct {
		parts []string
		made  int
	}{{[]string{"fits", "a"}, 1}, {[]string{"fits", "a"}, 1}, {[]string{"fits", "b"}, 2}, {[]string{"fit", "sa"}, 3}} {
		if got := keep(c.parts...); got != "of "+c.parts[1] || made != c.made {
			t.Errorf("%v: got %q, made %d times, want %d", c.parts, got, made, c.made)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, f := range files {
		if err := os.WriteFile(f, []byte("damaged"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := keep("fits", "a"); got != "of a" || made != 4 {
		t.Errorf("after damage: got %q, made %d times", got, made)
	}
}
