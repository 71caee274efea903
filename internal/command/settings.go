package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

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
	var errs yamltree.Errors
	r := settingsReader{map[string]setting{}, &errs}
	if tree := yamltree.Read(file, text, 0, &errs); tree != nil {
		r.read(tree, cmd)
	}
	if len(errs) > 0 {
		return nil, usageError{errs[0]}
	}
	return r.stated, nil
}

// settingsReader takes what is for every command, and what stands under one's name.
type settingsReader struct {
	stated map[string]setting
	errs   *yamltree.Errors
}

func (r settingsReader) read(tree *yamltree.Node, cmd *cobra.Command) {
	if tree.Kind != yamltree.Mapping {
		r.errs.At(tree, "expected lines such as “source: results”")
	}
	for _, key := range tree.Keys {
		v := tree.Values[key]
		switch section := v.Kind == yamltree.Mapping; {
		case section && isCommand(key):
			if key == strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ") {
				defer r.section(v, cmd)
			}
		case slices.Contains(everywhere, key):
			r.take(key, v)
		default:
			r.errs.At(v, "unknown key %q; use %s, or the name of a command with its flags%s",
				key, strings.Join(everywhere, ", "), nearest.Hint(key, everywhere))
		}
	}
}

// isCommand tells names of commands, those of their subcommands included.
func isCommand(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return slices.ContainsFunc(subcommands(), func(k subcommand) bool { return k.name() == first })
}

func (r settingsReader) section(of *yamltree.Node, cmd *cobra.Command) {
	for _, key := range of.Keys {
		v := of.Values[key]
		switch {
		case slices.Contains(onlyGiven, key):
			r.errs.At(v, "%s cannot be set in a file: use --%s on the command line, or $%s", key, key, variable(cmd, key))
		case cmd.Flags().Lookup(key) == nil:
			r.errs.At(v, "%s has no flag --%s%s", cmd.CommandPath(), key, flagHint(cmd, key))
		default:
			r.take(key, v)
		}
	}
}

// take reads a value or a list of values, as they are written: 3.0 is no 3.
func (r settingsReader) take(key string, of *yamltree.Node) {
	s := setting{place: fmt.Sprintf("%s:%d", of.File, of.Line)}
	for _, v := range of.List() {
		text, plain := v.Scalar()
		if !plain {
			r.errs.At(of, "%s: expected a value or a list of values", key)
		}
		s.values = append(s.values, text)
	}
	r.stated[key] = s
}
