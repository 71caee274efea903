package command

import (
	"context"
	"strings"

	"github.com/jouleboard/jouleboard/site"
)

// answer prints the configuration that answers a query, in the sentences of the task's page.
func (c *console) answer(ctx context.Context, o rankOptions) error {
	b, query, err := c.asked(ctx, &o, "answer")
	if err != nil {
		return err
	}
	if o.Format.is == "json" {
		return writeJSON(c.stdout, struct {
			versioned
			site.Answered
		}{thisVersion, b.Answered(query)})
	}
	_, sentences := b.Choice(query)
	address := strings.TrimSuffix(b.Address+"?"+b.Encode(query), "?")
	_, err = c.stdout.Write([]byte(strings.Join(append(sentences, address), "\n") + "\n"))
	return err
}
