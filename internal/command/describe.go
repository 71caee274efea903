package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/units"
)

type describeOptions struct {
	Try    bool `flag:"try" help:"print the first rows of each board that the draft makes instead, and the lines that are not sure"`
	Schema bool `flag:"schema" help:"print the JSON Schema of declarations instead, for editors"`
}

func describeHelp() string { return "\n" + wrapped(strings.Join(declared.Shipped(), ", "), 2) }

// describe drafts the declaration of results.
func (c *console) describe(ctx context.Context, o describeOptions) error {
	text, err := declared.JSONSchema(), error(nil)
	switch files := c.cmd.Flags().Args(); {
	case o.Schema:
	case len(files) == 0:
		return usagef("describe requires a file with results, such as results.csv, or their directory")
	case o.Try:
		return c.try(ctx, files)
	default:
		text, err = declared.Describe(files...)
	}
	if err == nil {
		_, err = c.stdout.Write(text)
	}
	return err
}

// mostTried rows of a board are printed of a draft.
const mostTried = 5

// try prints the first rows of the boards that the draft of a declaration makes.
func (c *console) try(ctx context.Context, files []string) error {
	texts, err := content.Load(content.Embedded())
	if err != nil {
		return err
	}
	ds, draft, err := declared.Try(ctx, files...)
	if err != nil && draft != nil {
		err = fmt.Errorf("the draft makes no board yet; print it without --try and complete it: %w", err)
	}
	if err != nil {
		return err
	}
	published, _ := leaderboard.Publishable(ds)
	boards := site.Leaderboards(published, texts)
	if len(boards) == 0 {
		return errors.New("the draft makes no board; print it without --try and complete it")
	}
	for _, b := range boards {
		answer := b.Answer(b.Default)
		answer.Rows = answer.Rows[:min(mostTried, len(answer.Rows))]
		c.note("%s: %s", b.ID, units.Counted(answer.Models, "model"))
		if err := rankingSheet(b, answer).write(c.stdout); err != nil {
			return err
		}
	}
	for _, p := range ds.Problems()[:min(mostTried, len(ds.Problems()))] {
		c.note("%s", p.Error())
	}
	for line := range strings.Lines(string(draft)) {
		if strings.Contains(line, "# not sure") {
			c.note("%s", strings.TrimSpace(line))
		}
	}
	return nil
}
