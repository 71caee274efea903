package source_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
)

// Results of which a file is replaced again and again, each time whole, are not read as if
// they were of one state.
func TestFileThatIsReplacedWhileItIsReadIsNamed(t *testing.T) {
	root := shared.Small(t)
	for given, pattern := range map[string]string{
		"compiled:data/mlenergy-v3/compiled": "runs/llm.parquet", "json:data/mlenergy-v3/leaderboard": "index.json",
		"raw:reference/raw": "llm/*/current/run/llm/*/results/*/*/*/*/results.json", "ipw:fixtures/ipw": "run_react_Qwen*/traces.jsonl",
		"llenergymeasure:fixtures/llenergymeasure": "bundle_2.0/*/result.json",
	} {
		prefix, dir, _ := strings.Cut(given, ":")
		dir = filepath.Join(root, dir)
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(found) == 0 {
			t.Errorf("%s: no file %s: %v", given, pattern, err)
			continue
		}
		stop, ended := make(chan struct{}), make(chan error)
		go func() { ended <- replace(found[0], stop) }()
		named := false
		for begun := time.Now(); time.Since(begun) < time.Minute; {
			_, err := source.Open(context.Background(), prefix+":"+dir)
			if named = err != nil && strings.Contains(err.Error(), filepath.Base(found[0])+": changed while it was read"); named {
				break
			}
		}
		close(stop)
		if err := <-ended; err != nil || !named {
			t.Errorf("%s: %v", given, err)
		}
		if ds, err := source.Open(context.Background(), prefix+":"+dir); err != nil || ds.Len() == 0 {
			t.Errorf("%s, left alone: %v", given, err)
		}
	}
}

// replace puts copies of a file in its place.
func replace(name string, stop chan struct{}) error {
	text, err := os.ReadFile(name)
	for err == nil {
		select {
		case <-stop:
			return nil
		default:
		}
		if err = os.WriteFile(name+".new", text, 0o600); err == nil {
			err = os.Rename(name+".new", name)
		}
	}
	return err
}
