package declared

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// unknownValues tells deadlines of a task that no row has, and words of a value that is nearly that of a row.
func (l *loader) unknownValues() {
	if l.in.Len() == 0 || !l.states("board") || l.told(string(data.RoleTask)) {
		return
	}
	board := l.written.Values["board"]
	l.unknownKeys("deadlines", l.schema.Board.By, cmp.Or(board.Values["deadlines"], &yamltree.Node{}), true)
	words := cmp.Or(board.Values["words"], &yamltree.Node{})
	for _, field := range words.Keys {
		ofRole := when(!l.schema.Has(field), l.schema.Name(data.Role(field)))
		l.unknownKeys("words", cmp.Or(ofRole, field), words.Values[field], false)
	}
}

// neverEqual tells conditions, of which none holds, that compare a field with a text that differs from a value of rows only in case,
// separators or the organization.
func (l *loader) neverEqual(key string, rules []rule) {
	for i, r := range rules {
		for _, c := range l.in.Table(false).NeverEqual(r.Expression, func(a, b string) bool { return bareName(a) == bareName(b) }) {
			l.tell(l.written.At(key, i, "when").Line, "", "%s: no row has the %s %q; did you mean %q?", key, c[0], data.ClipName(c[1]), data.ClipName(c[2]))
		}
	}
}

// unknownKeys tells the keys of a mapping that are no value of a field: all, or those like a value that is no key.
func (l *loader) unknownKeys(key, field string, mapping *yamltree.Node, all bool) {
	values := lists.Map(l.in.Table(false).Distinct(field), data.Text)
	free := lists.Filter(values, func(v string) bool { return !mapping.Has(v) })
	for _, value := range mapping.Keys {
		right := slices.Contains(values, value) || all && value == "default" || !all && nearest.Hint(value, free) == ""
		l.tellIf(!right, mapping.Values[value].Line, "", "board: %s: no row has the %s %q; correct it, or remove it; rows have %s", key, field, data.ClipName(value),
			data.ClipName(nearest.Few(value, values)))
	}
}

var (
	// marksInNames are those with which names of models are written in several ways.
	marksInNames = regexp.MustCompile(`[-_. ]`)
	// vendor is that of a GPU, before its name.
	vendor = regexp.MustCompile(`(?i)^(?:nvidia|amd|intel)[ _-]`)
	// foreign is a character that other alphabets have.
	foreign = regexp.MustCompile(`[^ -~]`)
)

// bareName is a name without its organization, case and separators.
func bareName(name string) string {
	return strings.ToLower(marksInNames.ReplaceAllString(path.Base(name), ""))
}

// namedAlike tells names that probably are of one model, GPU or board, unless the declaration's aliases have one: of models that differ only
// in case, separators or the organization, of GPUs that differ in that of the vendor alone, and values with a board each, of a field that is the
// contributor's own, that differ in case or separators.
func (l *loader) namedAlike() {
	board := l.schema.Board
	for _, f := range l.schema.Fields() {
		common, noun, differ := bareName, data.When(f.Name == board.By, board.Noun).Or("model"), " in case, separators or the organization"
		switch {
		case f.Role == data.RoleModel:
		case f.Role == data.RoleGPU:
			common, noun, differ = func(name string) string { return vendor.ReplaceAllString(name, "") }, "GPU", " in the name of the vendor"
		case f.Name == board.By && l.own[f.Name] > 0:
			common, differ = func(name string) string { return bareName(strings.ReplaceAll(name, "/", "|")) }, " in case or separators"
		default:
			continue
		}
		names := map[string]string{} // by what they have in common
		for _, v := range l.in.Table(false).Distinct(f.Name) {
			name := data.Text(v)
			other, known := names[common(name)]
			names[common(name)] = name
			lookAlike := foreign.MatchString(name) != foreign.MatchString(other)
			l.tellIf(known && f.Aliases[name] == "" && f.Aliases[other] == "" && !lookAlike, l.own[f.Name], f.Name,
				"%q and %q count as two %s, but differ only%s; write “aliases: {%s: %s}” if they are one, otherwise “aliases: {%[5]s: %[5]s}”",
				data.ClipName(other), data.ClipName(name), units.Nouns(noun), differ, scalar(name), scalar(other))
		}
	}
}

// aliasedAlike tells values that are nearly a key of “aliases”.
func (l *loader) aliasedAlike() {
	for _, f := range l.fields {
		if len(f.Aliases) == 0 || l.own[f.Name] == 0 {
			continue
		}
		keys := sortedKeys(f.Aliases)
		for _, v := range l.in.Table(false).Distinct(f.Name) {
			text := data.Text(v)
			bare, named := bareName(text), slices.Contains(slices.Collect(maps.Values(f.Aliases)), text)
			short, reversed := lists.Find(keys, func(from string) bool { return f.Aliases[from] == text && strings.Contains(bare, bareName(from)) })
			l.tellIf(reversed && !l.aliased[f.Name], l.own[f.Name], f.Name, "aliases: no row has %q, but rows have %q: write “%s: %s”, or remove it",
				short, clipped(v), scalar(text), scalar(short))
			from, is := lists.Find(keys, func(from string) bool {
				return from != text && bareName(from) == bare && f.Aliases[from] != text && !named
			})
			_, known := f.Aliases[text]
			l.tellIf(is && !known, l.own[f.Name], f.Name, "aliases: %s is not the %q of the rows, since they differ in case, separators or the organization; "+
				"write “%s: %s”", data.ClipName(from), clipped(v), scalar(text), scalar(f.Aliases[from]))
		}
	}
}

// alikeUnread tells tables that the wildcards of “files” leave out though they have all columns of the first one that is read.
func (l *loader) alikeUnread() {
	left := lists.Filter(l.all, func(name string) bool {
		excluded := slices.ContainsFunc(l.patterns, func(m *mentioned) bool { return len(fitting(m.but, name)) > 0 })
		return IsTable(name) && l.entryOf(name) < 0 && !excluded
	})
	columns := slices.Concat(l.columns, l.keysOf()) // which has none where there are headers
	same := lists.Filter(left[:min(len(left), mostCompared*lists.One(len(columns) > 1 && l.states("rows")))], func(name string) bool {
		return lists.All(columns, func(column string) bool { return slices.Contains(l.sampled(name).order, column) })
	})
	wild := func(m *mentioned) bool { return strings.ContainsAny(m.files[0].text, "*?") }
	l.tellIf(len(same) > 0 && slices.ContainsFunc(l.patterns, wild), l.written.At("rows").Line, "",
		"rows: files: leaves out files with the same columns, such as %s: correct the patterns, or name them under “but”",
		data.ClipName(strings.Join(same, ", ")))
}
