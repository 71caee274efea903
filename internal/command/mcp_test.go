package command

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A client of the protocol gets what the commands print.
func TestAClientAsksThroughTheProtocol(t *testing.T) {
	program := filepath.Join(t.TempDir(), "jouleboard")
	if err := os.Symlink(os.Args[0], program); err != nil {
		t.Skip(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: exec.Command(program, "mcp", "--source", "sample:")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 5 {
		t.Fatalf("tools %+v, %v", tools, err)
	}
	call := func(name string, arguments map[string]any) (string, bool) {
		t.Helper()
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return result.Content[0].(*mcp.TextContent).Text, result.IsError
	}
	const query = "deadline=50&rent=H100:2,B200:3.7&sort=cost"
	var answer struct{ Answer struct{ Run string } }
	for _, c := range []struct {
		name      string
		arguments map[string]any
		command   []string
	}{
		{"answer", map[string]any{"task": "gpqa", "query": query}, []string{"answer", "--task", "gpqa", "--query", query, "--format", "json"}},
		{"rank", map[string]any{"task": "gpqa"}, []string{"rank", "--task", "gpqa", "--format", "json"}},
		{
			"compare",
			map[string]any{"factor": "gpu_model", "base": "H100", "alt": "B200"},
			[]string{"compare", "--factor", "gpu_model", "--base", "H100", "--alt", "B200", "--format", "json"},
		},
	} {
		got, failed := call(c.name, c.arguments)
		var want, said strings.Builder
		if err := run(t.Context(), &want, &said, append(c.command, "--quiet")); err != nil || failed || got != want.String() {
			t.Errorf("%s: %v, %.300s\nwant %.300s", c.name, err, got, want.String())
		}
		if c.name == "answer" {
			if err := json.Unmarshal([]byte(got), &answer); err != nil || answer.Answer.Run == "" {
				t.Fatalf("no run: %v", err)
			}
		}
	}
	if got, failed := call("show", map[string]any{"run": answer.Answer.Run}); failed || !strings.Contains(got, answer.Answer.Run) {
		t.Errorf("show: %.300s", got)
	}
	if got, failed := call("fields", nil); failed || !strings.Contains(got, `"energy_per_token_joules"`) {
		t.Errorf("fields: %.300s", got)
	}
	for name, wrong := range map[string]struct {
		arguments map[string]any
		want      string
	}{
		"answer": {map[string]any{"task": "gpqa", "query": "https://127.0.0.1/tasks/gpqa/"}, "not the whole address"},
		"rank":   {map[string]any{"task": "nothing"}, "gpqa"},
		"show":   {map[string]any{"run": "--source=/etc"}, "run"},
	} {
		if got, failed := call(name, wrong.arguments); !failed || !strings.Contains(got, wrong.want) {
			t.Errorf("%s %v: %.300s", name, wrong.arguments, got)
		}
	}
}
