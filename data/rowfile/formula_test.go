package rowfile

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNoCellIsAFormula(t *testing.T) {
	for text, want := range map[string]string{
		`=HYPERLINK("https://evil.example","x")`: `'=HYPERLINK("https://evil.example","x")`,
		"+1+1":                                   "'+1+1", "-2+3": "'-2+3", "@SUM(1)": "'@SUM(1)", "\t=1": "'\t=1", "\r=1": "'\r=1",
		"'=1": "''=1", "''+x": "'''+x", "-inf x": "'-inf x",
		"-5": "-5", "-5 %": "-5 %", "+1e-7": "+1e-7", "": "", "'": "'", "it's": "it's", "'a": "'a", "a=b": "a=b", "lab/model": "lab/model",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if got := stated(want); got != text {
			t.Errorf("%q reads back as %q, want %q", want, got, text)
		}
	}
}

func TestTextsThatASpreadsheetWouldRunAreQuotedInCSVOnly(t *testing.T) {
	for format, want := range map[string]string{"csv": `"'=1,2"`, "json": `"=1,2"`} {
		var out bytes.Buffer
		w, err := New(format, &out, []Column{{Name: "a"}, {Name: "b", Kind: Number}})
		if err != nil {
			t.Fatal(err)
		}
		w.Text(0, "=1,2")
		w.Number(1, -0.5)
		if err := w.Next(); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(out.Bytes(), []byte(want)) || !bytes.Contains(out.Bytes(), []byte("-0.5")) {
			t.Errorf("%s: %s", format, out.String())
		}
	}
}

// All files of cells are written here. Only the files for OpenG2G, which no spreadsheet is for, are written as they are.
func TestNoOtherPackageWritesCSV(t *testing.T) {
	allowed := map[string]bool{filepath.Join("export", "openg2g", "files.go"): true}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch name := e.Name(); {
		case err != nil:
			return err
		case e.IsDir() && path != root && (name == "node_modules" || name == "test" || strings.HasPrefix(name, ".")):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if at, _ := filepath.Rel(root, path); bytes.Contains(text, []byte("csv.NewWriter(")) && !allowed[at] {
			t.Errorf("%s writes CSV of its own: use rowfile.CSV or rowfile.New, which keep formulas from being run", at)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("=1")
	f.Add("''=\r")
	f.Fuzz(func(t *testing.T, text string) {
		if got := stated(Plain(text)); got != text {
			t.Errorf("%q reads back as %q", text, got)
		}
	})
}

// stated returns the text that [Plain] converted to a cell.
func stated(cell string) string {
	if rest, quoted := strings.CutPrefix(cell, "'"); quoted && Plain(rest) == cell {
		return rest
	}
	return cell
}
