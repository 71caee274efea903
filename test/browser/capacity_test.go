package browser

import (
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
)

// capacityRow is what a page's table says that a run needs.
type capacityRow struct {
	Run                                         string
	Servers, GPUs, Outputs, Power, Energy, Cost float64
}

const capacityRows = `[...document.querySelectorAll('#capacity tbody tr')].map(tr => {
	const cell = (name) => +tr.querySelector('td[data-field=' + name + '] data').value;
	return {Run: tr.dataset.run, Servers: cell('servers'), GPUs: cell('gpus'), Outputs: cell('outputs'), Power: cell('power'), Energy: cell('energy'),
		Cost: cell('cost')};
})`

func TestPlansOfThePageAreThoseOfTheProgram(t *testing.T) {
	base := published(t)
	ctx := start(t)
	for _, c := range []struct{ task, query string }{
		{"gpqa", "daily=123456789012&price=0.3&pue=1.17"},
		{"gpqa", "kw=250&rent=H100:2,B200:3.7&reserve=20&idle=80&extra=60&extra_server=400"},
		{"gpqa", "monthly=70000&rent=H100:2,B200:3.7&price=0.1&pct=p99"},
		{"text-to-image", "price=0&view=all"},
	} {
		open(t, ctx, base+"tasks/"+c.task+"/?"+c.query)
		until(t, ctx, `document.querySelector('#capacity td[data-field=cost] data')`)
		b := boardOf(t, c.task)
		q, faults := b.Parse(c.query)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		rows := map[string]aggregate.Row{}
		for _, r := range b.Rows {
			rows[r.Run] = r
		}
		shown := value[[]capacityRow](t, ctx, capacityRows)
		for _, got := range shown {
			want, _ := q.Plan(rows[got.Run], dailyOf[c.task])
			plan := capacityRow{got.Run, want.Servers, want.GPUs, want.Outputs / lotOf[c.task], want.Power, want.Energy, want.Cost.Or(-1)}
			if got != plan {
				t.Errorf("%s: the page says %+v, the program %+v", c.query, got, plan)
			}
		}
		if len(shown) == 0 {
			t.Errorf("%s: no row", c.query)
		}
	}
}

// dailyOf are the loads with which the planner of a task opens.
var dailyOf = map[string]float64{"gpqa": 1e9, "text-to-image": 1e6}

// lotOf is how many outputs a day its table counts as one.
var lotOf = map[string]float64{"gpqa": 1e6, "text-to-image": 1000}

func boardOf(t *testing.T, task string) *board.Board {
	t.Helper()
	for _, b := range boards(t, publishedSource(t)) {
		if b.ID == task {
			return b.Board
		}
	}
	t.Fatalf("no board %s", task)
	return nil
}

func TestDemandIsKeptInTheAddress(t *testing.T) {
	ctx, _ := taskPage(t)
	var got struct {
		Before, After, Filters string
		Rows                   [2]int
		Address                string
	}
	does(t, ctx, `
		const field = (n) => $('#capacity [name=' + n + ']'), put = async (n, v) => { field(n).value = v;
			field(n).dispatchEvent(new Event('input', {bubbles: true})); await frame(); };
		const servers = () => $('#capacity td[data-field=servers]').textContent, lines = () => $$('#capacity tbody tr').length;
		const Before = servers(), n = lines();
		await put('daily', '900,000,000,000'); await put('price', '0.25'); await until(() => location.search.includes('price=0.25'));
		const After = servers(), Filters = $('#filters [name=price]').value;
		await type('deadline', '6');
		await until(() => location.search.includes('deadline=6') && lines() !== n); // the table follows when there is time
		return {Before, After, Filters, Rows: [n, lines()], Address: location.search}`, &got)
	if got.Before == got.After || got.Filters != "0.25" || got.Address != "?deadline=6&price=0.25&daily=900000000000" {
		t.Errorf("got %+v", got)
	}
	if got.Rows[1] >= got.Rows[0] {
		t.Errorf("the table does not follow the deadline: %d rows, then %d", got.Rows[0], got.Rows[1])
	}
}
