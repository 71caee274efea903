package browser

import (
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
)

// capacityRow is what a page's table says that a run needs.
type capacityRow struct {
	Run                                string
	Servers, GPUs, Power, Energy, Cost float64
}

const capacityRows = `[...document.querySelectorAll('#capacity tbody tr')].map(tr => {
	const cell = (name) => +tr.querySelector('td[data-field=' + name + '] data').value;
	return {Run: tr.dataset.run, Servers: cell('servers'), GPUs: cell('gpus'), Power: cell('power'), Energy: cell('energy'),
		Cost: cell('cost')};
})`

func TestCapacityOfThePageIsThatOfTheProgram(t *testing.T) {
	base := published(t)
	ctx := start(t)
	rows := map[string]aggregate.Row{}
	for _, b := range boards(t, publishedSource(t)) {
		for _, r := range b.Rows {
			rows[r.Run] = r
		}
	}
	for _, c := range []struct {
		address string
		demand  board.Demand
	}{
		{"tasks/gpqa/?daily=123456789012&price=0.3&pue=1.17", board.Demand{Outputs: 123456789012, PUE: 1.17, Price: data.Some(0.3)}},
		{"tasks/text-to-image/?price=0&view=all", board.Demand{Outputs: 1e6, PUE: 1, Price: data.Some(0.0)}},
	} {
		open(t, ctx, base+c.address)
		until(t, ctx, `document.querySelector('#capacity td[data-field=cost] data')`)
		shown := value[[]capacityRow](t, ctx, capacityRows)
		for _, got := range shown {
			want := c.demand.Of(rows[got.Run])
			cost, _ := want.Cost.Value()
			if got != (capacityRow{got.Run, want.Servers, want.GPUs, want.Power, want.Energy, cost}) {
				t.Errorf("%s: the page says %+v, the program %+v", c.address, got, want)
			}
		}
		if len(shown) == 0 {
			t.Errorf("%s: no row", c.address)
		}
	}
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
