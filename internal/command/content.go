package command

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/spf13/cobra"
)

func contentCommand(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "content",
		Short: "Show the settings that hold, and describe them to editors",
		Long: `Content shows what a folder of texts and settings makes of the built-in ones.
docs/settings.md explains every key.`,
	}
	cmd.AddCommand(contentShowCommand(c), contentSchemaCommand(c))
	return cmd
}

func contentShowCommand(c *console) *cobra.Command {
	var texts textFlags
	cmd := &cobra.Command{
		Use:   "show [FILE]",
		Short: "Print the settings that hold, each with the file and line it comes from",
		Long: `Show prints the settings of a FILE (` + strings.Join(content.SettingsFiles(), ", ") + `),
or of all, as YAML: the built-in ones with those of --content and --config over
them. Behind each value is the file and line that it comes from.`,
		Example: `  jouleboard content show --content content tasks.yaml`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = content.SettingsFiles()
			}
			return c.showContent(texts, args)
		},
		ValidArgsFunction: fixed(content.SettingsFiles()...),
	}
	texts.register(cmd)
	return cmd
}

func (c *console) showContent(texts textFlags, files []string) error {
	folder, release, err := texts.folder()
	if err != nil {
		return err
	}
	defer release()
	if texts.dir == "" {
		folder = nil
	}
	site, err := texts.siteFiles()
	if err != nil {
		return err
	}
	for _, name := range files {
		var out bytes.Buffer
		if err := content.Show(&out, name, folder, site...); err != nil {
			faults, err := texts.located(err)
			if len(faults) > 0 {
				return faults
			}
			return err
		}
		if len(files) > 1 {
			fmt.Fprintf(c.stdout, "# %s\n", name)
		}
		if _, err := out.WriteTo(c.stdout); err != nil {
			return err
		}
	}
	return nil
}

func contentSchemaCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "schema FILE",
		Short: "Print a JSON Schema of a settings file, for editors",
		Long: `Schema prints what may stand in a settings FILE (` + strings.Join(content.SettingsFiles(), ", ") + `)
as a JSON Schema. An editor with a YAML language server completes and checks keys after a
first line such as

    # yaml-language-server: $schema=site.schema.json`,
		Example:           `  jouleboard content schema site.yaml > content/site.schema.json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: fixed(content.SettingsFiles()...),
		RunE: func(_ *cobra.Command, args []string) error {
			text, ok := content.Schema(args[0])
			if !ok {
				return usagef("%s is no settings file; want one of %s", args[0], strings.Join(content.SettingsFiles(), ", "))
			}
			_, err := c.stdout.Write(text)
			return err
		},
	}
}
