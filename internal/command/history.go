package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/undo"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/units"
)

type historyOptions struct {
	Sources  sourceFlags
	Texts    textFlags
	Format   formatFlag
	Add      bool     `flag:"add" help:"add a snapshot of the sources to FILE"`
	Date     string   `flag:"date" help:"{DATE} of the snapshot (default: the newest in its sources)"`
	Revision string   `flag:"revision" help:"{LABEL} of the snapshot, such as a commit"`
	FailOn   []string `flag:"fail-on" help:"exit status 1 if the newest snapshot has a change of these {KINDS}" words:"changes"`
	file     string
}

// defaultHistory is the file that history reads and writes if none is named.
const defaultHistory = "history.jsonl"

// history adds a snapshot if it is asked to, or tells what changed.
func (c *console) history(ctx context.Context, o historyOptions) error {
	o.file = cmp.Or(c.cmd.Flags().Arg(0), defaultHistory)
	if !o.Add && (c.cmd.Flags().Changed("source") || o.Date != "" || o.Revision != "") {
		return usagef("--source, --date and --revision describe a snapshot to add: give --add too")
	}
	if _, ok := units.Day(o.Date); o.Date != "" && !ok {
		return usagef("--date %q: use a date such as 2026-02-16", o.Date)
	}
	texts, err := o.Texts.load()
	if err != nil {
		return err
	}
	h, err := readHistory(o.file)
	if err != nil && !(o.Add && errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	if !o.Add && len(h.Snapshots) == 0 {
		return fmt.Errorf("%s: contains no snapshot; add one with jouleboard history --add", o.file)
	}
	if o.Add {
		if h, err = c.addToHistory(ctx, h, texts, o); err != nil || len(o.FailOn) == 0 && !c.cmd.Flags().Changed("format") {
			return err
		}
	}
	steps := h.Steps()
	switch o.Format.is {
	case "json":
		err = writeJSON(c.stdout, struct {
			versioned
			history.Listed
		}{thisVersion, h.Listed(steps, texts)})
	case "csv":
		err = c.printSnapshots(h)
	case "markdown":
		_, err = io.WriteString(c.stdout, historyComment(steps, texts))
	default:
		err = c.printSteps(h, steps, texts)
	}
	return cmp.Or(err, o.refuse(steps))
}

// kindNames are the kinds of changes as --fail-on takes them.
func kindNames() []string {
	return lists.Map(history.Kinds(), func(k history.Kind) string { return strings.ReplaceAll(string(k), " ", "-") })
}

// refuse is the error for changes of the newest snapshot that --fail-on names.
func (o historyOptions) refuse(steps []history.Step) error {
	if len(steps) == 0 {
		return nil
	}
	for i, name := range kindNames() {
		n := lists.Count(steps[0].Changes, func(c history.Change) bool { return c.Kind == history.Kinds()[i] })
		if n > 0 && slices.Contains(o.FailOn, name) {
			return fmt.Errorf("%s: %s (--fail-on %s)", steps[0].To.Date, units.Counted(n, "change"), name)
		}
	}
	return nil
}

// readHistory reads a file; an error says how one is made.
func readHistory(file string) (history.History, error) {
	f, err := filetree.OpenFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return history.History{}, fmt.Errorf("%s: %w; create it with jouleboard history --add", file, fs.ErrNotExist)
	}
	if err != nil {
		return history.History{}, err
	}
	defer f.Close()
	return history.Read(file, f)
}

func (c *console) addToHistory(ctx context.Context, h history.History, texts content.Content, o historyOptions) (history.History, error) {
	s, err := c.snapshot(ctx, texts, o)
	if err != nil {
		return h, err
	}
	outcome := history.Unchanged
	if o.Revision != "" {
		outcome = h.Add(s)
	} else if outcome, err = h.AddAlone(s); err != nil {
		return h, usagef("%s contains %w: say with --revision which one to replace, or give a new label to add one", o.file, err)
	}
	if outcome == history.Unchanged {
		c.note("%s: the results equal those of the previous snapshot; nothing was added", o.file)
		return h, nil
	}
	text, err := h.Bytes()
	if err != nil {
		return h, fmt.Errorf("%s cannot be written: %w", o.file, err)
	}
	if err := replaceFile(o.file, text); err != nil {
		return h, err
	}
	c.note("%s: %s the snapshot of %s, %s in %s",
		o.file, outcome, s.Date, units.Counted(s.Models(), "model"), units.Counted(len(s.Boards), s.Noun()))
	return h, nil
}

// snapshot takes one of the sources.
func (c *console) snapshot(ctx context.Context, texts content.Content, o historyOptions) (history.Snapshot, error) {
	o.Sources.Raw.Within = true
	o.Sources.gpus = texts.GPUs
	ds, err := c.open(ctx, o.Sources, false)
	if err != nil {
		return history.Snapshot{}, err
	}
	published, _ := leaderboard.Publishable(ds.Dataset)
	var origins data.Dataset // what a published site is made from
	dated := true
	for _, system := range published.Systems() {
		own := published.Of(system)
		origins.Sources = append(origins.Sources, own.Sources...)
		dated = dated && (system != "" || own.Date() != "")
	}
	s := history.Snapshot{
		Boards: history.Take(board.ShownIn(published, texts)), Date: o.Date,
		Revision: cmp.Or(o.Revision, origins.Revision()),
	}
	if dated { // another system's date says nothing of tasks without one
		s.Date = cmp.Or(s.Date, origins.Date())
	}
	switch {
	case len(s.Boards) == 0:
		return s, errors.New("no run is ranked on a board; there is nothing to record")
	case s.Date == "":
		return s, usagef("the sources contain no date; give one with --date YYYY-MM-DD")
	}
	return s, nil
}

// replaceFile writes a file all at once: a process that is killed leaves the old one. A device or pipe stays what it is.
func replaceFile(name string, text []byte) error {
	if err := filetree.Inside(filepath.Dir(name)); err != nil {
		return err
	}
	if entry, err := os.Stat(name); err == nil && entry.Mode()&(fs.ModeDevice|fs.ModeNamedPipe) != 0 {
		if err := filetree.Inside(name); err != nil {
			return err
		}
		return os.WriteFile(name, text, 0)
	}
	beside, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, err)
	}
	defer undo.Later(func() { os.Remove(beside.Name()) })()
	defer os.Remove(beside.Name())
	_, err = beside.Write(text)
	if err = errors.Join(err, beside.Chmod(0o644), beside.Close()); err == nil {
		err = os.Rename(beside.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, err)
	}
	return nil
}

// printSteps tells the changes, the newest first.
func (c *console) printSteps(h history.History, steps []history.Step, texts content.Content) error {
	var b strings.Builder
	for _, lead := range h.Leads() {
		t := texts.Task(lead.Task, lead.Domain)
		fmt.Fprintf(&b, "%s\n", cell(t.Name+": "+lead.Words(t, texts.Words, func(date string) string { return date })))
	}
	for _, step := range steps {
		fmt.Fprintf(&b, "%s since %s\n", step.To.Date, step.From.Date)
		for _, change := range step.Changes {
			t := texts.Task(change.Task, change.Domain)
			fmt.Fprintf(&b, "  %s\n", cell(strings.Join(strings.Fields(t.Name+": "+change.Name+" "+change.Words(t, texts.Words)), " ")))
		}
		if step.Quiet == 1 {
			b.WriteString("  no significant change\n")
		} else if step.Quiet > 1 {
			fmt.Fprintf(&b, "  no significant change from one of %s to the next\n", units.Counted(step.Quiet+1, "snapshot"))
		}
	}
	if n := len(h.Snapshots); n > 0 {
		first := h.Snapshots[0]
		fmt.Fprintf(&b, "%s: the first snapshot, %s in %s\n",
			first.Date, units.Counted(first.Models(), "model"), units.Counted(len(first.Boards), first.Noun()))
	}
	_, err := c.stdout.Write([]byte(b.String()))
	return err
}

// snapshotNames are the columns of a history as a table. Energy and latency are in the units of the board; a place is counted
// from 1, and missing for a model that misses the deadline, as are the bounds of the interval where there are none.
const snapshotNames = "date revision board place model nickname gpu gpus batch energy latency low high"

// printSnapshots prints the rows of all boards at all dates, for figures of a history.
func (c *console) printSnapshots(h history.History) error {
	all := sheet{columns: lists.Map(strings.Fields(snapshotNames), func(name string) sheetColumn { return sheetColumn{name: name} })}
	for _, s := range h.Snapshots {
		for _, b := range s.Boards {
			for i, one := range slices.Concat(b.Best, b.Late) {
				revision, place := data.When(s.Revision != "", s.Revision), data.When(i < len(b.Best), i+1)
				cells := []any{
					s.Date, revision.Any(), b.Task, place.Any(),
					one.Model, one.Name, one.GPU, one.NumGPUs, one.Batch, one.Energy, one.Latency, nil, nil,
				}
				if one.Interval != nil {
					cells[11], cells[12] = one.Interval.Low, one.Interval.High
				}
				all.rows = append(all.rows, cells)
			}
		}
	}
	return all.print(c, "csv")
}
