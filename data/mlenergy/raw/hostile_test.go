package raw_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// wantOnly opens the tree and expects the runs with the paths, and for each
// other path a problem that holds the text.
func (x tree) wantOnly(o raw.Options, runs []string, problems map[string]string) *raw.Corpus {
	x.t.Helper()
	c := open(x.t, o, x.root)
	got := slices.Sorted(slices.Values(append(data.Column(c.Dataset.LLM(), pathOf[data.LLMRun]),
		data.Column(c.Dataset.Diffusion(), pathOf[data.DiffusionRun])...)))
	if slices.Sort(runs); !slices.Equal(got, runs) {
		x.t.Errorf("got runs %q, want %q", got, runs)
	}
	for path, want := range problems {
		found := func(p data.Problem) bool { return p.File == path && strings.Contains(p.Field+": "+p.Message, want) }
		if !slices.ContainsFunc(c.Dataset.Problems(), found) {
			x.t.Errorf("%s: no problem says %q; there are %v", path, want, c.Dataset.Problems())
		}
	}
	if n := len(c.Dataset.Problems()); n != len(problems) {
		x.t.Errorf("got %d problems, want %d: %v", n, len(problems), c.Dataset.Problems())
	}
	return c
}

func TestBadFilesAreNamedAndTheRestLoads(t *testing.T) {
	x := newTree(t)
	good := x.llm("good", 8, "")
	painted := x.diffusion(goodDiffusion)
	deep := strings.Repeat("[", 100_000)
	problems := map[string]string{
		x.llm("deep", 8, deep): "nest deeper than 10000 levels",
		x.llm("deep-inside", 8, `{"x": `+deep+strings.Repeat("]", 100_000)+`}`):                 "nest deeper than 10000 levels",
		x.llm("deep-skipped", 8, goodRunWith(t, `"prompt": "a`, `"x": `+deep+`, "prompt": "a`)): "nest deeper than 10000 levels",
		x.llm("truncated", 8, goodRun[:len(goodRun)/2]):                                         "the file ends",
		x.llm("empty", 8, " "):                                                              "the file ends where a value should be",
		x.llm("list", 8, "[]"):                                                              "expected an object, got a list",
		x.llm("tail", 8, goodRun+"x"):                                                       "expected the end of the file",
		x.llm("bom", 8, "\ufeff"+goodRun):                                                   "expected a value",
		x.llm("latin", 8, goodRunWith(t, `\u00e9`, "\xe9")):                                 "not UTF-8",
		x.llm("control", 8, goodRunWith(t, `\u00e9`, "\x01")):                               "control character",
		x.llm("escape", 8, goodRunWith(t, `\u00e9`, `\u00g9`)):                              "backslash",
		x.llm("octal", 8, goodRunWith(t, "[0, 0.5", "[00, 0.5")):                            "number is not in JSON's format",
		x.llm("half-number", 8, goodRunWith(t, "[10.5, 100.5]", "[10., 100.5]")):            "number is not in JSON's format",
		x.llm("comma", 8, goodRunWith(t, "0.25]", "0.25,]")):                                "expected a value",
		x.llm("colon", 8, goodRunWith(t, `"completed": 3`, `"completed" 3`)):                "expected a colon",
		x.llm("key", 8, goodRunWith(t, `"completed"`, `completed`)):                         "expected a key",
		x.llm("word", 8, goodRunWith(t, "null", "nul")):                                     "expected null",
		x.llm("results-object", 8, goodRunWith(t, `"results": [`, `"results": {}, "x": [`)): "expected a list of requests, got an object",
		x.llm("request-number", 8, goodRunWith(t, `"results": [`, `"results": [7,`)):        "request 0: expected an object, got a number",
		x.llm("itl-object", 8, goodRunWith(t, `[0.125, 0.0625]`, `{"0": 1}`)):               "request 1: itl: expected a list, got an object",
		x.llm("itl-true", 8, goodRunWith(t, `0.125`, `true`)):                               "request 1: itl: expected a number, got true",
		x.llm("itl-word", 8, goodRunWith(t, `0.125`, `"1_6"`)):                              `itl: expected a number, got the string "1_6"`,
		x.llm("itl-infinite", 8, goodRunWith(t, `0.125`, `1e999`)):                          "NaN or infinite",
		x.llm("duration-word", 8, goodRunWith(t, `30.5`, `"half a minute"`)):                `expected a number, got the string "half a minute"`,
	}
	c := x.wantOnly(raw.Options{}, []string{good, painted}, problems)
	if s := c.Dataset.Sources[0]; s.LeftOut != len(problems) || s.Runs != 2 || s.Kind != "raw" || s.Name != x.root {
		t.Errorf("got source %+v", s)
	}
}

func TestFilesThatAreNoneAreNamedAndTheRestLoads(t *testing.T) {
	x := newTree(t)
	good := x.llm("good", 8, "")
	folder := x.llm("folder", 8, "")
	pipe := x.llm("pipe", 8, "")
	secret := x.llm("secret", 8, "")
	server := x.llm("server", 8, "")
	metrics := filepath.ToSlash(filepath.Dir(server)) + "/prometheus.json"
	for _, path := range []string{folder, pipe, secret, metrics} {
		if err := os.Remove(filepath.Join(x.root, path)); err != nil {
			t.Fatal(err)
		}
	}
	x.write(folder+"/inside.txt", "")
	x.write(metrics+"/inside.txt", "")
	shared.Pipe(t, filepath.Join(x.root, pipe))
	outside := filepath.Join(t.TempDir(), "results.json")
	if err := os.WriteFile(outside, []byte(goodRun), 0o644); err != nil {
		t.Fatal(err)
	}
	x.link(outside, secret)
	x.wantOnly(raw.Options{}, []string{good}, map[string]string{
		folder: "is a directory",
		pipe:   "not a regular file",
		secret: "points outside the root",
		server: "prometheus.json: is a directory",
	})
	t.Run("links may be followed", func(t *testing.T) {
		c := open(t, raw.Options{FollowLinks: true}, x.root)
		if c.Dataset.LLM().Len() != 2 {
			t.Errorf("got %d runs", c.Dataset.LLM().Len())
		}
	})
}

// Whatever folder is a link out of the root, it is named and the rest loads; with
// links followed all loads.
func TestAFolderThatLeadsOutIsNamedAndTheRestLoads(t *testing.T) {
	for _, out := range []string{
		"diffusion", "diffusion/h100", "diffusion/h100/current", "diffusion/h100/current/run",
		"diffusion/h100/current/run/diffusion/text-to-image", "diffusion/h100/current/run/diffusion/text-to-image/org",
		"diffusion/h100/current/run/diffusion/text-to-image/org/painter", diffusionDir, diffusionDir + "/results.json",
	} {
		x := newTree(t)
		good, painted := x.llm("good", 8, ""), x.diffusion(goodDiffusion)
		elsewhere := filepath.Join(t.TempDir(), "elsewhere")
		if err := os.Rename(filepath.Join(x.root, out), elsewhere); err != nil {
			t.Fatal(err)
		}
		x.link(elsewhere, out)
		x.wantOnly(raw.Options{}, []string{good}, map[string]string{out: "a symbolic link points outside the root; it is not followed"})
		x.wantOnly(raw.Options{FollowLinks: true}, []string{good, painted}, nil)
	}
}

func TestADomainThatIsNoFolderIsNamed(t *testing.T) {
	x := newTree(t)
	good := x.llm("good", 8, "")
	x.link("nowhere", "diffusion")
	x.wantOnly(raw.Options{}, []string{good}, map[string]string{"diffusion": "no such file or directory; not read"})
	y := newTree(t)
	good = y.llm("good", 8, "")
	y.write("diffusion", "")
	y.wantOnly(raw.Options{}, []string{good}, map[string]string{"diffusion": "is not a directory; not read"})
}

func TestConfigurationsThatLeadOutAreNamed(t *testing.T) {
	x := newTree(t)
	good, painted := x.llm("good", 8, ""), x.diffusion(goodDiffusion)
	elsewhere := filepath.Join(t.TempDir(), "vllm")
	if err := os.Rename(filepath.Join(x.root, "configs", "vllm"), elsewhere); err != nil {
		t.Fatal(err)
	}
	x.link(elsewhere, "configs/vllm")
	const want = "configs/vllm: a symbolic link points outside the root"
	c := open(t, raw.Options{}, x.root)
	if p := c.Dataset.Problems(); c.Dataset.LLM().Len() != 0 || c.Dataset.Diffusion().Len() != 1 || len(p) != 2 ||
		!strings.Contains(p[0].Message, want) {
		t.Errorf("got %d runs, %v", c.Dataset.LLM().Len(), p)
	}
	if c := open(t, raw.Options{ConfigDir: filepath.Join(x.root, "configs")}, x.root); c.Dataset.LLM().Len() != 0 ||
		len(c.Dataset.Problems()) != 2 {
		t.Errorf("given: got %d runs, %v", c.Dataset.LLM().Len(), c.Dataset.Problems())
	}
	x.wantOnly(raw.Options{FollowLinks: true}, []string{good, painted}, nil)
}

func TestALinkMayLeadIntoARoot(t *testing.T) {
	x := newTree(t)
	good := x.llm("good", 8, "")
	for _, inside := range []string{".", "llm", "llm/h100/current/run/llm/gpqa"} {
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(filepath.Join(x.root, inside), link); err != nil {
			t.Fatal(err)
		}
		c := open(t, raw.Options{}, link)
		if got := data.Column(c.Dataset.LLM(), pathOf[data.LLMRun]); !slices.Equal(got, []string{good}) {
			t.Errorf("%s: got %q, %v", inside, got, c.Dataset.Problems())
		}
	}
}

func TestALoopOfLinksIsNamedAndTheRestLoads(t *testing.T) {
	x := newTree(t)
	good := x.llm("good", 8, "")
	up := "llm/h100/current/run/llm/up"
	x.link("../..", up)
	self := "llm/h100/current/run/self"
	x.link("self", self)
	deep := filepath.ToSlash(filepath.Dir(good)) + "/again"
	x.link("../../..", deep)
	x.wantOnly(raw.Options{}, []string{good}, map[string]string{
		up: "points", self: "too many levels of symbolic links", deep: "points",
	})
}

// Links of directories to each other make more ways than anyone can walk, without
// any loop.
func TestALatticeOfLinksEnds(t *testing.T) {
	x := newTree(t)
	good := x.llm("good", 8, "")
	const floors = 40
	name := func(i int) string { return strings.Repeat("x", i+1) }
	for i := range floors {
		x.write("llm/h100/current/run/lattice/"+name(i)+"/here.txt", "")
		if i+1 < floors {
			x.link("../"+name(i+1), "llm/h100/current/run/lattice/"+name(i)+"/left")
			x.link("../"+name(i+1), "llm/h100/current/run/lattice/"+name(i)+"/right")
		}
	}
	c := open(t, raw.Options{}, x.root)
	if got := data.Column(c.Dataset.LLM(), pathOf[data.LLMRun]); !slices.Equal(got, []string{good}) {
		t.Errorf("got %q", got)
	}
	if len(c.Dataset.Problems()) == 0 {
		t.Error("no problem says that links were not followed")
	}
}

func TestASnapshotMayBeALink(t *testing.T) {
	x := newTree(t)
	good := x.llm("good", 8, "")
	h100 := filepath.Join(x.root, "llm", "h100")
	if err := os.Rename(filepath.Join(h100, "current"), filepath.Join(h100, "2026-01")); err != nil {
		t.Fatal(err)
	}
	x.link("2026-01", "llm/h100/current")
	x.wantOnly(raw.Options{}, []string{good}, nil)
}

func TestAFileReachedTwiceCountsOnce(t *testing.T) {
	x := newTree(t)
	good := x.llm("good", 8, "")
	inside := filepath.Join(x.root, "llm", "h100", "current", "run", "llm", "gpqa")
	c := open(t, raw.Options{}, x.root, inside)
	if got := data.Column(c.Dataset.LLM(), pathOf[data.LLMRun]); !slices.Equal(got, []string{good}) || len(c.Files) != 1 {
		t.Errorf("got %q, files %v", got, c.Files)
	}
	if len(c.Dataset.Sources) != 2 || c.Dataset.Sources[0].Runs != 1 || c.Dataset.Sources[1].Runs != 0 {
		t.Errorf("got sources %+v", c.Dataset.Sources)
	}
}

// A hostile file must not make us keep much, however it is shaped.
func TestHostileFilesTakeLittleMemory(t *testing.T) {
	const size = 8 << 20
	long := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	for name, content := range map[string]string{
		"one text":       goodRunWith(t, "a \\\"b", long("long ")),
		"one key":        goodRunWith(t, "prompt", long("k")),
		"one number":     goodRunWith(t, `"completed"`, `"x": `+long("1")+`, "completed"`),
		"one fraction":   goodRunWith(t, `"completed"`, `"x": 0.`+long("1")+`e-7, "completed"`),
		"white space":    goodRunWith(t, `"completed"`, long(" \n")+`"completed"`),
		"empty requests": goodRunWith(t, `"results": [`, `"results": [`+long("{},")),
		"many keys":      goodRunWith(t, `"completed"`, long(`"k":1,`)+`"completed"`),
		"empty lists":    goodRunWith(t, `"results": [`, `"results": [`+long(`{"itl":[]},`)),
		"zeros":          goodRunWith(t, `[0, 0.5`, `[`+long("0,")+`0.5`),
	} {
		t.Run(name, func(t *testing.T) {
			x := newTree(t)
			path := x.llm("large", 8, content)
			problems := map[string]string{}
			if name == "many keys" {
				problems[path] = "k: the key occurs twice"
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			x.wantOnly(raw.Options{Workers: 1}, []string{path}, problems)
			runtime.ReadMemStats(&after)
			if spent := after.TotalAlloc - before.TotalAlloc; spent > 12<<20 {
				t.Errorf("%d bytes allocated", spent)
			}
		})
	}
}

// Of a key that occurs twice, the last one counts, as for the Python toolkit; the run is kept, and the key named.
func TestAKeyThatOccursTwiceIsNamed(t *testing.T) {
	x := newTree(t)
	once, twice := x.llm("once", 8, ""), x.llm("twice", 8, goodRunWith(t, `"completed": 3`, `"completed": 2, "completed": 3`))
	painted := x.diffusion(strings.Replace(goodDiffusion, "{", `{"x": 1, "x": 2, `, 1))
	x.wantOnly(raw.Options{}, []string{once, twice, painted}, map[string]string{
		twice: "completed: the key occurs twice in the file", painted: "x: the key occurs twice in the file",
	})
}
