package content

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Show returns the effective settings of a file as YAML, each with its file and line. Without a publisher's folder it
// returns the built-in ones. The name is that of a settings file.
func Show(w io.Writer, name string, publisher fs.FS, site ...File) error {
	var errs Errors
	e, ok := layers{base: embedded, over: publisher, site: site}.settings(&errs)[name]
	if !ok {
		return fmt.Errorf("%s is not a settings file; use one of %s", name, strings.Join(SettingsFiles(), ", "))
	}
	if err := errs.OrNil(); err != nil {
		return err
	}
	_, err := io.WriteString(w, e.show(""))
	return err
}

// SettingsFiles are the names of the YAML files of a content folder.
func SettingsFiles() []string {
	return lists.Map(settingsFiles(), func(f settingsFile) string { return f.name })
}

// show writes a value that stands behind a key.
func (n *node) show(indent string) string {
	var b strings.Builder
	switch n.kind {
	case mappingNode:
		for _, key := range n.keys {
			v := n.values[key]
			fmt.Fprintf(&b, "%s%s:%s", indent, key, v.behind(indent+"  "))
		}
	case listNode:
		for _, item := range n.items {
			text := item.show(indent + "  ")
			if item.kind != mappingNode {
				text = indent + "  " + item.written() + "\n"
			}
			b.WriteString(indent + "- " + strings.TrimPrefix(text, indent+"  "))
		}
	}
	return b.String()
}

func (n *node) behind(indent string) string {
	from := fmt.Sprintf("  # %s:%d\n", n.file, n.line)
	switch {
	case n.kind == listNode && len(n.items) == 0:
		return " []" + from
	case n.kind == listNode && n.items[0].kind != mappingNode:
		words := lists.Map(n.items, (*node).written)
		return " [" + strings.Join(words, ", ") + "]" + from
	case n.kind == listNode || n.kind == mappingNode:
		return "\n" + n.show(indent)
	case strings.Contains(n.text, "\n"):
		return " |" + from + indent + strings.ReplaceAll(strings.TrimRight(n.text, "\n"), "\n", "\n"+indent) + "\n"
	}
	return " " + n.written() + from
}

var bare = regexp.MustCompile(`^[A-Za-z0-9][\w.-]*$`)

func (n *node) written() string {
	if bare.MatchString(n.text) {
		return n.text
	}
	return strconv.Quote(n.text)
}

// Schema returns the JSON Schema of a settings file, for editors; ok is false for other files.
func Schema(name string) (text []byte, ok bool) {
	for _, f := range settingsFiles() {
		if f.name != name {
			continue
		}
		s := f.schema()
		s["$schema"], s["title"], s["description"] = "https://json-schema.org/draft/2020-12/schema", name, f.help
		text, err := json.MarshalIndent(s, "", "  ")
		return append(text, '\n'), err == nil
	}
	return nil, false
}
