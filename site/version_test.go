package site

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestOnlyAVersionIsReadAsOne(t *testing.T) {
	const good = `{"date":"2025-03-01","digest":"x","models":1,"name":"1.0","revision":"r","runs":2,"tasks":1}`
	read := func(text string) (Version, error) {
		return ReadVersion("1.0", fstest.MapFS{"version.json": {Data: []byte(text)}})
	}
	if v, err := read(good); err != nil || v.Name != "1.0" || v.Runs != 2 || v.Files == nil {
		t.Errorf("%+v, %v", v, err)
	}
	for want, text := range map[string]string{
		"is too large":            good + strings.Repeat(" ", 5000),
		"as build --data-version": good[:20],
		"but in a folder":         strings.Replace(good, "1.0", "2.0", 1),
		"printable":               strings.Replace(good, `"r"`, `"\u0007"`, 1),
		"number of models":        strings.Replace(good, `"runs":2`, `"runs":-2`, 1),
		"YYYY-MM-DD":              strings.Replace(good, "2025-03-01", "<b>", 1),
		"twice":                   strings.Replace(good, `"runs"`, `"models":9,"runs"`, 1),
		"too large for a double":  strings.Replace(good, `"runs":2`, `"runs":1e999`, 1),
		"number 1.5":              strings.Replace(good, `"runs":2`, `"runs":1.5`, 1),
		"and runs":                strings.Replace(good, `"tasks":1`, `"tasks":-1`, 1),
		"short printable text":    strings.Replace(good, `"r"`, `"a\u202eb"`, 1),
		"revision: want a short":  strings.Replace(good, `"r"`, `"/home/me/data"`, 1),
		"date: want a day":        strings.Replace(good, "2025-03-01", "2025-02-30", 1),
		"systems: want":           strings.Replace(good, `"tasks"`, `"systems":[{"name":"a\u009bb","models":1,"runs":1}],"tasks"`, 1),
		"number of models and":    strings.Replace(good, `"tasks"`, `"systems":[{"name":"a","models":0,"runs":1}],"tasks"`, 1),
		"is of version":           strings.Replace(good, `"1.0"`, `"../1.0"`, 1),
		"nest deeper than":        strings.Replace(good, `"x"`, strings.Repeat("[", 1000)+strings.Repeat("]", 1000), 1),
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "make the version again") {
			t.Errorf("%v, want %q with a remedy", err, want)
		}
	}
}

func TestNamesOfVersionsArePartsOfAddresses(t *testing.T) {
	for name, want := range map[string]bool{
		"3.0": true, "2025-03-01": true, "v3-rc.1": true,
		"": false, ".": false, "..": false, "3..0": false, "3.": false, "A": false, "a/b": false, "a b": false, "-x": false,
		strings.Repeat("1", 41): false,
	} {
		if IsVersion(name) != want {
			t.Errorf("IsVersion(%q) is %v", name, !want)
		}
	}
}

func TestTheBannerOfAKeptVersionNamesTheNewestInBothForms(t *testing.T) {
	old := options(t)
	old.DataVersion, old.Frozen = "1.0", true
	if files := onDisk(t, old); files[llmsName] != "" || files[twinName] == "" {
		t.Error("a version has its twins, and no list of its own")
	}
	kept, err := ReadVersion("1.0", os.DirFS(old.Out))
	if err != nil {
		t.Fatal(err)
	}
	opts := options(t)
	opts.DataVersion, opts.Versions = "2.0", []Version{kept}
	files := built(t, opts)
	for name, want := range map[string]string{
		"v/1.0/tasks/gpqa/index.html": `<a href="../../../../">The newest version is 2.0</a>`,
		"v/1.0/tasks/gpqa/index.md":   `as published. [The newest version is 2.0](../../../../)`,
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s has no %s:\n%.2000s", name, want, files[name])
		}
	}
}
