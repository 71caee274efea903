package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagWords are other names that people know flags under.
var flagWords = map[string]string{
	"input": "source", "data": "source", "results": "source", "dir": "out", "output": "out", "filter": "where", "columns": "fields",
	"by": "group-by", "order-by": "sort", "port": "addr", "host": "addr", "json": "format json", "csv": "format csv", "force": "yes",
}

// unknownCommand suggests the command that was probably meant.
func unknownCommand(parent *cobra.Command, word string) error {
	var names []string
	for _, k := range parent.Commands() {
		if slices.Contains(k.SuggestFor, word) {
			return usagef("unknown command %q; did you mean %q?", word, k.Name())
		}
		if !k.IsAdditionalHelpTopicCommand() {
			names = append(names, k.Name())
		}
	}
	hint := nearest.Hint(word, names)
	if hint == "" {
		hint = "; commands are " + strings.Join(names, ", ")
	}
	return usagef("unknown command %q%s", word, hint)
}

// subcommandWanted are the arguments of a command that only has subcommands.
func subcommandWanted(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return nil
}

// noArguments rejects arguments of a command without any, and suggests what was meant.
func (c *console) noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if err := c.oneDash(cmd); err != nil {
		return err
	}
	hint := ""
	if cmd.Flags().Lookup("source") != nil {
		hint = fmt.Sprintf("; give results with --source %q", args[0])
	}
	return usagef("%s takes no argument, got %q%s", cmd.Name(), args[0], hint)
}

// oneDash looks for a long flag with one dash, which is parsed as a short one with a value:
// -source is -s ource.
func (c *console) oneDash(cmd *cobra.Command) error {
	for _, arg := range c.args {
		name, one := strings.CutPrefix(arg, "-")
		if one && len(name) > 1 && cmd.Flags().Lookup(name) != nil {
			return usagef("unknown flag -%s%s", name, longFlag(cmd, name))
		}
	}
	return nil
}

// arguments checks the number of arguments; names describes them in messages.
func arguments(least, most int, names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least && len(args) == 0:
			return usagef("%s requires %s", cmd.Name(), names)
		case len(args) < least:
			return usagef("%s requires %s; got only %q", cmd.Name(), names, args[0])
		case len(args) > most:
			return usagef("%s accepts only %s; remove %q", cmd.Name(), names, args[most])
		}
		return nil
	}
}

// flagFault rewords an error of pflag and suggests what was meant.
func (c *console) flagFault(cmd *cobra.Command, err error) error {
	depth := strings.Count(cmd.CommandPath(), " ") // words that lead to the command
	if words := c.words(); cmd.HasSubCommands() && len(words) > depth {
		return unknownCommand(cmd, words[depth])
	}
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return usagef("unknown flag -%s%s", unknown.GetSpecifiedName(), longFlag(cmd, unknown.GetSpecifiedShortnames()))
	case errors.As(err, &unknown):
		return usagef("unknown flag --%s%s", unknown.GetSpecifiedName(), flagHint(cmd, unknown.GetSpecifiedName()))
	case errors.As(err, &bare):
		name, _ := pflag.UnquoteUsage(bare.GetFlag())
		return usagef("--%s requires a value: --%s %s", bare.GetFlag().Name, bare.GetFlag().Name, name)
	case errors.As(err, &wrong):
		return usagef("--%s %q: use %s", wrong.GetFlag().Name, wrong.GetValue(), kindOf(wrong.GetFlag()))
	}
	return err
}

// words are the arguments that are no flags.
func (c *console) words() []string {
	return slices.DeleteFunc(slices.Clone(c.args), func(arg string) bool { return strings.HasPrefix(arg, "-") })
}

// longFlag reads letters as a flag that lacks a dash.
func longFlag(cmd *cobra.Command, letters string) string {
	name, _, _ := strings.Cut(letters, "=")
	if cmd.Flags().Lookup(name) != nil {
		return fmt.Sprintf("; did you mean --%s, with two dashes?", name)
	}
	return flagHint(cmd, name)
}

func flagHint(cmd *cobra.Command, name string) string {
	if meant, ok := flagWords[name]; ok && cmd.Flags().Lookup(strings.Fields(meant)[0]) != nil {
		return fmt.Sprintf("; did you mean --%s?", meant)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Deprecated == "" {
			names = append(names, f.Name)
		}
	})
	if hint := nearest.Hint(name, names); hint != "" {
		return strings.NewReplacer(`"`, "", "mean ", "mean --").Replace(hint)
	}
	for _, other := range subcommands() {
		if other.command(&console{}).Flags().Lookup(name) != nil {
			return "; it is a flag of " + other.name()
		}
	}
	return ""
}

func kindOf(f *pflag.Flag) string {
	kinds := map[string]string{"int": "a whole number", "float64": "a number", "bool": "true or false, or nothing"}
	return cmp.Or(kinds[f.Value.Type()], "a value of type "+f.Value.Type())
}
