// Package floors defines which package may import which.
//
// Its table contains the floor of each package; its test parses the imports of the whole module and fails if a
// package imports another of the same or a higher floor. It is not part of the program.
package floors

// floor is the floor of each package: it imports only project packages of lower
// floors, and of its own floor only packages in its folder.
var floor = map[string]int{
	".": 0, // licenses of what is carried

	"cmd/build":      8,
	"cmd/jouleboard": 8,

	"internal/command": 7,

	"site": 6,

	"diff": 5,

	"history":       4,
	"source":        4,
	"posts":         4,
	"posts/formula": 4,
	"posts/paper":   4, // drawings of the stated size
	"posts/query":   4,
	"posts/syntax":  0, // colors of code; knows no text

	"charts":                3,
	"view":                  4, // answers of questions about boards, and their drawings
	"charts/live":           4, // options of the browser's charts
	"leaderboard":           3,
	"provenance":            3, // where the numbers of a run come from
	"data/mlenergy/compile": 3,
	"export/openg2g":        3,

	"aggregate":            2,
	"board":                3,
	"data/declared":        3,
	"data/recording":       2, // energy of recorded power; knows no declaration and no row
	"data/ipw":             2,
	"data/llenergymeasure": 2,
	"data/mlenergy":        2,
	"data/plausible":       2,
	"data/mlenergy/raw":    2,

	"templates": 2,

	"charts/render": 1,
	"content":       1,
	"data":          1,
	"data/hub":      1, // files of the Hugging Face Hub; knows no run
	"data/jsontree": 1, // small JSON documents; knows no key
	"internal/tree": 1,

	"assets":              0,
	"internal/cite":       1,  // how works are cited
	"internal/tex":        0,  // text for LaTeX
	"content/words":       0,  // texts by key; reads no file
	"charts/scene":        0,  // shapes; knows no chart and no file
	"data/arrowfile":      0,  // Arrow batches; knows no run
	"data/columnfile":     0,  // Parquet columns; knows no run
	"data/filetree":       -1, // files below a directory; knows no format
	"data/jsonscan":       0,  // JSON of any size; knows no key
	"data/yamltree":       0,  // small YAML texts: parses, checks, merges and reads them by declared keys
	"data/rowfile":        0,  // rows as CSV, JSON, Parquet, Arrow; knows no run
	"fitting":             0,
	"internal/licenses":   0,
	"internal/faultwords": -1,
	"internal/instants":   0,
	"internal/tabletext":  -1,
	"internal/placed":     -2, // errors that a key of a declaration may cause
	"internal/pictures":   0,  // what publishers show: measured, and known to draw alone
	"internal/textlog":    0,  // logs, by patterns on their lines; knows no run
	"internal/nearest":    -1,
	"internal/color":      -1, // contrasts and mixtures
	"internal/lockfile":   0,
	"internal/pace":       0,
	"internal/undo":       0,
	"templates/markdown":  0,  // HTML of pages; knows no page
	"units":               -1, // numbers for people; knows nothing
	"internal/lists":      -2, // what becomes of a list
	"internal/ordered":    -2, // JSON objects whose members keep their order
	"internal/digest":     -2, // whether values are those of an earlier process

	// for tests and measurements only
	"charts/colortest":           0,
	"data/columnfile/columntest": 0,
	"data/hub/hubtest":           0,
	"internal/shared":            0,
	"test/bench/usage":           0,
}

// onlyFrom names the packages that only few others may import: the site, loaders, which are
// listed in one place, and formats that few write.
var onlyFrom = map[string][]string{
	"site":                  {"internal/command"},
	"data/ipw":              {"source", "internal/command"}, // the command writes its form, too
	"data/declared":         {"source", "internal/command"}, // the command drafts a declaration
	"data/llenergymeasure":  {"source"},
	"data/recording":        {"data/declared"},
	"data/mlenergy":         {"source"},
	"data/mlenergy/compile": {"internal/command"},
	// compile and the command read results before they are compiled, the site latencies of featured runs.
	"data/mlenergy/raw": {"source", "data/mlenergy/compile", "site", "internal/command"},
	"leaderboard":       {"source", "diff", "site", "internal/command"}, // what reads or writes published data
}

// testOnly are packages that no package of the program may import.
var testOnly = map[string]bool{
	"charts/colortest":           true,
	"data/columnfile/columntest": true,
	"data/hub/hubtest":           true,
	"internal/shared":            true,
	"test/bench/usage":           true,
}
