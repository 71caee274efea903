package command

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/test/sites"
)

// Blocks of the documentation are run, each file's in one shell, by the words after the fence:
//
//	sh              commands
//	console         commands after “$ ” with what they print
//	LANGUAGE FILE   the content of a file
//	sh elsewhere    commands that need the network, another machine or another repository, or that wait; they are counted
//
// All files but those that begin with nothing find the results of the sample in results/, raw results in raw/, a content
// folder in content/, and a repository of git around them.
var fromNothing = map[string]bool{"docs/tutorial.md": true, "docs/benchmarks.md": true}

// elsewhere is the number of blocks that no test can run.
const elsewhere = 48

func TestEveryCommandInTheDocumentationRuns(t *testing.T) {
	skipped, sampled := 0, sampled(t)
	for _, file := range documented(t) {
		runs := false
		blocks := blocksOf(t, file)
		for _, b := range blocks {
			if runs = runs || b.is("sh") || b.is("console"); b.is("sh", "elsewhere") {
				skipped++
			}
		}
		if !runs {
			continue
		}
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			work := t.TempDir()
			if !fromNothing[file] {
				prepare(t, work, sampled)
			}
			runBlocks(t, work, blocks)
		})
	}
	if skipped != elsewhere {
		t.Errorf("%d blocks of the documentation are marked “sh elsewhere”, which no test runs; elsewhere says %d", skipped, elsewhere)
	}
}

// documented are the files, relative to the module.
func documented(t *testing.T) (files []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(module, "docs", "*.md"))
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	for _, name := range append(names, filepath.Join(module, "README.md"), filepath.Join(module, "CONTRIBUTING.md")) {
		relative, _ := filepath.Rel(module, name)
		files = append(files, filepath.ToSlash(relative))
	}
	return files
}

const module = "../.."

// block is a fenced block of code.
type block struct {
	words []string // after the fence
	line  int
	text  string
}

func (b block) is(words ...string) bool {
	return strings.Join(b.words, " ") == strings.Join(words, " ")
}

var fence = regexp.MustCompile("^( *)(```+)([^`]*)$")

func blocksOf(t *testing.T, file string) (blocks []block) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(module, file))
	if err != nil {
		t.Fatal(err)
	}
	var open []string // indent and fence of the block that is read
	for i, line := range strings.Split(string(content), "\n") {
		at := fence.FindStringSubmatch(line)
		switch {
		case open == nil && at != nil:
			open, blocks = at[1:3], append(blocks, block{words: strings.Fields(at[3]), line: i + 1})
		case open != nil && at != nil && at[2] == open[1] && at[3] == "":
			open = nil
		case open != nil:
			blocks[len(blocks)-1].text += strings.TrimPrefix(line, open[0]) + "\n"
		}
	}
	if open != nil {
		t.Fatalf("%s:%d: the block is never closed", file, blocks[len(blocks)-1].line)
	}
	return blocks
}

// runBlocks runs what a file says, in order and in one shell, so that a cd stays.
func runBlocks(t *testing.T, work string, blocks []block) {
	t.Helper()
	notes := t.TempDir()
	script, outputs := "", map[string]string{}
	for i, b := range blocks {
		name := filepath.Join(notes, fmt.Sprint(i))
		switch {
		case b.is("sh"):
			script += fmt.Sprintf("echo 'block of line %d' >&2\n%s", b.line, b.text)
		case b.is("console"):
			commands, want := split(b.text)
			script += fmt.Sprintf("{\n%s} > %s || { cat %[2]s; false; }\n", commands, name)
			outputs[name] = fmt.Sprintf("line %d\n%s", b.line, want)
		case len(b.words) == 2 && b.words[0] != "sh":
			if err := os.WriteFile(name, []byte(b.text), 0o644); err != nil {
				t.Fatal(err)
			}
			script += fmt.Sprintf("mkdir -p %s && cp %s %s\n", filepath.Dir(b.words[1]), name, b.words[1])
		}
	}
	bash(t, work, script)
	for name, want := range outputs {
		got, err := os.ReadFile(name)
		line, want, _ := strings.Cut(want, "\n")
		if err != nil || string(got) != want {
			t.Errorf("the block of %s prints\n%s\nand says\n%s%v", line, got, want, err)
		}
	}
}

// split separates commands from what they print.
func split(text string) (commands, output string) {
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands += command
		} else {
			output += line
		}
	}
	return commands, output
}

// sampled is a folder with some results of the sample, whose site is built in a third of the time, and a content folder.
func sampled(t *testing.T) string {
	t.Helper()
	return bash(t, t.TempDir(), `
		mkdir -p results/runs
		jouleboard runs --where 'task in ["gpqa", "lm-arena-chat"] && nickname in ["Lumen 8B", "Skerry 8B"]' --format parquet > results/runs/llm.parquet
		jouleboard runs --domain diffusion --where 'task == "text-to-image" && nickname == "Prism 2B"' --format parquet > results/runs/diffusion.parquet
		jouleboard init lab --name Lab --repo lab/energy
		mv lab/content .`)
}

// prepare fills the folder in which commands run.
func prepare(t *testing.T, work, sampled string) {
	t.Helper()
	raw := filepath.Join(shared.Small(t), "reference", "raw")
	for to, from := range map[string]string{work: sampled, filepath.Join(work, "raw"): raw} {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	bash(t, work, `
		find raw -type d -name zoo -prune -exec rm -r {} + # broken on purpose
		git init -q -b main
		git add results content
		git -c user.name=Lab -c user.email=lab@example.org commit -q -m results
		git update-ref refs/remotes/origin/main HEAD`)
}

// bash runs a script in a folder and gives the folder; the first command that fails ends it.
func bash(t *testing.T, dir, script string) string {
	t.Helper()
	var messages strings.Builder
	shell := exec.CommandContext(t.Context(), "bash", "-ec", script)
	shell.Dir, shell.Stderr = dir, &messages
	shell.Env = append(os.Environ(), "HOME="+t.TempDir(), "GIT_CONFIG_GLOBAL=/dev/null", "COLUMNS=100")
	if err := shell.Run(); err != nil {
		t.Fatalf("%v\n%s", err, messages.String())
	}
	return dir
}

var linked = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// Links of the documentation lead somewhere in the repository too; those of its site are looked at when it is built.
func TestEveryLinkOfTheDocumentationLeadsSomewhere(t *testing.T) {
	const here = "https://github.com/jouleboard/jouleboard/blob/main/"
	others := []string{"CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", ".github/pull_request_template.md"}
	for _, file := range append(documented(t), others...) {
		for _, link := range linked.FindAllStringSubmatch(prose(t, file), -1) {
			target, anchor, _ := strings.Cut(link[1], "#")
			name := path.Join(path.Dir(file), target)
			if within, ok := strings.CutPrefix(target, here); ok {
				name = within
			} else if strings.Contains(target, ":") {
				continue
			}
			if target == "" {
				name = file
			}
			if _, err := os.Stat(filepath.Join(module, name)); err != nil {
				t.Errorf("%s links to %s: %v", file, link[1], err)
			} else if anchor != "" && !slices.Contains(anchors(t, name), anchor) {
				t.Errorf("%s links to %s: %s has no such heading", file, link[1], name)
			}
		}
	}
}

// The documentation's site says of the pages with results, and of no other, that they are invented.
func TestTheSiteOfTheDocumentationIsBuilt(t *testing.T) {
	out := sites.Of(t, "--content", "../../docs", "--strict")
	for name, invented := range map[string]bool{"index.html": false, "search/index.html": false, "results/index.html": true} {
		page, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
		if text := string(page); err != nil || strings.Contains(text, "Synthetic sample: ") != invented ||
			strings.Contains(text, "noindex") != invented {
			t.Errorf("%s: invented should be %v; %v", name, invented, err)
		}
	}
}

// prose is a file without its blocks and spans of code.
func prose(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(module, file))
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for _, b := range blocksOf(t, file) {
		text = strings.ReplaceAll(text, b.text, "")
	}
	return regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, "code")
}

// anchors are those that a host of repositories gives the headings of a file.
func anchors(t *testing.T, file string) (anchors []string) {
	t.Helper()
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(prose(t, file), -1) {
		kept := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		anchors = append(anchors, strings.ReplaceAll(kept, " ", "-"))
	}
	return anchors
}

// Every source and every published schema is in the documentation.
func TestSourcesAndSchemasAreDocumented(t *testing.T) {
	var pages [2]string
	for i, name := range []string{"sources.md", "files.md"} {
		content, err := os.ReadFile(filepath.Join(module, "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		pages[i] = string(content)
	}
	for _, k := range source.Kinds() {
		if !strings.Contains(pages[0], "`"+k.Prefix) {
			t.Errorf("docs/sources.md lacks %s", k.Prefix)
		}
	}
	schemas, err := os.ReadDir(filepath.Join(sites.Of(t, "--source", "sample:"), "data", "schema"))
	if err != nil || len(schemas) == 0 {
		t.Fatal(schemas, err)
	}
	for _, s := range schemas {
		if !strings.Contains(pages[1], "`data/schema/"+s.Name()+"`") {
			t.Errorf("docs/files.md lacks data/schema/%s", s.Name())
		}
	}
}
