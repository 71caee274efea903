package hub

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestParseReadsAddresses(t *testing.T) {
	for address, want := range map[string]struct {
		repo Repo
		path string
	}{
		"ml-energy/benchmark-v3":                  {Repo{"ml-energy/benchmark-v3", ""}, ""},
		"datasets/ml-energy/benchmark-v3":         {Repo{"ml-energy/benchmark-v3", ""}, ""},
		"a/b/":                                    {Repo{"a/b", ""}, ""},
		"a/b@v1.0":                                {Repo{"a/b", "v1.0"}, ""},
		"a/b/runs/llm.parquet":                    {Repo{"a/b", ""}, "runs/llm.parquet"},
		"a/b@main/runs":                           {Repo{"a/b", "main"}, "runs"},
		"a/b@feature%2Fx/runs":                    {Repo{"a/b", "feature/x"}, "runs"},
		"a/b@refs/pr/12/runs":                     {Repo{"a/b", "refs/pr/12"}, "runs"},
		"a/b@refs/convert/parquet":                {Repo{"a/b", "refs/convert/parquet"}, ""},
		"a/b@" + strings.Repeat("c", 40) + "/x@y": {Repo{"a/b", strings.Repeat("c", 40)}, "x@y"},
		"a_1/b.c-d_e":                             {Repo{"a_1/b.c-d_e", ""}, ""},
	} {
		r, path, err := Parse(address)
		if err != nil || r != want.repo || path != want.path {
			t.Errorf("%s: %v, %q, %v", address, r, path, err)
		}
		again, _, err := Parse(r.String())
		if err != nil || again != r {
			t.Errorf("%s is read as %v: %v", r, again, err)
		}
	}
}

func TestParseRefusesWhatNoDatasetIsCalled(t *testing.T) {
	for _, address := range []string{
		"", "a", "/", "a/", "/b", "../b", "a/..", "a/b--c", "a/b..c", "a b/c", "a/b\x00", "a/-b", "a/b.", "ä/b",
		"a/" + strings.Repeat("b", 97),
		"a/b@", "a/b@..", "a/b@a..b", "a/b@x%2F..%2Fy", "a/b@%2Fetc", "a/b@x%2F%2Fy", "a/b@x%", "a/b@.x", "a/b@x.lock", "a/b@x%2F.y",
		"a/b@x~1", "a/b@x^", "a/b@x:y", "a/b@x%5Cy", "a/b@x%00", "a/b@x%0A", "a/b@x y", "a/b@@", "a/b@x@{1}", "a/b@x.",
		"a/b@" + strings.Repeat("x", 201),
		"a/b/..", "a/b/x/../../y", "a/b/x//y", "a/b/./x", `a/b/x\y`, "a/b/x\n",
	} {
		if r, path, err := Parse(address); err == nil {
			t.Errorf("%q is read as %v, %q", address, r, path)
		}
	}
}

func TestNamesAreQuotedAsInURLs(t *testing.T) {
	if got := quote("refs/pr/1 ä+"); got != "refs%2Fpr%2F1%20%C3%A4%2B" {
		t.Error(got)
	}
	if got := quote("a b/c+d=1/~x.json"); got != "a%20b%2Fc%2Bd%3D1%2F~x.json" {
		t.Error(got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a/b@c/d", "a/b@refs/pr/1/x", "datasets/a/b@x%2Fy", "a/b/../c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		r, path, err := Parse(address)
		if err != nil {
			return
		}
		for _, name := range []string{folderName(r), r.revision(), path} {
			if name != "" && (!filepath.IsLocal(filepath.FromSlash(name)) || strings.Contains(name, "..") && name != path) {
				t.Errorf("%q gives %q", address, name)
			}
		}
		if strings.Contains(folderName(r), "/") {
			t.Errorf("%q gives %q", address, folderName(r))
		}
		again, _, err := Parse(r.String())
		if err != nil || again != r {
			t.Errorf("%q: %v, then %v: %v", address, r, again, err)
		}
	})
}
