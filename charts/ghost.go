package charts

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Ghost is a configuration as it was in the base of a preview.
type Ghost struct {
	Row aggregate.Row
	To  string // run of the row that replaced it, "" if there is none
}

// ghostName is what the legend calls them.
func ghostName(w *words.Catalog) string { return w.Say("charts.legend.base") }

// ghosts are where the task's ghosts were and where they are now; their table rows
// follow those of the configurations.
func (f frontier) ghosts() []ghostMark {
	now := lists.By(f.rows, func(r aggregate.Row) (string, aggregate.Row) { return r.Run, r })
	var marks []ghostMark
	for i, g := range f.task.Ghosts {
		mark := ghostMark{at: f.value(g.Row), row: len(f.rows) + i}
		if r, ok := now[g.To]; ok && g.To != "" {
			at := f.value(r)
			mark.now = &at
		}
		marks = append(marks, mark)
	}
	return marks
}

// ghostRows are the ghosts below the columns of the configurations.
func (f frontier) ghostRows() (rows []Row) {
	for _, g := range f.task.Ghosts {
		row := f.task.row(g.Row)
		row.Run, row.Cells[0] = "", textCell(f.task.Words.Say("charts.frontier.ghost", "model", name(g.Row)))
		rows = append(rows, row)
	}
	return rows
}

// ghostCaption explains them, "" where there are none.
func (f frontier) ghostCaption() string {
	if len(f.task.Ghosts) == 0 {
		return ""
	}
	text := " " + f.task.Words.Say("charts.frontier.ghosts")
	if f.task.MoreGhosts > 0 {
		text += " " + f.task.Words.Say("charts.frontier.more_ghosts", "n", f.task.MoreGhosts)
	}
	return text
}
