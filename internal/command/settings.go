package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const settingsFile = "jouleboard.yaml"

// everywhere are flags that mean the same in every command; others are set for one.
var everywhere = []string{
	"source", "content", "config", "accept", "tasks", "config-dir", "workers", "fast", "drafts", "quiet", "wide",
}

// onlyGiven are flags that lower a guard. The file comes with a repository, and the guards
// are those of who runs the command there.
var onlyGiven = []string{"yes", "follow-redirects", "follow-links"}

// settle gives flags that are not on the command line the values of the environment, else
// of the project's file.
func settle(cmd *cobra.Command) error {
	stated, err := readSettings(cmd)
	if err != nil {
		return err
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if err != nil || f.Changed {
			return
		}
		name := variable(cmd, f.Name)
		if text := os.Getenv(name); text != "" {
			if fault := f.Value.Set(text); fault != nil {
				err = usagef("$%s is %q: use %s", name, text, kindOf(f))
			}
			return
		}
		err = stated[f.Name].set(f)
	})
	return err
}

// variable is the environment's name of a flag.
func variable(cmd *cobra.Command, flag string) string {
	if !slices.Contains(everywhere, flag) {
		flag = strings.Join(append(strings.Fields(cmd.CommandPath())[1:], flag), "_")
	}
	return "JOULEBOARD_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// setting is what the file says of one flag.
type setting struct {
	place  string
	values []string
}

func (s setting) set(f *pflag.Flag) error {
	for _, v := range s.values {
		if err := f.Value.Set(v); err != nil {
			return usagef("%s: %s is %q: use %s", s.place, f.Name, v, kindOf(f))
		}
	}
	return nil
}

// readSettings is what the project's file says of the command's flags.
func readSettings(cmd *cobra.Command) (map[string]setting, error) {
	file, named := os.LookupEnv("JOULEBOARD_FILE")
	if !named {
		file = settingsFile
	}
	if file == "" {
		return nil, nil
	}
	text, err := filetree.ReadFile(file, yamltree.MostBytes)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return nil, nil
	}
	if err != nil {
		return nil, usagef("%w; give a YAML file in $JOULEBOARD_FILE", err)
	}
	tree, err := yamltree.Parse(text)
	if err != nil {
		return nil, usagef("%s: %w", file, err)
	}
	r := settingsReader{file, map[string]setting{}}
	if err := r.read(tree, cmd); err != nil {
		return nil, usageError{err}
	}
	return r.stated, nil
}

// settingsReader takes what is for every command, and what stands under one's name.
type settingsReader struct {
	file   string
	stated map[string]setting
}

func (r settingsReader) read(tree ast.Node, cmd *cobra.Command) error {
	entries, ok := mapping(tree)
	if !ok {
		return r.fault(tree, "expected lines such as “source: results”")
	}
	var own []*ast.MappingValueNode
	for _, e := range entries {
		key := e.Key.GetToken().Value
		section, isSection := mapping(e.Value)
		switch {
		case isSection && key == strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "):
			own = section
		case isSection && isCommand(key):
		case slices.Contains(everywhere, key):
			if err := r.take(e); err != nil {
				return err
			}
		default:
			return r.fault(e, "unknown key %q; use %s, or the name of a command with its flags%s",
				key, strings.Join(everywhere, ", "), nearest.Hint(key, everywhere))
		}
	}
	return r.section(own, cmd)
}

// isCommand tells names of commands, those of their subcommands included.
func isCommand(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return slices.ContainsFunc(subcommands(), func(k subcommand) bool { return k.name() == first })
}

func (r settingsReader) section(entries []*ast.MappingValueNode, cmd *cobra.Command) error {
	for _, e := range entries {
		key := e.Key.GetToken().Value
		switch {
		case slices.Contains(onlyGiven, key):
			return r.fault(e, "%s cannot be set in a file: use --%s on the command line, or $%s", key, key, variable(cmd, key))
		case cmd.Flags().Lookup(key) == nil:
			return r.fault(e, "%s has no flag --%s%s", cmd.CommandPath(), key, flagHint(cmd, key))
		}
		if err := r.take(e); err != nil {
			return err
		}
	}
	return nil
}

// take reads a value or a list of values, as they are written: 3.0 is no 3.
func (r settingsReader) take(e *ast.MappingValueNode) error {
	key := e.Key.GetToken().Value
	list := []ast.Node{e.Value}
	if sequence, several := e.Value.(*ast.SequenceNode); several {
		list = sequence.Values
	}
	s := setting{place: fmt.Sprintf("%s:%d", r.file, yamltree.Line(e))}
	for _, v := range list {
		if _, scalar := v.(ast.ScalarNode); !scalar {
			return r.fault(e, "%s: expected a value or a list of values", key)
		}
		s.values = append(s.values, v.GetToken().Value)
	}
	r.stated[key] = s
	return nil
}

func (r settingsReader) fault(n ast.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", r.file, yamltree.Line(n), fmt.Sprintf(format, args...))
}

// mapping is what a node with keys holds; a single key makes a node of its own.
func mapping(n ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}
