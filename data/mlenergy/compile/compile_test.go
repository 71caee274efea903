package compile

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/shared"
)

func findings() []raw.Finding {
	return []raw.Finding{
		{
			Place: raw.Place{
				Root: 1, Path: "llm/a/results.json", Domain: "llm", Task: "gpqa", ModelID: "A/b", GPU: "H100",
				Tokens: map[string]string{"seed": "1"}, Size: 1 << 40,
			},
			LLM: &data.LLMRun{
				Domain: "llm", Task: "gpqa", ModelID: "A/b", NumGPUs: 3, MaxNumSeqs: math.MaxInt, Seed: data.Some(-1),
				EnergyPerTokenJoules: 0.1, AvgPowerWatts: 5e-324, MedianITLMillis: math.Nextafter(1, 2), P90ITLMillis: math.Inf(1),
				MeanITLMillis: data.Some(math.Copysign(0, -1)), AvgBatchSize: data.Some(math.MaxFloat64),
				ResultsPath: data.Some("llm/a/results.json"),
			},
			Lengths:  &data.OutputLengths{Lengths: []int{3, 5}, Counts: []int{1, 2}},
			Reason:   "short_steady_state:3.0",
			Problems: []data.Problem{{File: "llm/a/results.json", Row: 2, Field: "seed", Message: "odd \u2028 <text>", LeftOut: 1}},
		},
		{
			Place: raw.Place{Path: "diffusion/b/results.json", Domain: "diffusion"},
			Diffusion: &data.DiffusionRun{
				Domain: "diffusion", NumFrames: data.Some(49), UseTorchCompile: data.Some(false),
				BatchLatencySeconds: 1.0 / 3,
			},
		},
		{
			Place: raw.Place{Path: "llm/c/results.json"}, Reason: "failed_to_load_results:byte 0",
			Lengths: &data.OutputLengths{Lengths: []int{}, Counts: []int{}},
		},
	}
}

func TestFindingsReadBackBitForBit(t *testing.T) {
	want := findings()
	text, err := encodeFindings(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodeFindings(text)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if x := got[0].LLM.MeanITLMillis.Or(1); x != 0 || !math.Signbit(x) {
		t.Errorf("a negative zero came back as %v", x)
	}
}

func TestNaNReadsBack(t *testing.T) {
	text, err := encodeFindings([]raw.Finding{{LLM: &data.LLMRun{P99ITLMillis: math.NaN()}}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodeFindings(text)
	if err != nil || !math.IsNaN(got[0].LLM.P99ITLMillis) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestFindingsOfAnotherFieldTableAreRefused(t *testing.T) {
	text, err := encodeFindings(findings())
	if err != nil {
		t.Fatal(err)
	}
	for old, changed := range map[string]string{
		`"seed":-1`:                     `"sead":-1`,
		`"num_gpus":3`:                  `"num_gpus":"3"`,
		`"avg_power_watts":"5e-324"`:    `"avg_power_watts":"much"`,
		`"max_num_seqs":9223372036854`:  `"max_num_seqs":99223372036854`,
		`"results_path":"llm/a/results`: `"results_path":7,"x":"`,
	} {
		bent := strings.Replace(string(text), old, changed, 1)
		if bent == string(text) {
			t.Fatalf("%s is not in %s", old, text)
		}
		if _, err := decodeFindings([]byte(bent)); err == nil {
			t.Errorf("%s was taken", changed)
		}
	}
}

func TestEveryFileIsInOneShardWhateverElseThereIs(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7} {
		sizes := make([]int, n)
		for i := range 1000 {
			path := fmt.Sprintf("llm/run %d/results.json", i)
			in := 0
			for k := range n {
				if (Shard{k + 1, n}).has(path) {
					in++
					sizes[k]++
				}
			}
			if in != 1 {
				t.Fatalf("%s is in %d of %d shards", path, in, n)
			}
		}
		for k, size := range sizes {
			if size < 500/n || size > 1500/n {
				t.Errorf("shard %d of %d has %d of 1000 files", k+1, n, size)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "7/7": {7, 7}, "2/30": {2, 30}} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2", "1/99999999"} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, got)
		}
	}
}

// write puts text files below a new directory and returns it.
func write(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOnlyConfigurationsInsideTheirDirectoryArePublished(t *testing.T) {
	dir := write(t, map[string]string{
		"configs/vllm/gpqa/A/b/model_info.json":              "{}",
		"configs/vllm/gpqa/A/b/H100/monolithic.config.yaml":  "a: 1",
		"configs/vllm/gpqa/A/b/.env":                         "TOKEN=secret",
		"configs/xdit/text-to-image/A/c/model_info.json":     "{}",
		"configs/other/model_info.json":                      "{}",
		"outside/model_info.json":                            "secret",
		"configs/vllm/gpqa/A/d/H100/extra/model_info.json/x": "a directory",
	})
	link := filepath.Join(dir, "configs", "vllm", "gpqa", "A", "e")
	if err := os.MkdirAll(link, 0o755); err != nil {
		t.Fatal(err)
	}
	shared.Link(t, filepath.Join(dir, "outside", "model_info.json"), filepath.Join(link, "model_info.json"))
	want := files{
		"configs/vllm/gpqa/A/b/model_info.json":             filepath.Join(dir, "configs/vllm/gpqa/A/b/model_info.json"),
		"configs/vllm/gpqa/A/b/H100/monolithic.config.yaml": filepath.Join(dir, "configs/vllm/gpqa/A/b/H100/monolithic.config.yaml"),
		"configs/xdit/text-to-image/A/c/model_info.json":    filepath.Join(dir, "configs/xdit/text-to-image/A/c/model_info.json"),
	}
	followed, err := configFiles(nil, filepath.Join(dir, "configs"), true)
	if err != nil || followed["configs/vllm/gpqa/A/e/model_info.json"] == "" {
		t.Errorf("with links: got %v, %v", followed, err)
	}
	for name, got := range map[string]func() (files, error){
		"beside a root": func() (files, error) { return configFiles([]string{dir, t.TempDir()}, "", false) },
		"given":         func() (files, error) { return configFiles(nil, filepath.Join(dir, "configs"), false) },
	} {
		if f, err := got(); err != nil || !reflect.DeepEqual(f, want) {
			t.Errorf("%s: got %v, %v", name, f, err)
		}
	}
	delete(want, "configs/xdit/text-to-image/A/c/model_info.json")
	beside := t.TempDir()
	if err := os.Symlink(filepath.Join(dir, "configs"), filepath.Join(beside, "configs")); err != nil {
		t.Fatal(err)
	}
	if f, err := configFiles([]string{beside}, "", false); err != nil || len(f) > 0 {
		t.Errorf("a directory that leads out: got %v, %v", f, err)
	}
	if f, err := configFiles(nil, filepath.Join(dir, "configs", "vllm"), false); err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("one kind: got %v, %v", f, err)
	}
}

// aPart writes a part of two roots with the findings and no raw files.
func aPart(t testing.TB, findings []byte, of []partFile) string {
	t.Helper()
	p := &Part{findings: findings, files: files{}, manifest: manifest{
		Shard: Shard{1, 1}, Given: []string{"results", "more"}, Files: of, Findings: digestOf(findings),
		Split: split{Schema: schema, Roots: 2, SkipRaw: true, Search: [][]wireProblem{{}, {}}},
	}}
	var err error
	if p.manifest.Split.Configs, err = p.files.digest(); err != nil {
		t.Fatal(err)
	}
	at, err := p.Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestAPartThatWasChangedIsRefused(t *testing.T) {
	if _, err := Merge([]string{aPart(t, nil, nil)}); err != nil {
		t.Fatalf("an unchanged part: %v", err)
	}
	for name, c := range map[string]struct{ file, text, want string }{
		"findings":       {findingsFile, "{}\n", "differs from the manifest"},
		"no manifest":    {manifestFile, "", "unexpected end"},
		"other layout":   {manifestFile, `{"split": {"schema": "jouleboard part 0"}}`, `has layout "jouleboard part 0"`},
		"no shard":       {manifestFile, `{"split": {"schema": "jouleboard part 1"}}`, "is inconsistent"},
		"configurations": {"configs/vllm/a/model_info.json", "{}", "differs from the manifest"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := aPart(t, nil, nil)
			file := filepath.Join(dir, filepath.FromSlash(c.file))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := Merge([]string{dir}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestAPartCannotNameFilesOutsideItself(t *testing.T) {
	for _, path := range []string{"../../secret/results.json", "/etc/results.json", "a/../../results.json"} {
		f := raw.Finding{Place: raw.Place{Path: path}, LLM: &data.LLMRun{ResultsPath: data.Some(path)}}
		text, err := encodeFindings([]raw.Finding{f})
		if err != nil {
			t.Fatal(err)
		}
		dir := write(t, map[string]string{findingsFile: string(text)})
		p := part{dir, manifest{Findings: digestOf(text), Files: []partFile{{Path: path}}, Split: split{Roots: 1}}}
		if _, err := p.findings(); err == nil {
			t.Errorf("%s was taken", path)
		}
	}
}

func TestSizeCategoryIsTheHubsWord(t *testing.T) {
	for rows, want := range map[int]string{0: "n<1K", 999: "n<1K", 1000: "1K<n<10K", 9_999_999: "1M<n<10M", 10_000_000: "n>10M"} {
		if got := sizeCategory(rows); got != want {
			t.Errorf("%d rows: got %s, want %s", rows, got, want)
		}
	}
}

// FuzzFindings: what can be read can be written, read again and merged, or is
// refused.
func FuzzFindings(f *testing.F) {
	text, err := encodeFindings(findings())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"llm": {}}`))
	f.Add([]byte(`{"lengths": {"lengths": [1], "counts": []}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := decodeFindings(text)
		if err != nil {
			return
		}
		again, err := encodeFindings(got)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if _, err := decodeFindings(again); err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		var of []partFile
		for _, f := range got {
			of = append(of, partFile{f.Place.Root, f.Place.Path, f.Place.Size})
		}
		c, err := Merge([]string{aPart(t, again, of)})
		if err == nil && c.Dataset.Len() > len(got) {
			t.Errorf("%d runs of %d findings", c.Dataset.Len(), len(got))
		}
	})
}

// FuzzManifest: a part is merged only with a manifest that says what it holds.
func FuzzManifest(f *testing.F) {
	text, err := encodeFindings(findings())
	if err != nil {
		f.Fatal(err)
	}
	var of []partFile
	for _, f := range findings() {
		of = append(of, partFile{f.Place.Root, f.Place.Path, f.Place.Size})
	}
	dir := aPart(f, text, of)
	file := filepath.Join(dir, manifestFile)
	good, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"split": {"schema": "jouleboard part 1", "roots": -1}, "shard": {"number": 1, "of": 99999999999}}`))
	f.Fuzz(func(t *testing.T, manifest []byte) {
		if err := os.WriteFile(file, manifest, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Merge([]string{dir}); err == nil && !strings.Contains(string(manifest), digestOf(text)) {
			t.Errorf("a manifest without the findings' digest was taken: %s", manifest)
		}
	})
}
