package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// The arguments of the tools. Their descriptions are read by models.
type (
	boardQuestion struct {
		Task  string `json:"task" jsonschema:"the task or board, such as gpqa"`
		Query string `json:"query,omitempty" jsonschema:"parameters of the page's address, such as deadline=50&pct=p90&gpu=B200&q=qwen+3&rent=H100:2,B200:3.7&price=0.1&sort=cost; help answer lists them"`
	}
	runQuestion struct {
		Run string `json:"run" jsonschema:"the ID of a run or its beginning"`
	}
	pairQuestion struct {
		Factor   string `json:"factor" jsonschema:"field in which the runs of a pair differ, such as gpu_model"`
		Base     string `json:"base" jsonschema:"value of the factor on the base side"`
		Alt      string `json:"alt" jsonschema:"value of the factor on the other side"`
		Metric   string `json:"metric,omitempty" jsonschema:"field to compare; energy by default"`
		Hold     string `json:"hold,omitempty" jsonschema:"fields equal within a pair, separated by commas; all settings by default"`
		Deadline string `json:"deadline,omitempty" jsonschema:"deadlines such as median_itl_ms=50,100"`
		Where    string `json:"where,omitempty" jsonschema:"an expression that is true for the runs to compare"`
	}
)

// mcp offers rank, answer, compare, show and the fields of the sources to a client of the Model Context Protocol, over
// standard input and output, until the client ends. The sources are those of the command line: a client cannot name others.
func (c *console) mcp(ctx context.Context, o sourceFlags) error {
	server := mcp.NewServer(&mcp.Implementation{Name: "jouleboard", Version: version()}, nil)
	board := func(name string) func(context.Context, boardQuestion) (string, error) {
		return func(ctx context.Context, q boardQuestion) (string, error) {
			if strings.Contains(q.Query, "://") {
				return "", errors.New("query: use the parameters of an address, not the whole address")
			}
			return c.tool(ctx, name, "--task="+q.Task, "--query="+q.Query, "--format=json")
		}
	}
	offer(server, "answer", "The one configuration with the lowest energy or cost for a task under a latency limit: energy, cost, servers, "+
		"interval, run, and what comes next", board("answer"))
	offer(server, "rank", "The models of a task in order, with ranks, ties and intervals, as its leaderboard shows them", board("rank"))
	offer(server, "show", "All fields of one run, with units and origins", func(ctx context.Context, q runQuestion) (string, error) {
		return c.tool(ctx, "show", "--format=json", "--", q.Run)
	})
	offer(server, "compare", "The effect of one factor in matched pairs of runs, with its interval",
		func(ctx context.Context, q pairQuestion) (string, error) {
			args := []string{"--format=json", "--factor=" + q.Factor, "--base=" + q.Base, "--alt=" + q.Alt}
			for name, value := range map[string]string{"metric": q.Metric, "hold": q.Hold, "deadline": q.Deadline, "where": q.Where} {
				if value != "" {
					args = append(args, "--"+name+"="+value)
				}
			}
			return c.tool(ctx, "compare", args...)
		})
	offer(server, "fields", "The fields of the runs: name, label, unit and explanation", func(ctx context.Context, _ struct{}) (string, error) {
		var out strings.Builder
		err := c.fields(ctx, o, &out)
		return out.String(), err
	})
	err := server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(c.cmd.InOrStdin()), Writer: open{c.stdout}})
	if errors.Is(err, io.EOF) {
		return nil // the client is done
	}
	return err
}

// open is a writer that stays open.
type open struct{ io.Writer }

func (open) Close() error { return nil }

// offer offers a tool that answers questions with a text.
func offer[Q any](server *mcp.Server, name, about string, text func(context.Context, Q) (string, error)) {
	mcp.AddTool(server, &mcp.Tool{Name: name, Description: about},
		func(ctx context.Context, _ *mcp.CallToolRequest, q Q) (*mcp.CallToolResult, any, error) {
			answer, err := text(ctx, q)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer}}}, nil, err
		})
}

// tool runs a subcommand on the sources of this one. Its mistakes are those that a terminal would show.
func (c *console) tool(ctx context.Context, name string, args ...string) (string, error) {
	var out, said bytes.Buffer
	own := slices.Concat([]string{name, "--quiet"}, c.args[1:], args)
	if err := run(ctx, &out, &said, own); err != nil {
		return "", errors.New(strings.TrimSpace(said.String()))
	}
	return out.String(), nil
}

// fieldLine is a field of runs.
type fieldLine struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Unit  string `json:"unit,omitempty"`
	Help  string `json:"help,omitempty"`
}

// fields writes the fields of the runs of the sources, by domain.
func (c *console) fields(ctx context.Context, o sourceFlags, out io.Writer) error {
	ds, err := c.open(ctx, o, false)
	if err != nil {
		return err
	}
	known := map[string][]fieldLine{}
	for _, t := range ds.Tables {
		if t.Len() > 0 {
			known[t.Schema().Domain] = lists.Map(t.Schema().Fields(), func(f data.Field) fieldLine { return fieldLine{f.Name, f.Label, f.Unit, f.Help} })
		}
	}
	return writeJSON(out, known)
}
