package charts

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
)

// Ghost is a configuration as it was in the base of a preview.
type Ghost struct {
	Row aggregate.Row
	To  string // run of the row that replaced it, "" if there is none
}

// ghostName is what the legend calls them.
func ghostName(w *words.Catalog) string { return w.Say("charts.legend.base") }
