package assets

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const again = "run make generate and commit assets/dist/web and web.json"

// The scripts of pages are committed as they are bundled. That the bundle is of these sources is told without Node, by
// digests; assets/js/test/bundle.test.js bundles again and compares bytes.
func TestTheCommittedBundleIsOfTheseSources(t *testing.T) {
	m := bundled()
	if got := digest(t, os.DirFS("."), "js/build/pages.js", "js/web/*"); got != m.Sources {
		t.Errorf("the scripts of pages changed since they were bundled: %s", again)
	}
	if got := digest(t, os.DirFS("dist"), "web/*"); got != m.Files {
		t.Errorf("dist/web is not what was bundled: %s", again)
	}
	if want := pinned(t, "esbuild"); m.ESBuild != want {
		t.Errorf("bundled by esbuild %s, package.json wants %s: %s", m.ESBuild, want, again)
	}
}

// digest is that of the list which sha256sum prints for some files.
func digest(t *testing.T, root fs.FS, patterns ...string) string {
	t.Helper()
	var names []string
	for _, pattern := range patterns {
		found, err := fs.Glob(root, pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	list := sha256.New()
	for _, name := range names {
		content, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(list, "%x  %s\n", sha256.Sum256(content), name)
	}
	return fmt.Sprintf("%x", list.Sum(nil))
}

// pinned is the version of an npm package.
func pinned(t *testing.T, name string) string {
	t.Helper()
	var npm struct{ DevDependencies map[string]string }
	text, err := os.ReadFile("../package.json")
	if err == nil {
		err = json.Unmarshal(text, &npm)
	}
	if err != nil {
		t.Fatal(err)
	}
	return npm.DevDependencies[name]
}

func TestEveryScriptIsThere(t *testing.T) {
	scripts, entries := Scripts()
	for _, name := range []string{"early", "changes", "site", "task", "compare", "views"} {
		if _, err := fs.Stat(scripts, entries[name].File); entries[name].File == "" || err != nil {
			t.Errorf("%s: file %q, %v", name, entries[name].File, err)
		}
	}
}

var imported = regexp.MustCompile(`(?:from|import)\s*\(?\s*'([^']+)'`)

// The bundle is committed, so nothing of other people's may be in it.
func TestPageScriptsImportNothingButEachOther(t *testing.T) {
	names, err := filepath.Glob("js/web/*.js")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range imported.FindAllSubmatch(text, -1) {
			found++
			if file := string(m[1]); path.Dir(file) != "." {
				t.Errorf("%s imports %s", name, file)
			} else if _, err := os.Stat(filepath.Join("js/web", file)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if found < len(names) {
		t.Errorf("%d imports found in %d files: does the test still read them?", found, len(names))
	}
}

var (
	limited  = regexp.MustCompile(`(?m)^export const (\w+) = ([\d.]+); // (\w+)`)
	repeated = `(?m)^(?:const |\t)(?i:%s)\s+= ([\d._]+)`
)

// The script repeats limits of packages, because it answers as they do.
func TestLimitsOfTheScriptAreThoseOfThePackages(t *testing.T) {
	text, err := os.ReadFile("js/web/limits.js")
	if err != nil {
		t.Fatal(err)
	}
	all := limited.FindAllSubmatch(text, -1)
	if lines := strings.Count(string(text), "\nexport "); len(all) != lines || lines < 10 {
		t.Errorf("%d of %d limits name their package", len(all), lines)
	}
	for _, one := range all {
		name, value, dir := string(one[1]), string(one[2]), string(one[3])
		files, _ := filepath.Glob("../" + dir + "/*.go")
		var found []string
		for _, file := range files {
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(fmt.Sprintf(repeated, name)).FindAllSubmatch(code, -1) {
				found = append(found, strings.ReplaceAll(string(m[1]), "_", ""))
			}
		}
		if !slices.Equal(found, []string{value}) {
			t.Errorf("limits.js has %s = %s, package %s %v", name, value, dir, found)
		}
	}
}
