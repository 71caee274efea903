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
		Use: "content",
	}
	cmd.AddCommand(contentShowCommand(c), contentSchemaCommand(c))
	return cmd
}

func contentShowCommand(c *console) *cobra.Command {
	var texts textFlags
	cmd := &cobra.Command{
		Use:  "show [FILE]",
		Long: "\n" + wrapped(strings.Join(content.SettingsFiles(), ", "), 2),
		Args: cobra.MaximumNArgs(1),
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
		Use: "schema FILE",
		Long: `Schema prints the JSON Schema of a settings FILE:
` + wrapped(strings.Join(content.SettingsFiles(), ", "), 2) + `
An editor with a YAML language server completes and checks keys if the file
begins with a line such as

    # yaml-language-server: $schema=site.schema.json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: fixed(content.SettingsFiles()...),
		RunE: func(_ *cobra.Command, args []string) error {
			text, ok := content.Schema(args[0])
			if !ok {
				return usagef("%s is not a settings file; use one of %s", args[0], strings.Join(content.SettingsFiles(), ", "))
			}
			_, err := c.stdout.Write(text)
			return err
		},
	}
}
