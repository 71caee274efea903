package content

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data/yamltree"
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
	_, err := io.WriteString(w, show(e.node, ""))
	return err
}

// SettingsFiles are the names of the YAML files of a content folder.
func SettingsFiles() []string {
	return lists.Map(declared().Files, func(f declaredFile) string { return f.Name })
}

// show writes a value that stands behind a key.
func show(n *node, indent string) string {
	var b strings.Builder
	switch n.Kind {
	case yamltree.Mapping:
		for _, key := range n.Keys {
			fmt.Fprintf(&b, "%s%s:%s", indent, key, behind(n.Values[key], indent+"  "))
		}
	case yamltree.List:
		for _, item := range n.Items {
			text := show(item, indent+"  ")
			if item.Kind != yamltree.Mapping {
				text = indent + "  " + written(item) + "\n"
			}
			b.WriteString(indent + "- " + strings.TrimPrefix(text, indent+"  "))
		}
	}
	return b.String()
}

func behind(n *node, indent string) string {
	from := fmt.Sprintf("  # %s:%d\n", n.File, n.Line)
	switch {
	case n.Kind == yamltree.List && (len(n.Items) == 0 || n.Items[0].Kind != yamltree.Mapping):
		return " [" + strings.Join(lists.Map(n.Items, written), ", ") + "]" + from
	case n.Kind == yamltree.List || n.Kind == yamltree.Mapping:
		return "\n" + show(n, indent)
	case strings.Contains(n.Text, "\n"):
		return " |" + from + indent + strings.ReplaceAll(strings.TrimRight(n.Text, "\n"), "\n", "\n"+indent) + "\n"
	}
	return " " + written(n) + from
}

var bare = regexp.MustCompile(`^[A-Za-z0-9][\w.-]*$`)

func written(n *node) string {
	if bare.MatchString(n.Text) {
		return n.Text
	}
	return strconv.Quote(n.Text)
}

// Schema returns the JSON Schema of a settings file, for editors; ok is false for other files.
func Schema(name string) (text []byte, ok bool) {
	f, known := lists.Find(declared().Files, func(f declaredFile) bool { return f.Name == name })
	if !known {
		return nil, false
	}
	text, err := json.MarshalIndent(f.object().Document(name, f.Help), "", "  ")
	return append(text, '\n'), err == nil
}
