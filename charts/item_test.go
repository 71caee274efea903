package charts

import (
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// Next to a mark stand its settings, which are never cut, after the model where there are several.
func TestLabelsNameSettingsInFull(t *testing.T) {
	at := func(model, own string) Item {
		value := func(field string) (float64, bool) { return map[string]float64{"x": 7, "y": 2}[field], true }
		return Item{Run: model + own, Model: model, Name: model, Own: own, Value: value}
	}
	long := "Example-8B-Instruct-with-a-name-of-very-many-words"
	for want, items := range map[string][]Item{
		"concurrency 128":                               {at(long, "concurrency 128"), at(long, "concurrency 8")},
		"Example-8B, concurrency 128":                   {at(long, "concurrency 128"), at("B", "")},
		"Example-8B-Instruct-with-a-name-of":            {at(long, ""), at("B", "")},
		"Example, a long setting of several parts, TP8": {at(long, "a long setting of several parts, TP8"), at("B", "")},
	} {
		x, y := data.Field{Name: "x"}, data.Field{Name: "y"}
		drawn := newItemTradeoff(items, x, y, Marks{})
		if got := drawn.labelOf(items[0]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestATitleNamesMetricValueAndConfiguration(t *testing.T) {
	item := func(own string, x, y float64) Item {
		value := func(field string) (float64, bool) { return map[string]float64{"x": x, "y": y}[field], true }
		return Item{Run: own, Model: "A", Name: "A", Own: own, Setting: "2 warnings", Value: value}
	}
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	x := data.Field{Name: "x", Label: "Throughput", Unit: "tok/s", Better: data.Higher}
	y := data.Field{Name: "y", Label: "Energy", Unit: "J"}
	for want, items := range map[string][]Item{
		"Lowest energy: 2.00 J (A, batch 8, 2 warnings); highest throughput: 9.00 tok/s (A, batch 4, 2 warnings)": {
			item("batch 8", 7, 2), item("batch 4", 9, 3),
		},
		"Lowest energy and highest throughput: 2.00 J and 9.00 tok/s (A, batch 8, 2 warnings)": {
			item("batch 8", 9, 2), item("batch 4", 7, 3),
		},
	} {
		drawn := newItemTradeoff(items, x, y, Marks{})
		drawn.words = texts.Words
		title := drawn.title()
		if title.text != want || !slices.ContainsFunc(title.claims, func(c Claim) bool { return c.Value == 9 && c.Predicate == Most }) {
			t.Errorf("got %q, want %q", title.text, want)
		}
	}
}
