package content

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/content/words"
)

// calls are the messages that the program asks for, with the values that it gives.
type calls struct {
	t      *testing.T
	asked  map[string]bool
	begins []string // of keys that are made from data
}

// A message that is missing, or a value, would stop the program on the page that needs it; one that nothing asks for
// would be translated in vain.
func TestEveryMessageIsAskedForAndThere(t *testing.T) {
	c := calls{t: t, asked: map[string]bool{}}
	for _, pattern := range []string{
		"words/*.go", "../site/*.go", "../templates/*_templ.go", "../templates/*.go", "../charts/*.go", "../charts/*/*.go",
		"../posts/*/*.go", "../history/*.go", "../diff/*.go", "../provenance/*.go", "../internal/command/historycomment.go",
	} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				c.inGo(file)
			}
		}
	}
	scripts, _ := filepath.Glob("../assets/js/web/*.js")
	for _, file := range scripts {
		c.inScript(file)
	}
	for _, key := range English().Keys() {
		made := slices.ContainsFunc(c.begins, func(begin string) bool { return strings.HasPrefix(key, begin) })
		if !c.asked[key] && !made {
			t.Errorf("nothing asks for the message %s", key)
		}
	}
}

func (c *calls) inGo(file string) {
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			c.call(file, n)
		case *ast.BasicLit:
			text, ok := literal(n)
			switch {
			case ok && keyBegin.MatchString(text):
				c.begins = append(c.begins, text)
			case ok: // keys in a table, or in a line of columns
				for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' }) {
					c.asked[word] = c.asked[word] || strings.Contains(word, ".") && English().Has(word)
				}
			}
		}
		return true
	})
}

// keyBegin is the literal part of a key whose end comes from data.
var keyBegin = regexp.MustCompile(`^[a-z_]+(\.[a-z_]+)*\.$`)

func (c *calls) call(file string, call *ast.CallExpr) {
	args := call.Args
	var given []string
	switch name := nameOf(call.Fun); {
	case name == "rest" && len(args) > 1: // the number of what is left out stands first
		args, given = args[1:], []string{"n"}
	case name == "say" && len(args) > 1 && nameOf(args[0]) == "ctx": // in templates
		args = args[1:]
	case name == "variant": // of which the key may be kept in a variable
		for _, key := range askedBy(call) {
			c.asked[key] = true
		}
		return
	case name != "Say" && name != "Rich" || len(args) == 0:
		return
	}
	keys := askedBy(args[0])
	if keys == nil {
		return
	}
	for i := 1; i < len(args); i += 2 {
		if name, ok := literal(args[i]); ok {
			given = append(given, name)
		}
	}
	c.compare(file, keys, given, call.Ellipsis.IsValid())
}

// askedBy are the keys of a call: one, or those of a message and its variant; nil where data make them.
func askedBy(e ast.Expr) []string {
	if key, ok := literal(e); ok {
		return []string{key}
	}
	if call, ok := e.(*ast.CallExpr); ok && nameOf(call.Fun) == "variant" {
		key, known := literal(call.Args[0])
		ending, ends := literal(call.Args[2])
		if known && ends {
			return []string{key, key + ending}
		}
	}
	return nil
}

// compare holds the values that a call gives against those that its message takes, or the message and its variant do.
func (c *calls) compare(file string, keys, given []string, more bool) {
	var taken []string
	for _, key := range keys {
		c.asked[key] = true
		if !English().Has(key) {
			c.t.Errorf("%s asks for the message %s, which is not in %s", file, key, english)
			return
		}
		taken = append(taken, English().Message(key).Values()...)
		for _, name := range English().Message(key).Values() {
			if !slices.Contains(given, name) && !more {
				c.t.Errorf("%s: the message %s needs {%s}", file, key, name)
			}
		}
	}
	for _, name := range given {
		if !slices.Contains(taken, name) && name != "n" {
			c.t.Errorf("%s gives {%s}, which the message %s does not take", file, name, keys[0])
		}
	}
}

func nameOf(fun ast.Expr) string {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

var (
	inScript  = regexp.MustCompile(`\b(?:say|rich)\(\s*'([\w.]+)'(?:,\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\})?`)
	scriptKey = regexp.MustCompile("[`']([a-z_]+(?:\\.[a-z_]+)*\\.)(?:\\$\\{|')")
)

func (c *calls) inScript(file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, m := range inScript.FindAllStringSubmatch(string(text), -1) {
		c.asked[m[1]] = true
		if !English().Has(m[1]) {
			c.t.Errorf("%s asks for the message %s, which is not in %s", file, m[1], english)
		}
		for _, name := range English().Message(m[1]).Values() {
			if !regexp.MustCompile(`\b`+name+`\b`).MatchString(m[2]) && !strings.Contains(m[2], "...") {
				c.t.Errorf("%s: the message %s needs {%s}", file, m[1], name)
			}
		}
	}
	for _, m := range scriptKey.FindAllStringSubmatch(string(text), -1) {
		c.begins = append(c.begins, m[1])
	}
}

// A translation may leave out messages, but every one that it has must be one of the English, with the same values.
func TestTranslationsTakeTheSameValues(t *testing.T) {
	files, err := embedded.ReadDir("words")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, f := range files {
		language := strings.TrimSuffix(f.Name(), ".yaml")
		c, err := over(t, "site.yaml", "language: "+language+"\n")
		if err != nil {
			t.Errorf("%s: %v", f.Name(), err)
			continue
		}
		for _, key := range English().Keys() {
			if got, want := c.Words.Message(key).Values(), English().Message(key).Values(); !slices.Equal(got, want) {
				t.Errorf("%s: %s takes %v, want %v", f.Name(), key, got, want)
			}
		}
	}
}

func TestAPublisherChangesOneText(t *testing.T) {
	c := must(t, "words.yaml", "words: {frame: {menu: Contents}}\n")
	if got := c.Words.Say("frame.menu"); got != "Contents" {
		t.Errorf("got %q", got)
	}
	if got := c.Words.Say("frame.skip"); got != "Skip to content" {
		t.Errorf("got %q", got)
	}
}

func TestFaultsOfWordsNameTheirLine(t *testing.T) {
	_, err := over(t, "site.yaml", "language: no such\n", "words.yaml", `words:
  frame:
    menü: x
    skip: "{where"
    credit: "**{programm}"
`)
	for _, want := range []string{
		"language:", `words.yaml:3: unknown key "menü"`, "words.yaml:4: skip:", "words.yaml:5: credit:",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %s in %v", want, err)
		}
	}
}

func TestAPluralFormIsChosenByTheLanguage(t *testing.T) {
	m, err := words.ParseForms(map[string]string{"one": "{n} run", "other": "{n} runs"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := words.New("en", English().Style, map[string]words.Message{"runs": m}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{0: "0 runs", 1: "1 run", 1200: "1,200 runs"} {
		if got := c.Say("runs", "n", n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The part of a site that is in the catalog is whole in every translation that ships: no English sentence stands on a
// German page of a task.
func TestATranslationHasAllMessagesOfTheTaskPage(t *testing.T) {
	_, scripts := assets.Scripts()
	begins := slices.Concat([]string{
		"frame.", "load.", "outputs.", "unit.", "count.", "form.", "limit.", "source.", "task.", "cite.", "filters.", "fault.",
		"table.", "actions.", "capacity.", "figure.", "live.", "embed.", "section.", "charts.axis.", "charts.legend.", "charts.mark.",
		"charts.caption.", "run.", "runs.", "history.", "charts.column.", "charts.frontier.", "charts.models.", "charts.items.", "charts.parts.", "charts.trend.",
	}, scripts["site"].Texts, scripts["task"].Texts)
	files, _ := embedded.ReadDir("words")
	for _, f := range files {
		tree := parseFile(embedded, "words/"+f.Name(), f.Name(), new(Errors))
		has := map[string]words.Message{}
		collect(tree.Values["words"], "", has)
		for _, key := range English().Keys() {
			isShown := slices.ContainsFunc(begins, func(begin string) bool {
				return key == begin || strings.HasSuffix(begin, ".") && strings.HasPrefix(key, begin)
			})
			if _, ok := has[key]; !ok && isShown {
				t.Errorf("%s lacks %s", f.Name(), key)
			}
		}
	}
}

func TestATranslationChangesFieldsAndWhatTheSiteHas(t *testing.T) {
	c, err := over(t, "site.yaml", "language: de\n", "tasks.yaml", "tasks: [{id: gpqa, remove: true}]\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Words.Field("num_gpus").Label; got != "Zahl der GPUs" {
		t.Errorf("a field is called %q", got)
	}
	for _, task := range c.Tasks {
		if task.ID == "gpqa" || task.ID == "lm-arena-chat" && task.Name != "Textdialog" {
			t.Errorf("there is the task %s, %s", task.ID, task.Name)
		}
	}
}
