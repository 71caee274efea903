package command

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// runner runs workflows as GitHub does: shell steps as they are, actions of others by what
// they do here, the action of this repository step by step.
type runner struct {
	t         *testing.T
	context   map[string]any    // github and vars
	env       []string          // of every step
	origin    string            // the repository
	checkout  string            // what actions/checkout checks out
	artifacts map[string]string // directories by name
	action    string            // directory of the action that is tested
	out       string            // what the last run printed
}

type workflowStep struct {
	ID, If, Run, Uses string
	Env, With         map[string]string
}

type workflowJob struct {
	Needs, If   string
	Permissions map[string]string
	Outputs     map[string]string
	Steps       []workflowStep
}

func readYAML[T any](t *testing.T, file string) (v T) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = yaml.Unmarshal(text, &v)
	}
	if err != nil {
		t.Fatal(file, err)
	}
	return v
}

// workflow runs the jobs of a file, each in a workspace of its own, and reports whether all
// went well.
func (r *runner) workflow(file string) bool {
	r.t.Helper()
	w := readYAML[struct{ Jobs map[string]workflowJob }](r.t, file)
	done, well := map[string]any{}, true
	for len(done) < len(w.Jobs) {
		for _, name := range slices.Sorted(maps.Keys(w.Jobs)) {
			job := w.Jobs[name]
			if _, ready := done[job.Needs]; done[name] != nil || job.Needs != "" && !ready {
				continue
			}
			at := place{runner: r, dir: r.t.TempDir(), temp: r.t.TempDir(), well: true, values: maps.Clone(r.context)}
			at.values["needs"], at.values["steps"], at.values["env"] = done, map[string]any{}, map[string]any{}
			outputs := map[string]any{}
			if well && (job.If == "" || truth(at.value(job.If))) {
				at.run(job.Steps)
				for key, value := range job.Outputs {
					outputs[key] = at.text(value)
				}
			}
			done[name] = map[string]any{"outputs": outputs}
			well = well && at.well
		}
	}
	return well
}

// place is where the steps of a job or of an action run.
type place struct {
	*runner
	dir, temp string
	env       []string // that steps have set
	values    map[string]any
	well      bool
}

func (p *place) run(steps []workflowStep) {
	for i, s := range steps {
		condition := cmp.Or(s.If, "success()")
		if !p.well && !strings.Contains(condition, "cancelled()") || !truth(p.value(condition)) {
			continue
		}
		if err := p.step(s); err != nil {
			p.well = false
			p.out += fmt.Sprintf("step %d %s%s: %v\n", i, s.ID, s.Uses, err)
		}
	}
}

func (p *place) step(s workflowStep) error {
	outputs := filepath.Join(p.temp, "output")
	os.Remove(outputs)
	with := map[string]string{}
	for key, value := range s.With {
		with[key] = p.text(value)
	}
	var err error
	switch name, _, _ := strings.Cut(s.Uses, "@"); {
	case s.Uses == "":
		err = p.shell(s, outputs)
	case name == "jouleboard/jouleboard":
		err = p.composite(with)
	default:
		err = p.others(name, with, outputs)
	}
	p.values["steps"].(map[string]any)[s.ID] = map[string]any{"outputs": readOutputs(outputs)}
	return err
}

func (p *place) shell(s workflowStep, outputs string) error {
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	command.Dir = p.dir
	set := filepath.Join(p.temp, "env")
	command.Env = append(append(os.Environ(), p.runner.env...), p.env...)
	command.Env = append(command.Env, "RUNNER_TEMP="+p.temp, "GITHUB_OUTPUT="+outputs, "GITHUB_ENV="+set, "GITHUB_WORKSPACE="+p.dir)
	for key, value := range s.Env {
		command.Env = append(command.Env, key+"="+p.text(value))
	}
	text, err := command.CombinedOutput()
	p.out += string(text)
	for key, value := range readOutputs(set) {
		p.env = append(p.env, key+"="+value.(string))
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	return nil
}

// composite runs the action of this repository.
func (p *place) composite(with map[string]string) error {
	action := readYAML[struct {
		Inputs map[string]struct{ Default string }
		Runs   struct{ Steps []workflowStep }
	}](p.t, filepath.Join(p.action, "action.yml"))
	inputs := map[string]any{}
	for name, input := range action.Inputs {
		inputs[name] = input.Default
	}
	for name, value := range with {
		if _, known := inputs[name]; !known {
			return fmt.Errorf("the action has no input %s", name)
		}
		inputs[name] = value
	}
	inner := *p
	inner.values = maps.Clone(p.values)
	inner.values["inputs"], inner.values["steps"] = inputs, map[string]any{}
	inner.run(action.Runs.Steps)
	if p.env = inner.env; !inner.well {
		return fmt.Errorf("the action failed")
	}
	return nil
}

// others are the actions that GitHub provides.
func (p *place) others(name string, with map[string]string, outputs string) error {
	switch name {
	case "actions/checkout":
		return p.git("", "clone", "-q", "--branch", p.checkout, p.origin, p.dir)
	case "actions/configure-pages":
		return os.WriteFile(outputs, []byte("base_url=https://lab.example/energy\n"), 0o644)
	case "actions/upload-artifact", "actions/upload-pages-artifact":
		from, artifact := filepath.Join(p.dir, with["path"]), cmp.Or(with["name"], "github-pages")
		info, err := os.Stat(from)
		if os.IsNotExist(err) && with["if-no-files-found"] != "error" {
			return nil
		} else if err != nil {
			return err
		}
		to := p.t.TempDir()
		p.artifacts[artifact] = to
		if !info.IsDir() {
			return copyFile(from, filepath.Join(to, filepath.Base(from)))
		}
		return os.CopyFS(to, os.DirFS(from))
	case "actions/download-artifact":
		return os.CopyFS(filepath.Join(p.dir, with["path"]), os.DirFS(p.artifacts[with["name"]]))
	case "actions/deploy-pages":
		if p.artifacts["github-pages"] == "" {
			return fmt.Errorf("no artifact github-pages")
		}
		return nil
	}
	return fmt.Errorf("no such action")
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	_, err = io.Copy(out, in)
	return err
}

func (r *runner) git(dir string, args ...string) error {
	command := exec.Command("git", args...)
	command.Dir, command.Env = dir, append(os.Environ(), r.env...)
	if text, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, text)
	}
	return nil
}

func readOutputs(file string) map[string]any {
	outputs := map[string]any{}
	text, _ := os.ReadFile(file) // most steps write none
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		outputs[key] = value
	}
	return outputs
}

var inBraces = regexp.MustCompile(`\$\{\{ (.*?) \}\}`)

// text fills the expressions in a text in.
func (p *place) text(text string) string {
	return inBraces.ReplaceAllStringFunc(text, func(e string) string { return p.value(e) })
}

// value computes an expression of the few forms that the workflows have.
func (p *place) value(expression string) string {
	if m := inBraces.FindStringSubmatch(expression); m != nil {
		expression = m[1]
	}
	for _, or := range strings.Split(expression, " || ") {
		value := ""
		for _, and := range strings.Split(or, " && ") {
			if value = p.compared(and); !truth(value) {
				break
			}
		}
		if truth(value) {
			return value
		}
	}
	return ""
}

func (p *place) compared(text string) string {
	for _, sign := range []string{" == ", " != "} {
		if a, b, found := strings.Cut(text, sign); found {
			if (p.operand(a) == p.operand(b)) == (sign == " == ") {
				return "true"
			}
			return ""
		}
	}
	return p.operand(text)
}

func (p *place) operand(text string) string {
	switch {
	case strings.HasPrefix(text, "'"):
		return strings.Trim(text, "'")
	case text == "success()", text == "!cancelled()":
		return "true"
	}
	var at any = p.values
	for name := range strings.SplitSeq(text, ".") {
		inside, _ := at.(map[string]any)
		at = inside[name]
	}
	if at == nil {
		return ""
	}
	return fmt.Sprint(at)
}

func truth(value string) bool { return value != "" && value != "false" }
