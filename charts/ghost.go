package charts

import (
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/units"
)

// Ghost is a configuration as it was in what a preview compares with.
type Ghost struct {
	Row aggregate.Row
	To  string // run of the row that it has become, "" where there is none
}

// ghostName is what the legend calls them.
const ghostName = "base"

// ofModel keeps the ghosts of one model.
func ofModel(ghosts []Ghost, id string) []Ghost {
	return slices.DeleteFunc(slices.Clone(ghosts), func(g Ghost) bool { return g.Row.ModelID != id })
}

// ghosts are where the task's ghosts were and where they are now; their table rows
// follow those of the configurations.
func (f frontier) ghosts() []ghostMark {
	now := map[string]aggregate.Row{}
	for _, r := range f.rows {
		now[r.Run] = r
	}
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
		row.Run, row.Cells[0] = "", words(name(g.Row)+", "+ghostName)
		rows = append(rows, row)
	}
	return rows
}

// ghostCaption explains them, "" where there are none.
func (f frontier) ghostCaption() string {
	if len(f.task.Ghosts) == 0 {
		return ""
	}
	text := " Hollow grey marks are changed or removed configurations as they were in the base; lines lead to where they are now."
	if f.task.MoreGhosts > 0 {
		text += " " + units.Whole(f.task.MoreGhosts) + " more are not drawn."
	}
	return text
}
