package command

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/spf13/cobra"
)

func contentCommands() []subcommand {
	files := func() string { return wrapped(strings.Join(content.SettingsFiles(), ", "), 2) }
	return []subcommand{
		{
			use: "show [FILE]", args: cobra.MaximumNArgs(1), offer: fixed(content.SettingsFiles()...), make: with(textFlags{}, (*console).showContent),
			long: func() string { return "\n" + files() },
		},
		{
			use: "schema FILE", args: cobra.ExactArgs(1), offer: fixed(content.SettingsFiles()...), make: with(struct{}{}, (*console).contentSchema),
			long: func() string {
				return `Schema prints the JSON Schema of a settings FILE:
` + files() + `
An editor with a YAML language server completes and checks keys if the file
begins with a line such as

    # yaml-language-server: $schema=site.schema.json`
			},
		},
	}
}

func (c *console) showContent(_ context.Context, texts textFlags) error {
	files := c.cmd.Flags().Args()
	if len(files) == 0 {
		files = content.SettingsFiles()
	}
	folder, release, err := texts.folder()
	if err != nil {
		return err
	}
	defer release()
	if texts.Dir == "" {
		folder = nil
	}
	site, err := texts.siteFiles()
	if err != nil {
		return err
	}
	for _, name := range files {
		var out bytes.Buffer
		if err := content.Show(&out, name, folder, site...); err != nil {
			return texts.located(err)
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

func (c *console) contentSchema(context.Context, struct{}) error {
	name := c.cmd.Flags().Arg(0)
	text, ok := content.Schema(name)
	if !ok {
		return usagef("%s is not a settings file; use one of %s", name, strings.Join(content.SettingsFiles(), ", "))
	}
	_, err := c.stdout.Write(text)
	return err
}
