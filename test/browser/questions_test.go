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

// fill puts a question into the form, as a reader does, and presses the button of the task.
const fill = `((inputs, task) => {
	const form = document.querySelector('#ask form');
	for (const [name, text] of Object.entries(inputs)) {
		const fields = [...form.querySelectorAll('[name=' + name + ']')];
		fields[0].closest('details')?.setAttribute('open', '');
		if (fields[0].type === 'radio') fields.find(({value}) => value === text).click();
		else fields[0].value = text;
	}
	[...form.querySelectorAll('button')].find(b => b.formAction.includes('/tasks/' + task + '/')).click();
	return '"asked"';
})`

const answerText = `JSON.stringify([...document.querySelectorAll('#answer .answer li')].map(li => li.textContent))`

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
		if len(q.Inputs) > mostInputs {
			t.Errorf("%s: %d inputs", q.Question, len(q.Inputs))
		}
		if err := chromedp.Do(ctx, chromedp.Navigate(base), chromedp.WaitVisible(`#ask form`)); err != nil {
			t.Fatal(err)
		}
		inputs, _ := json.Marshal(q.Inputs)
		var asked string
		evaluate(t, ctx, fill+"("+string(inputs)+", '"+q.Task+"')", &asked)
		if err := chromedp.Do(ctx, chromedp.WaitVisible(`#answer`), chromedp.WaitVisible(`html[data-state=ready]`)); err != nil {
			t.Fatal(err)
		}
		var said []string
		evaluate(t, ctx, answerText, &said)
		for _, part := range q.Says {
			if !strings.Contains(strings.ReplaceAll(strings.Join(said, "\n"), "\u00a0", " "), part) {
				t.Errorf("%s: the answer lacks %q: %q", q.Question, part, said)
			}
		}
		address := value[string](t, ctx, `location.href`)
		u, _ := url.Parse(address)
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
