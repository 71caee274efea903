package render

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// fill stores drawings a, b, c, … of 1,000 bytes, each used a day later than the one before.
func fill(t *testing.T, count int) *cache {
	t.Helper()
	c := openCache(Options{CacheDir: t.TempDir()})
	first := time.Now().Add(-100 * 24 * time.Hour)
	for i := range count {
		key := string(rune('a' + i))
		c.store(key, strings.Repeat("x", 1000-digestLength))
		used := first.Add(time.Duration(i) * 24 * time.Hour)
		if err := os.Chtimes(filepath.Join(c.dir, key+suffix), used, used); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func (c *cache) names(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestPruneKeepsWhatWasUsedLast(t *testing.T) {
	c := fill(t, 10)
	if _, ok := c.load("b"); !ok {
		t.Fatal("b is not in the cache")
	}
	c.prune(8000)
	want := []string{"b" + suffix, "f" + suffix, "g" + suffix, "h" + suffix, "i" + suffix, "j" + suffix}
	if got := c.names(t); !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
}

func TestPruneLeavesASmallCacheAlone(t *testing.T) {
	c := fill(t, 3)
	c.prune(3000)
	if got := c.names(t); len(got) != 3 {
		t.Errorf("kept %v, want all three", got)
	}
}

func TestPruneTouchesNoForeignFile(t *testing.T) {
	c := fill(t, 3)
	for _, name := range []string{"notes.txt", unfinished + "1", unfinished + "2"} {
		if err := os.WriteFile(filepath.Join(c.dir, name), make([]byte, 9000), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(filepath.Join(c.dir, unfinished+"1"), old, old); err != nil {
		t.Fatal(err)
	}
	c.prune(1)
	want := []string{"notes.txt", unfinished + "2"}
	if got := c.names(t); !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v: the foreign file and the one that another build may be writing", got, want)
	}
}
