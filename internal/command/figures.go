package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/units"
)

type figuresOptions struct {
	Sources sourceFlags
	Texts   textFlags
	Out     string `flag:"out,o" help:"output {DIR}"`
	Only    string `flag:"only" help:"{NAME} of a figure or post: draw only these"`
	NoCache noCache
}

// figures draws what the texts declare. A fault in one of them fails the command, after the others are drawn.
func (c *console) figures(ctx context.Context, o figuresOptions) error {
	collectAt(400) // figures need little memory, and an eighth of their time was spent on collecting it
	texts, err := o.Texts.load()
	if err != nil {
		return err
	}
	ds, err := c.dataset(ctx, o.Sources, false)
	if err != nil {
		return err
	}
	selected := site.SelectFigures(ds, texts)
	drawn, err := c.drawFigures(ctx, selected, texts.Site.Colors, o)
	if err != nil {
		return err
	}
	for _, left := range selected.Texts().LeftOut {
		c.note("%s", left)
	}
	c.note("%s: %s", o.Out, units.Counted(drawn, "figure"))
	return faulty(selected.Texts().Faults)
}

func (c *console) drawFigures(ctx context.Context, s site.Selection, colors content.Colors, o figuresOptions) (int, error) {
	charts, err := renderer(colors)
	if err != nil {
		return 0, err
	}
	if err := filetree.Inside(o.Out); err != nil {
		return 0, err
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return 0, fmt.Errorf("--out %w; give a directory that can be written", err)
	}
	return site.Figures(ctx, s, charts, o.Only, func(name string, content []byte) error {
		return os.WriteFile(filepath.Join(o.Out, name), content, 0o644)
	})
}

// faulty is the faults of texts as an error, nil without any.
func faulty(faults content.Errors) error {
	if len(faults) == 0 {
		return nil
	}
	return errors.Join(fmt.Errorf("%s in pages and posts, none of which is in the figures", units.Counted(len(faults), "error")), faults)
}
