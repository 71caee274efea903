// Package sentences reads what pages say under random filters, and holds each claim against all rows of the board by
// code that shares none with the program.
package sentences

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

// statesOfEach is how many filters each kind of page is read under; with JOULEBOARD_LARGE, six times as many.
var statesOfEach = 10

func init() {
	if os.Getenv("JOULEBOARD_LARGE") != "" {
		statesOfEach *= 6
	}
}

func TestMain(m *testing.M) { os.Exit(sites.Run(m)) }

// kinds are kinds of pages with what holds their sentences against the rows.
var kinds = []struct {
	name, folder string
	check        func(checked, page) error
}{
	{"board", "tasks", checked.board},
	{"model", "models", checked.model},
	{"GPU", "gpus", checked.values},
	{"architecture", "architectures", checked.values},
	{"comparison", "compare", checked.comparison},
}

// checked is a page of a site while its sentences are checked.
type checked struct {
	all    map[string]table
	folder string // of the page in its kind
	state  filters
}

func TestSentencesAreTrueOfAllRows(t *testing.T) {
	ctx := browser(t)
	for _, name := range []string{"sample", "published"} {
		t.Run(name, func(t *testing.T) {
			source := "sample:"
			if name == "published" {
				source = filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
			}
			site := sites.Of(t, "--source", source)
			base, all, rnd := serve(t, site), tables(t, site), rand.New(rand.NewPCG(32, 3))
			for _, kind := range kinds {
				t.Run(kind.name, func(t *testing.T) {
					folders := foldersIn(t, filepath.Join(site, kind.folder))
					rnd.Shuffle(len(folders), func(i, j int) { folders[i], folders[j] = folders[j], folders[i] })
					folders = folders[:min(len(folders), 6)]
					for i, folder := range folders {
						n := statesOfEach/len(folders) + 1
						states, queries := make([]filters, n), make([]string, n)
						for k := range states {
							b := boardOf(all, kind.folder, folder, rnd)
							states[k] = random(b, b.rows, rnd)
							if k == 0 {
								states[k] = filters{deadline: b.limit}
							}
							queries[k] = states[k].values.Encode()
						}
						for k, p := range look(t, ctx, base+kind.folder+"/"+folder+"/", queries) {
							if err := kind.check(checked{all, folder, states[k]}, p); err != nil {
								t.Errorf("%s/%s/?%s: %v", kind.folder, folders[i], queries[k], err)
							}
						}
					}
				})
			}
			t.Run("rank", func(t *testing.T) { ranked(t, source, all, rnd) })
		})
	}
}

// boardOf is the board that a page is about, or one of all.
func boardOf(all map[string]table, kind, folder string, rnd *rand.Rand) table {
	if b, ok := all[folder]; ok && kind != "models" {
		return b
	}
	var ids []string
	for id := range all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return all[ids[rnd.IntN(len(ids))]]
}

func foldersIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// ranked reads the sentence of the command.
func ranked(t *testing.T, source string, all map[string]table, rnd *rand.Rand) {
	for range statesOfEach {
		b := boardOf(all, "", "", rnd)
		state := random(b, b.rows, rnd)
		text, err := exec.Command(sites.Program(t), "rank", "--quiet", "--source", source, "--task", b.id, "--query", state.values.Encode(), "--format", "json").Output()
		if err != nil {
			t.Fatalf("%s: %v", state.values.Encode(), err)
		}
		var said struct{ Lede string }
		if err := json.Unmarshal(text, &said); err != nil {
			t.Fatal(err)
		}
		if err := b.lede(plain(said.Lede), state); err != nil {
			t.Errorf("rank --task %s --query '%s': %v", b.id, state.values.Encode(), err)
		}
	}
}

// plain has spaces of one kind.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }
