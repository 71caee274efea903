package content

import (
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Look is size, type and colors of a figure in files. The zero value of each is for another look to say, see [Look.Over].
type Look struct {
	Width, Height float64    // pt
	Font          string     // sans, serif or the path of a TrueType file
	FontSize      float64    // pt, of all text
	DPI           float64    // pixels per inch
	Theme         string     // light, dark or print
	Palette       Appearance // colors of series, as #rrggbb
	Markers       Appearance // of Markers
	Dashes        Appearance // of Dashes
	Keys
}

// Over is the look with what it leaves open taken from another one. Faults in what either says name the place of the first.
func (l Look) Over(base Look) Look {
	over, from, keys := reflect.ValueOf(&l).Elem(), reflect.ValueOf(base), l.Keys.Over(base.Keys)
	for i := range over.NumField() {
		if over.Field(i).IsZero() {
			over.Field(i).Set(from.Field(i))
		}
	}
	l.Keys = keys
	return l
}

// finish reads the other keys of a look, which override those of its preset.
func (l *Look) finish(e entry) {
	l.Width, l.Height, l.Palette = points(e.text("width")), points(e.text("height")), e.appearance("palette", paletteFault)
	l.Markers, l.Dashes = e.appearance("markers", oneOfFault(Markers)), e.appearance("dashes", oneOfFault(Dashes))
	if all := l.Palette.All; len(all) == 1 && Palettes()[all[0]] != nil {
		l.Palette.All = Palettes()[all[0]]
		if all[0] == "gray" && l.Dashes.IsZero() && l.Markers.IsZero() { // where few shades are apart
			l.Dashes, l.Markers = Appearance{All: Dashes}, Appearance{All: Markers}
		}
	}
	preset := declared().Presets[e.text("preset")]
	if at, written := l.Keys.Within("preset", "width", "height", "font_size"); written { // which has what it states
		preset.Keys = at
	}
	*l = l.Over(preset)
}

// paletteFault says what is wrong with a word of a palette, "" for nothing.
func paletteFault(text string) string {
	if isOf("color", text) || Palettes()[text] != nil {
		return ""
	}
	known := slices.Sorted(maps.Keys(Palettes()))
	return fmt.Sprintf("expected colors such as \"#0b57d0\", in quotes, or one of %s, got %q%s", strings.Join(known, ", "), text, nearest.Hint(text, known))
}

func oneOfFault(words []string) func(string) string {
	return func(text string) string { return yamltree.WordFault(words, text) }
}

var lengthForm = regexp.MustCompile(`^([0-9]*\.?[0-9]+) ?(in|cm|mm|pt|px)$`)

// inPoints are the units of lengths in pt.
var inPoints = map[string]float64{"in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4, "pt": 1, "px": 0.75}

// points is a length in pt, 0 for none.
func points(text string) float64 {
	part := lengthForm.FindStringSubmatch(text)
	if part == nil {
		return 0
	}
	number, _ := strconv.ParseFloat(part[1], 64)
	return number * inPoints[part[2]]
}

// Bounds of the sides of a figure in pt: the greatest is that of a page that programs open.
const leastSide, mostSide = 36, 7200

func lengthFault(_ *key, text string) string {
	switch pt := points(text); {
	case !lengthForm.MatchString(text):
		return fmt.Sprintf("expected a length with its unit, such as 3.3in, 84mm, 8.4cm, 240pt or 320px, got %q", text)
	case pt < leastSide || pt > mostSide:
		return fmt.Sprintf("expected a length from 0.5in to 100in, got %q", text)
	}
	return ""
}

// largestTypeface is bytes of a file; those of most alphabets have less than a tenth.
const largestTypeface = 10 << 20

// loadFiles reads the files of some patterns, by their paths.
func loadFiles(folder fs.FS, largest int, errs *Errors, patterns ...string) map[string][]byte {
	files := map[string][]byte{}
	for _, name := range lists.FlatMap(patterns, func(p string) []string { names, _ := fs.Glob(folder, p); return names }) {
		text, err := readFile(folder, name, largest)
		if err != nil {
			errs.Add(name, 0, "%v; make it a readable file of at most %d KiB", err, largest>>10)
			continue
		}
		files[name] = text
	}
	return files
}

// Table returns an author's file by its path in the content folder. The error names the remedy.
func (c Content) Table(name string) ([]byte, error) {
	if file, ok := c.Tables[name]; ok {
		return file, nil
	}
	return nil, fmt.Errorf("there is no table %q; put a .csv or .parquet file into data/ of the content folder%s", name,
		nearest.Hint(name, slices.Sorted(maps.Keys(c.Tables))))
}

// Typeface returns the TrueType file of a path in the content folder. The error names the remedy.
func (c Content) Typeface(name string) ([]byte, error) {
	if file, ok := c.Typefaces[name]; ok {
		return file, nil
	}
	known := append([]string{"sans", "serif"}, slices.Sorted(maps.Keys(c.Typefaces))...)
	return nil, fmt.Errorf("there is no font %q; use %s, or put a .ttf file into fonts/ of the content folder%s",
		name, strings.Join(known, ", "), nearest.Hint(name, known))
}

// Sized reports whether the look says anything about the files of a figure.
func (l Look) Sized() bool {
	return l.Width > 0 || l.Height > 0 || l.Font != "" || l.FontSize > 0 || l.DPI > 0 || l.Theme != ""
}

// Limits are what an author says of an axis.
type Limits struct {
	Min, Max *float64 // nil for what the values need
	Ticks    []float64
	Break    *[2]float64 // from where to where the axis leaves out what has no values; nil for nothing
}

// check looks at the bounds and ticks of an axis, and reads its break.
func (l *Limits) check(e entry, log bool) {
	for _, key := range []string{"min", "max", "ticks", "break"} {
		for _, x := range e.numbers(key) {
			e.faultIf(log && x <= 0, key, "%s: a logarithmic axis has only numbers above 0, got %v; remove log, or give another number", key, x)
		}
	}
	if l.Min != nil && l.Max != nil && *l.Min >= *l.Max {
		e.fault("max", "max: %v is not above min, %v; exchange them", *l.Max, *l.Min)
		l.Max = nil
	}
	slices.Sort(l.Ticks)
	switch ends := e.numbers("break"); {
	case !e.has("break"):
	case len(ends) != 2:
		e.fault("break", "break: expected two numbers such as [20, 100], got %d", len(e.words("break")))
	case ends[0] >= ends[1]:
		e.fault("break", "break: %v is not below %v; exchange them", ends[0], ends[1])
	case log:
		e.fault("break", "break: a logarithmic axis has none, since it shows values of all sizes; remove break, or log")
	default:
		l.Break = &[2]float64{ends[0], ends[1]}
	}
}

// Appearance is what tells series apart: in the order of the series, or by their names.
type Appearance struct {
	All []string
	Own map[string]string
}

// Of is the appearance of a series by its name and place, "" for none.
func (a Appearance) Of(name string, place int) string {
	if own, ok := a.Own[name]; ok {
		return own
	}
	if len(a.All) == 0 {
		return ""
	}
	return a.All[place%len(a.All)]
}

// IsZero reports whether nothing is said.
func (a Appearance) IsZero() bool { return len(a.All)+len(a.Own) == 0 }

// Palettes are sets of colors that readers with any kind of color vision tell apart, by name.
func Palettes() map[string][]string { return declared().Palettes }

// Markers are the shapes of marks.
var Markers = []string{"circle", "rect", "triangle", "diamond"}

// Dashes are the kinds of lines.
var Dashes = []string{"solid", "dashed", "dotted", "dashdot"}

// appearance reads a word or a list of them, or a mapping of series to words.
func (e entry) appearance(key string, fault func(string) string) (a Appearance) {
	v := e.value(key)
	word := func(n *node) (string, bool) {
		text, plain := n.Scalar()
		why := "expected a word or a color"
		if plain {
			why = fault(text)
		}
		if why != "" {
			e.errs.At(n, "%s: %s", key, why)
		}
		return text, why == ""
	}
	if e.has(key) && v.Kind != yamltree.Mapping {
		a.All = lists.FilterMap(v.List(), word)
	} else if e.has(key) {
		a.Own = map[string]string{}
		for _, name := range v.Keys {
			if text, ok := word(v.Values[name]); ok {
				a.Own[name] = text
			}
		}
	}
	return a
}
