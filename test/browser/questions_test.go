package browser

import (
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

// question is one that a reader has, with what is put into the form of the home page to ask it.
type question struct {
	Question string            `json:"question"`
	Task     string            `json:"task"` // whose button is pressed
	Inputs   map[string]string `json:"inputs"`
	Says     []string          `json:"says"` // parts of the answer
}

const mostInputs = 3

// fill puts a question into the form, as a reader does: the answer is there at once for the first task, otherwise the button of
// the task is pressed. It counts what a reader does: each field or choice, the fold of further fields, the button.
const fill = `((inputs, task, first) => {
	const form = document.querySelector('#ask form');
	let n = 0;
	delete document.documentElement.dataset.state;
	for (const [name, text] of Object.entries(inputs)) {
		const fields = [...form.querySelectorAll('[name=' + name + ']')], fold = fields[0].closest('details');
		if (fold && !fold.open) n++, fold.open = true;
		n++;
		if (fields[0].type === 'radio') fields.find(({value}) => value === text).click();
		else {
			fields[0].value = text;
			fields[0].dispatchEvent(new Event('input', {bubbles: true}));
		}
	}
	if (task !== first) n++, [...form.querySelectorAll('button')].find(b => b.formAction.includes('/tasks/' + task + '/')).click();
	return String(n);
})`

// firstTask is the one that the home page answers for.
const firstTask = "gpqa"

const answerText = `JSON.stringify(` + answerLines + `(document.querySelector(':is(#ask, #answer) > .answer')))`

// answerLines reads an answer; what the filters of a page leave is not said in the list, but beside it.
const answerLines = `((list) => [...list.querySelectorAll('li')].map((li, i) => (
	i === 0 && list.dataset.scope ? list.dataset.scope + ' ' : '') + li.textContent))`

// Questions are answered from the home page with at most three inputs. The address gives the answer again, and the command
// prints the same.
func TestQuestionsAreAnsweredFromHome(t *testing.T) {
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	base, ctx := serve(t, build(t, source)), start(t)
	text, err := os.ReadFile("testdata/questions.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []question
	if err := json.Unmarshal(text, &all); err != nil || len(all) < 12 {
		t.Fatalf("%d questions, %v", len(all), err)
	}
	for _, q := range all {
		if err := chromedp.Do(ctx, chromedp.Navigate(base), chromedp.WaitVisible(`#ask form`)); err != nil {
			t.Fatal(err)
		}
		inputs, _ := json.Marshal(q.Inputs)
		var n int
		evaluate(t, ctx, fill+"("+string(inputs)+", '"+q.Task+"', '"+firstTask+"')", &n)
		if n > mostInputs {
			t.Errorf("%s: %d inputs", q.Question, n)
		}
		t.Logf("%d inputs: %s", n, q.Question)
		if err := chromedp.Do(ctx, chromedp.WaitVisible(`html[data-state=ready]`), chromedp.WaitVisible(`.answer`)); err != nil {
			t.Fatal(err)
		}
		var said []string
		evaluate(t, ctx, answerText, &said)
		for _, part := range q.Says {
			if !strings.Contains(strings.ReplaceAll(strings.Join(said, "\n"), "\u00a0", " "), part) {
				t.Errorf("%s: the answer lacks %q: %q", q.Question, part, said)
			}
		}
		u, _ := url.Parse(value[string](t, ctx, `document.querySelector('[data-asked]')?.href ?? location.href`))
		printed, err := exec.Command(sites.Program(t), "answer", "--source", source, "--task", q.Task, "--query", u.RawQuery).Output()
		if err != nil {
			t.Fatalf("%s: %v", q.Question, err)
		}
		lines := strings.Split(strings.TrimSpace(string(printed)), "\n")
		if got, want := strings.Join(said, "\n"), strings.Join(lines[:len(lines)-1], "\n"); got != want {
			t.Errorf("%s: the page says\n%s\nthe command\n%s", q.Question, got, want)
		}
		if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
			t.Fatal(err)
		}
		open(t, ctx, base+strings.TrimPrefix(lines[len(lines)-1], "/"))
		var again []string
		evaluate(t, ctx, answerText, &again)
		if strings.Join(again, "\n") != strings.Join(said, "\n") {
			t.Errorf("%s: %s gives %q", q.Question, lines[len(lines)-1], again)
		}
	}
}
