package command

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write the pages of docs that are made from the program")

// The pages of reference are made from the program, as docs/settings.md is.
func TestTheReferenceIsThatOfTheProgram(t *testing.T) {
	for name, want := range map[string]string{"commands": commandsPage(), "fields": fieldsPage(), "packages": packagesPage(t)} {
		file := filepath.Join(module, "docs", name+".md")
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != want {
			t.Errorf("%s is not what the program says (%v); run go test ./internal/command -run Reference -update", file, err)
		}
	}
}

const commandsHead = `# Commands

Every command of Jouleboard with its flags, as printed by its help.

This page is generated from the program. Results go to standard output, messages to standard error. ` +
	`The exit status is 0 for success, 1 for failure, and 2 for a usage error.

## Global flags

`

func commandsPage() string {
	var b strings.Builder
	b.WriteString(commandsHead)
	root := Root()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	writeFlags(&b, root.PersistentFlags())
	walkCommands(root, func(c *cobra.Command) { writeCommand(&b, c) })
	for _, t := range topics() {
		if t.Name() != fieldsTopic && t.Name() != "sources" { // they have pages of their own
			fmt.Fprintf(&b, "\n## jouleboard help %s\n\n%s.\n%s", t.Name(), t.Short, markdown(strings.TrimSpace(t.Long)))
		}
	}
	return b.String()
}

func walkCommands(c *cobra.Command, do func(*cobra.Command)) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Parent().Name() != "completion" {
			do(sub)
			walkCommands(sub, do)
		}
	}
}

func writeCommand(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n```text\n%s\n```\n", c.CommandPath(), c.Short, c.UseLine())
	if long := strings.TrimSpace(c.Long); long != "" && c.Name() != "completion" {
		b.WriteString(markdown(long))
	}
	if c.Flags().Lookup("source") != nil {
		b.WriteString("\n[Sources](sources.md) lists what `--source` accepts.\n")
	}
	if c.HasAvailableLocalFlags() {
		b.WriteString("\n")
		writeFlags(b, c.LocalNonPersistentFlags())
	}
	here, there := examples(c)
	for _, block := range []struct{ language, lines string }{{"sh", here}, {"sh elsewhere", there}} {
		if block.lines != "" {
			fmt.Fprintf(b, "\n```%s\n%s```\n", block.language, block.lines)
		}
	}
}

// verbatim are the words of a help text that a page shows as code: flags, files, fields.
var verbatim = regexp.MustCompile(`--[a-z][a-z-]*( [A-Z]+)?|[<-]?\w[\w.>-]*[/_][\w./<>-]*[\w/>]|\w+/|` +
	`<\w[\w<>-]+|\w[\w-]*\.(jsonl?|ya?ml|csv|md|parquet)\b`)

// markdown is a help text for a page that has its own line length. What is indented is a table or a command, and what
// has a brace is JSON.
func markdown(help string) string {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(indented.ReplaceAllString(help, "\n$0\n"), "\n\n") {
		if paragraph = strings.Trim(paragraph, "\n"); paragraph == "" {
			continue
		}
		if strings.HasPrefix(paragraph, " ") || strings.Contains(paragraph, "\n ") || strings.Contains(paragraph, "{") {
			fmt.Fprintf(&b, "\n```text\n%s\n```\n", paragraph)
			continue
		}
		text := strings.ReplaceAll(paragraph, "\n", " ")
		fmt.Fprintf(&b, "\n%s\n", verbatim.ReplaceAllString(text, "`$0`"))
	}
	return b.String()
}

// indented is lines of a help text that keep their columns.
var indented = regexp.MustCompile(`(?m)(^ .*\n?)+`)

// away is in commands that need what the documentation's folders do not have.
var away = regexp.MustCompile(`https?://|hf://|serve|raw:results|--results|compiled|parts|--spec|\*\.csv|--cite|ipw|` +
	`report\.json|git:v2|git:main|my-site`)

// examples are those that can be run with the results of the sample, and the others.
func examples(c *cobra.Command) (here, there string) {
	for _, example := range regexp.MustCompile(`(?m)^  (.*(?:\\\n.*)*)`).FindAllStringSubmatch(c.Example, -1) {
		line := strings.ReplaceAll(example[1], "\n  ", "\n") + "\n"
		if away.MatchString(line) {
			there += line
		} else {
			here += line
		}
	}
	return here, there
}

func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	b.WriteString("| flag | meaning |\n|---|---|\n")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		usage = strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`).Replace(usage)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" && !strings.Contains(usage, "default") {
			usage += fmt.Sprintf(" (default: `%s`)", f.DefValue)
		}
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.TrimSpace(name+" "+value), usage)
	})
}

const fieldsHead = `# Fields

The fields of runs, by record type: the names that expressions, filters and exports use.

This page is generated from the declarations in the program. ` +
	"`--domain`" + ` selects a record type. A run can lack a field marked "optional".
`

func fieldsPage() string {
	var b strings.Builder
	b.WriteString(fieldsHead)
	for _, s := range source.Schemas() {
		fmt.Fprintf(&b, "\n## Domain %s\n\n| field | type | unit | meaning |\n|---|---|---|---|\n", s.Domain)
		for _, f := range s.Fields() {
			kind := f.Kind.String()
			if f.Nullable {
				kind += ", optional"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Name, kind, f.Unit, strings.ReplaceAll(cmp.Or(f.Help, f.Label+"."), "|", `\|`))
		}
	}
	return b.String()
}

const packagesHead = `# Go packages

The packages of the module and their purpose. Only the packages source and data are stable.

This page is generated from the packages. [Compatibility](compatibility.md) explains what is stable; ` +
	`[architecture](architecture.md) explains how the packages depend on each other. ` +
	"`go doc github.com/jouleboard/jouleboard/source`" + ` prints the documentation of a package.

| package | purpose |
|---|---|
`

func packagesPage(t *testing.T) string {
	var b strings.Builder
	b.WriteString(packagesHead)
	for _, dir := range packageDirs(t) {
		fset, files := token.NewFileSet(), []*ast.File{}
		names, _ := filepath.Glob(filepath.Join(module, dir, "*.go"))
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		p, err := doc.NewFromFiles(fset, files, "github.com/jouleboard/jouleboard/"+dir)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name == "main" {
			continue
		}
		words, named := strings.CutPrefix(p.Synopsis(p.Doc), "Package "+p.Name+" ")
		if !named || words == "" {
			t.Errorf("%s: begin the package comment with “Package %s ” and a verb", dir, p.Name)
			continue
		}
		words = strings.ToUpper(words[:1]) + words[1:]
		fmt.Fprintf(&b, "| [`%s`](https://pkg.go.dev/github.com/jouleboard/jouleboard/%[1]s) | %s |\n", dir, words)
	}
	return b.String()
}

// packageDirs are the folders of packages that another program can import.
func packageDirs(t *testing.T) (dirs []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(module), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." {
			switch top, _, _ := strings.Cut(name, "/"); {
			case slices.Contains([]string{"internal", "cmd", "test", "tools", "contrib", "docs", "deploy"}, top),
				strings.HasPrefix(d.Name(), "."), d.Name() == "testdata", d.Name() == "node_modules":
				return fs.SkipDir
			}
		}
		dir := filepath.ToSlash(filepath.Dir(name))
		if filepath.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && dir != "." && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(dirs)
	return slices.DeleteFunc(dirs, func(dir string) bool { return strings.HasSuffix(dir, "test") })
}
