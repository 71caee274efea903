package command

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// LaTeX sets the tables of every command, and prints each character of a text as it is.
func TestLaTeXSetsTables(t *testing.T) {
	latex, toText := tool(t, "pdflatex", "texlive-science"), tool(t, "pdftotext", "poppler-utils")
	odd := `[50%] <a|b> & #1_x^2 ~ $ {*} \`
	var own bytes.Buffer
	if err := (sheet{
		columns: []sheetColumn{{label: "Model", unit: "*"}, {label: "Energy", unit: "J"}},
		rows:    [][]any{{odd, 0.25}, {"[A]", -12.5}, {"* B", nil}},
	}).latex(&own); err != nil {
		t.Fatal(err)
	}
	text := `\documentclass{article}\usepackage[landscape,margin=1mm]{geometry}\usepackage{booktabs, siunitx}\begin{document}\tiny` + "\n" + own.String()
	for _, args := range [][]string{
		{"runs", "--where", `task == "sourcegraph-fim"`}, {"rank", "--task", "gpqa"}, {"fits"}, {"compare", "--factor", "gpu_model", "--base", "H100", "--alt", "B200"},
	} {
		table, _ := command(t, append(args, "--format", "latex")...)
		text += "\n\\clearpage\n" + string(table)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "tables.tex")
	if err := os.WriteFile(file, []byte(text+`\end{document}`), 0o644); err != nil {
		t.Fatal(err)
	}
	set := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", file)
	set.Dir = dir
	if out, err := set.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	printed := outputOf(t, toText, "-layout", filepath.Join(dir, "tables.pdf"), "-")
	odd = strings.NewReplacer("_", " ", "^", "ˆ", "~", "˜").Replace(odd) // as pdftotext reads what stands there
	for _, want := range []string{odd, "[A]", "* B", "0.25", "12.5"} {
		if !strings.Contains(printed, want) {
			t.Errorf("LaTeX prints no %s in %.300s", want, printed)
		}
	}
}
