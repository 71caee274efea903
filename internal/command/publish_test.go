package command

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// lab is a publisher's repository and the servers that its workflows use, all of them files.
type lab struct {
	*runner
	dir     string // the publisher's clone
	program string // the program's repository
	log     string // what gh was asked
}

// TestAPublisherFromTheFirstPushToAKeptVersion runs every step of the workflows that init writes.
func TestAPublisherFromTheFirstPushToAKeptVersion(t *testing.T) {
	l := newLab(t)
	l.push("main", "the starter")
	l.well("site.yml")
	l.has("github-pages", "index.html", "invented")

	// the first results: a base without any is empty
	l.git(l.dir, "checkout", "-q", "-b", "first")
	l.results(1, 2, 3)
	l.push("first", "results")
	l.pullRequest("first")
	l.well("preview.yml")
	l.has("preview", "changes/index.html", "3 configurations added")
	l.has("report", "report.json", `"added": 3`)
	l.well("comment.yml")
	l.posted("POST repos/lab/energy/issues/12/comments", "**3 configurations added.**", "/lab/energy/actions/runs/7",
		"](https://deploy-preview-12--lab.netlify.app/runs/")

	// merged, kept, and published with its version
	l.git(l.dir, "checkout", "-q", "main")
	l.git(l.dir, "merge", "-q", "first")
	l.push("main", "")
	l.set("JOULEBOARD_DATA_VERSION", "1.0")
	for _, want := range []string{"", "version 1.0 is already kept"} {
		l.well("keep-version.yml")
		if !strings.Contains(l.out, want) {
			t.Errorf("keep-version.yml says %s", l.out)
		}
	}
	l.well("site.yml")
	l.has("github-pages", "v/1.0/index.html", "Acme Small 1B")
	l.has("github-pages", "index.html", `href="https://lab.example/energy/"`)

	// worse results fail the check and are commented on nevertheless
	l.git(l.dir, "checkout", "-q", "-b", "worse")
	l.results(1, 2, 9)
	l.push("worse", "measured again")
	l.pullRequest("worse")
	l.set("JOULEBOARD_FAIL_ON", "errors,regression")
	l.earlier("99")
	if l.workflow(l.file("preview.yml")) || !strings.Contains(l.out, "regression: gpqa, Acme Small 1B") {
		t.Errorf("preview.yml accepts a regression: %s", l.out)
	}
	l.well("comment.yml")
	l.posted("PATCH repos/lab/energy/issues/comments/99", "1 worse")

	// unless somebody answers for them
	l.write("accepted.yaml", "- {key: {task: gpqa}, reason: measured with another server}\n")
	l.push("worse", "accepted")
	l.well("preview.yml")
	l.has("preview", "changes/index.html", "accepted: measured with another server")
	l.netlify()

	l.set("JOULEBOARD_DATA_VERSION", "1.1")
	l.pullRequest("main")
	l.well("keep-version.yml")
	l.well("site.yml")
	l.has("github-pages", "v/1.1/index.html", "Acme Small 1B")
	l.has("github-pages", "v/1.0/index.html", "Acme Small 1B")

	// a second source is compared, too
	l.set("JOULEBOARD_SOURCES", "results\ntable:serving\n")
	l.git(l.dir, "checkout", "-q", "-b", "serving", "main")
	l.write("serving/runs.csv", "model,gpu,batch,energy\nlab/Tiny,H100,8,0.1\n")
	l.write("serving/benchmark.yaml", strings.Join([]string{
		"domain: serving", "basis: {window: the whole run, scope: GPU, token: output tokens}", "board: {system: Serving}",
		"rows: [{files: [runs.csv]}]", "fields:", "- {name: model, role: model}", "- {name: gpu, role: gpu}",
		"- {name: batch, role: batch}", "- {name: energy, role: energy, unit: J/token}", "",
	}, "\n"))
	l.push("serving", "another benchmark")
	l.pullRequest("serving")
	l.well("preview.yml")
	l.has("preview", "changes/index.html", "1 configuration added")
}

func TestNoReportMakesNoComment(t *testing.T) {
	l := newLab(t)
	l.push("main", "the starter")
	l.well("comment.yml")
	l.write("report.json", "<!-- jouleboard diff -->\n@everyone\n")
	l.artifacts["report"] = l.dir
	if l.workflow(l.file("comment.yml")) || !strings.Contains(l.out, "report.json: expected a report") {
		t.Errorf("a forged report: %s", l.out)
	}
	if log, _ := os.ReadFile(l.log); strings.Contains(string(log), "POST") {
		t.Errorf("gh was asked for\n%s", log)
	}
}

// The program is that of the release, or compiled, and never one that differs from the checksums.
func TestTheProgramIsCheckedOrCompiled(t *testing.T) {
	l := newLab(t)
	source := t.TempDir()
	os.WriteFile(filepath.Join(source, "Makefile"), []byte("browser-code build:\n\tmkdir -p bin; echo compiled > bin/jouleboard\n"), 0o644)
	get := func(ref string) (program, said string, err error) {
		file := filepath.Join(t.TempDir(), "jouleboard")
		command := exec.Command("bash", "starter/jouleboard.sh", "get")
		command.Env = append(append(os.Environ(), l.env...), "PROGRAM=file://"+l.program, "REF="+ref, "SOURCE="+source, "JOULEBOARD="+file)
		text, err := command.CombinedOutput()
		made, _ := os.ReadFile(file)
		return string(made), string(text), err
	}
	for ref, want := range map[string]string{
		"v1.2.3": "#!", "v1": "#!", "main": "compiled", "0123456789012345678901234567890123456789": "compiled", "": "compiled",
	} {
		if got, said, err := get(ref); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %.20q, %v: %s", ref, got, err, said)
		}
	}
	sums := filepath.Join(l.program, "releases/download/v1.2.3/checksums.txt")
	text, err := os.ReadFile(sums)
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(sums, []byte(strings.Repeat("0", 64)+string(text)[64:]), 0o644)
	if got, said, err := get("v1.2.3"); err == nil || got != "" || !strings.Contains(said, "differs from checksums.txt of release v1.2.3") {
		t.Errorf("a program that was changed: %.20q, %v: %s", got, err, said)
	}
	os.Remove(sums)
	if got, said, err := get("v1.2.3"); err != nil || !strings.HasPrefix(got, "compiled") {
		t.Errorf("no checksums: %.20q, %v: %s", got, err, said)
	}
}

func newLab(t *testing.T) *lab {
	t.Helper()
	for _, name := range []string{"git", "bash", "curl", "tar", "sha256sum"} {
		if _, err := exec.LookPath(name); err != nil || runtime.GOOS != "linux" {
			t.Skipf("no %s, which the workflows' runners have", name)
		}
	}
	root := t.TempDir()
	module, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{
		dir: filepath.Join(root, "lab"), log: filepath.Join(root, "gh.log"), program: filepath.Join(root, "server/jouleboard/jouleboard"),
	}
	l.runner = &runner{t: t, action: module, origin: filepath.Join(root, "origin"), checkout: "main", artifacts: map[string]string{}}
	bin := filepath.Join(root, "bin")
	l.put(filepath.Join(bin, "jouleboard"), fmt.Sprintf("#!/bin/bash\nexec -a jouleboard %q \"$@\"\n", os.Args[0]))
	l.put(filepath.Join(bin, "gh"), gh)
	l.put(filepath.Join(root, "gitconfig"), "[user]\n\tname = Test\n\temail = test@example.org\n[init]\n\tdefaultBranch = main\n")
	l.env = []string{
		"PATH=" + bin + ":" + os.Getenv("PATH"), "GIT_CONFIG_GLOBAL=" + filepath.Join(root, "gitconfig"), "GIT_CONFIG_SYSTEM=/dev/null",
		"LOG=" + l.log, "POSTED=" + l.log + ".md", "NUMBER=12", "EARLIER=", "REPORT_ARTIFACT=",
	}
	commit := l.release(bin)
	l.context = map[string]any{
		"github": map[string]any{
			"server_url": "file://" + filepath.Join(root, "server"), "action_repository": "jouleboard/jouleboard", "action_ref": commit,
			"action_path": module, "repository": "lab/energy", "token": "t", "base_ref": "main",
			"event": map[string]any{"workflow_run": map[string]any{
				"event": "pull_request", "conclusion": "success", "id": "7", "head_sha": "0123abcd", "head_branch": "head",
				"head_repository": map[string]any{"owner": map[string]any{"login": "fork"}},
			}},
		},
		"vars": map[string]any{"JOULEBOARD_PREVIEW_URL": "https://deploy-preview-{number}--lab.netlify.app/"},
	}
	l.command(root, filepath.Join(bin, "jouleboard"), "init", "lab")
	l.must(l.git(root, "init", "-q", "--bare", "origin"))
	l.must(l.git(l.dir, "init", "-q"))
	l.must(l.git(l.dir, "remote", "add", "origin", l.origin))
	return l
}

// release publishes the program as version 1.2.3 and gives its commit.
func (l *lab) release(bin string) string {
	work := filepath.Join(filepath.Dir(bin), "program")
	l.put(filepath.Join(work, "README.md"), "the program\n")
	l.must(l.git(work, "init", "-q"))
	l.must(l.git(work, "add", "."))
	l.must(l.git(work, "commit", "-q", "-m", "first"))
	l.must(l.git(work, "tag", "-a", "-m", "1.2.3", "v1.2.3"))
	l.must(l.git(work, "tag", "v1"))
	l.must(l.git(work, "clone", "-q", "--bare", work, l.program))
	name := "jouleboard_1.2.3_linux_" + runtime.GOARCH + ".tar.gz"
	at := filepath.Join(l.program, "releases/download/v1.2.3")
	l.must(os.MkdirAll(at, 0o755))
	l.command(bin, "tar", "-czf", filepath.Join(at, name), "jouleboard")
	archive, err := os.ReadFile(filepath.Join(at, name))
	l.must(err)
	l.put(filepath.Join(at, "checksums.txt"), fmt.Sprintf("%x  %s\n", sha256.Sum256(archive), name))
	return strings.TrimSpace(l.command(work, "git", "rev-parse", "HEAD"))
}

// gh stands in for GitHub's own command.
const gh = `#!/bin/sh
echo "$*" >> "$LOG"
case "$*" in
run\ download*) [ -n "$REPORT_ARTIFACT" ] && mkdir report && cp "$REPORT_ARTIFACT/report.json" report ;;
*/pulls*) echo "$NUMBER" ;;
*/comments\ --jq*) echo "$EARLIER" ;;
*body=@comment.md*) cp comment.md "$POSTED" ;;
esac
`

func (l *lab) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

func (l *lab) put(file, text string) {
	l.t.Helper()
	l.must(os.MkdirAll(filepath.Dir(file), 0o755))
	l.must(os.WriteFile(file, []byte(text), 0o755))
}

func (l *lab) write(file, text string) { l.put(filepath.Join(l.dir, file), text) }

func (l *lab) command(dir, name string, args ...string) string {
	l.t.Helper()
	command := exec.Command(name, args...)
	command.Dir, command.Env = dir, append(os.Environ(), l.env...)
	text, err := command.Output()
	if err != nil {
		l.t.Fatalf("%s %s: %v", name, args, err)
	}
	return string(text)
}

// results writes runs with these energies.
func (l *lab) results(energies ...float64) {
	var runs []data.LLMRun
	for i, energy := range energies {
		r := llmRow(i)
		settled["energy"](&r, energy)
		runs = append(runs, r)
	}
	file := filepath.Join(l.dir, "results/runs/llm.parquet")
	l.must(os.MkdirAll(filepath.Dir(file), 0o755))
	out, err := os.Create(file)
	l.must(err)
	defer out.Close()
	l.must(data.NewRuns(runs, false).WriteParquet(out, nil))
}

func (l *lab) push(branch, message string) {
	l.t.Helper()
	if message != "" {
		l.must(l.git(l.dir, "add", "-A"))
		l.must(l.git(l.dir, "commit", "-q", "-m", message))
	}
	l.must(l.git(l.dir, "push", "-q", "origin", "HEAD:"+branch))
}

// pullRequest is what the workflows run for.
func (l *lab) pullRequest(branch string) { l.checkout = branch }

func (l *lab) set(name, value string) { l.context["vars"].(map[string]any)[name] = value }

func (l *lab) earlier(comment string) { l.env = append(l.env, "EARLIER="+comment) }

func (l *lab) file(name string) string { return filepath.Join(l.dir, ".github/workflows", name) }

func (l *lab) workflow(file string) bool {
	l.t.Helper()
	l.out = ""
	l.env = append(l.env, "REPORT_ARTIFACT="+l.artifacts["report"])
	return l.runner.workflow(file)
}

// well runs a workflow that must succeed, of another branch than a preview's from main.
func (l *lab) well(name string) {
	l.t.Helper()
	branch := l.checkout
	if name != "preview.yml" {
		l.checkout = "main"
	}
	if !l.workflow(l.file(name)) {
		l.t.Fatalf("%s failed:\n%s", name, l.out)
	}
	l.checkout = branch
}

func (l *lab) has(artifact, file, want string) {
	l.t.Helper()
	text, err := os.ReadFile(filepath.Join(l.artifacts[artifact], file))
	if err != nil || !strings.Contains(string(text), want) {
		l.t.Errorf("%s of %s lacks %q: %v\n%.2000s", file, artifact, want, err, text)
	}
}

// posted checks the last call of gh that wrote, and the comment.
func (l *lab) posted(call string, wants ...string) {
	l.t.Helper()
	log, err := os.ReadFile(l.log)
	l.must(err)
	if !strings.Contains(string(log), "api -X "+call) {
		l.t.Errorf("gh was not asked for %s, but for\n%s", call, log)
	}
	comment, err := os.ReadFile(l.log + ".md")
	l.must(err)
	for _, want := range wants {
		if !strings.Contains(string(comment), want) {
			l.t.Errorf("the comment lacks %q:\n%s", want, comment)
		}
	}
}

var (
	netlifyCommand = regexp.MustCompile(`(?s)command = (?:"""\\\n(.*?)"""|"([^\n]*)")\n`)
	netlifySetting = regexp.MustCompile(`(?m)^  ([A-Z_]+) = "(.*?)"`)
)

// netlify runs the commands of netlify.toml in a clone of the branch.
func (l *lab) netlify() {
	l.t.Helper()
	text, err := os.ReadFile(filepath.Join(l.dir, "netlify.toml"))
	l.must(err)
	clone := filepath.Join(l.t.TempDir(), "clone")
	l.must(l.git("", "clone", "-q", "--branch", l.checkout, l.origin, clone))
	env := append(os.Environ(), l.env...)
	for _, m := range netlifySetting.FindAllStringSubmatch(string(text), -1) {
		env = append(env, m[1]+"="+m[2])
	}
	env = append(env, "PROGRAM=file://"+l.program, "REF=v1.2.3",
		"URL=https://lab.netlify.app", "DEPLOY_PRIME_URL=https://deploy-preview-12--lab.netlify.app")
	commands := netlifyCommand.FindAllStringSubmatch(string(text), -1)
	if len(commands) != 2 {
		l.t.Fatalf("netlify.toml has %d commands", len(commands))
	}
	for _, m := range commands {
		command := exec.Command("bash", "-c", strings.NewReplacer("\\\n", "", `\"`, `"`).Replace(m[1]+m[2]))
		command.Dir, command.Env = clone, env
		if said, err := command.CombinedOutput(); err != nil {
			l.t.Fatalf("%s: %v\n%s", m[0], err, said)
		}
	}
	for file, want := range map[string]string{
		"public/index.html": `href="https://lab.netlify.app/"`, "public/v/1.0/index.html": "Acme Small 1B",
		"preview/site/changes/index.html": `href="https://deploy-preview-12--lab.netlify.app/changes/"`,
	} {
		if page, err := os.ReadFile(filepath.Join(clone, file)); err != nil || !strings.Contains(string(page), want) {
			l.t.Errorf("%s lacks %s: %v", file, want, err)
		}
	}
}
