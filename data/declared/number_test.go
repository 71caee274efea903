package declared_test

import (
	"fmt"
	"strings"
	"testing"
)

const energies = "fields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"

// A number is read with the marks of its file, or refused with what to write: never as another number.
func TestMarksOfNumbers(t *testing.T) {
	for keys, cells := range map[string]map[string]string{
		`decimal: ","`: {
			"5,4": "5.4", "5.400": "5400", "1.012,5": "1012.5", "-0": "0", "1e3": "1000", "0,5e1": "5", "12.345.678,9": "12345678.9",
			"5.4": "expected a number", "1.01,5": "expected a number", "1.0125": "expected a number", "0.540": "expected a number", ".500": "expected a number",
			"1,2,3": "expected a number", "1 012,5": "expected a number", "1,012.5": "expected a number",
		},
		`decimal: ",", thousands: " "`: {
			"1 012,5": "1012.5", "1\u202f012,5": "1012.5", "1\u00a0012": "1012", "5.400": "expected a number", "10 12": "expected a number",
		},
		`decimal: ",", thousands: "'"`: {"1'012,5": "1012.5", "1’012": "1012", "1'01": "expected a number"},
		`thousands: ","`:               {"1,012.5": "1012.5", "5.4": "5.4", "1,2": "expected a number", "0,500": "expected a number", "1,012,5": "expected a number", "1.012,5": "expected a number"},
		``:                             {"5.4": "5.4", "5.400": "5.4", "1,012.5": "“thousands: ", "1 012": "“thousands: ", "5,4": "expected a number"},
	} {
		for cell, want := range cells {
			text := head + "rows: [{files: [\"*.csv\"], separator: \";\"" + strings.TrimSuffix(", "+keys, ", ") + "}]\n" + energies
			ds, err := open(t, text, map[string]string{"a.csv": "model;e\na;" + cell + "\n"})
			if err != nil {
				t.Errorf("%s: %v", keys, err)
				continue
			}
			got := fmt.Sprint(ds.Problems())
			if ds.Len() == 1 {
				got = ds.Tables[0].Text(0, "e")
			}
			if want == "0" {
				want = "expected a positive number"
			}
			if !strings.Contains(got, want) || ds.Len() == 1 && got != want {
				t.Errorf("%s: %q is %s, want %s", keys, cell, got, want)
			}
		}
	}
}

// A key without effect is named, and what to do instead.
func TestKeysWithoutEffectAreFaults(t *testing.T) {
	const csv, json = "rows: [{files: [\"*.csv\"]}]\n", "rows: [{files: [\"*.json\"]"
	for text, want := range map[string]string{
		csv + energies + "- {name: x, unit: W, in: kW, value: e / (1 J/token) * (1 W)}\n": ":7: x: in has no effect beside value",
		csv + energies + "- {name: x, from: [e], value: e}\n":                             ":7: x: from has no effect beside value",
		csv + energies + "- {name: x, type: text?, is: [positive]}\n":                     ":7: tiny.x: is: positive has no effect",
		csv + energies + "- {name: x, type: number?, is: [path]}\n":                       ":7: tiny.x: is: path has no effect",
		csv + energies + "- {name: x, type: text?, from: [x, y, x]}\n":                    ":7: x: from: x is there twice",
		csv + energies + "laws: [{code: a, equal: [e, e]}]\n":                             ":7: law \"a\": has the term e twice",
		csv + energies + "- {name: x, match: '(.)', value: e}\n":                          ":7: x: match has no effect beside value",
		"rows: [{files: [\"*.csv\"], header: 0}]\n" + energies:                            ":3: rows: header: expected a whole number from 1 to 10, got \"0\"",
		csv + energies + "- {name: x, item: 0, from: [a]}\n":                              ":7: x: item: count elements from 1",
		"rows: [{files: [\"*.csv\"], at: runs}]\n" + energies:                             ":3: rows: at has no effect",
		json + ", header: 2}]\n" + energies:                                               ":3: rows: header has no effect",
		json + ", decimal: \",\"}]\n" + energies:                                          ":3: rows: decimal has no effect",
		json + ", separator: \";\"}]\n" + energies:                                        ":3: rows: separator has no effect",
		"rows: [{files: [\"*.parquet\"], thousands: \",\"}]\n" + energies:                 ":3: rows: thousands has no effect",
		"rows: [{files: [\"*.csv\"], decimal: \",\", thousands: \",\"}]\n" + energies:     `:3: rows: thousands: "," is the decimal mark`,
		"rows: [{files: [\"*.csv\"], join: {m: {file: b.csv, key: k}}}]\n" + energies:     ":3: rows: join: key has no effect without by",
	} {
		if _, err := open(t, head+text, map[string]string{"a.csv": "model,e\na,1\n"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
	const own = "domain: tiny\nboard: {system: Tiny, license: %s}\n" + csv + energies
	for license, want := range map[string]string{
		"CC-BY-4.0": "", "LicenseRef-Lab": "", "MIT": "",
		"CC-BY-4": `did you mean "CC-BY-4.0"?`, "free": "give its SPDX identifier",
	} {
		_, err := open(t, fmt.Sprintf(own, license), map[string]string{"a.csv": "model,e\na,1\n"})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", license, err)
		}
	}
}

// A join finds what its files hold, whatever their format, and says what it did not find.
func TestJoinsSayWhatTheyDidNotFind(t *testing.T) {
	const runs = "id,e\n1,1\n2,2\n3,3\n4,4\n"
	for name, second := range map[string]string{
		"models.json":  `[{"name":"1","full":"a"},{"name":"2","full":"b"},{"name":"3","full":"c"},{"name":"4","full":"d"}]`,
		"models.jsonl": "{\"name\":1,\"full\":\"a\"}\n{\"name\":2,\"full\":\"b\"}\n{\"name\":3,\"full\":\"c\"}\n{\"name\":4,\"full\":\"d\"}\n",
		"models.csv":   "name,full\n4,d\n3,c\n2,b\n1,a\n",
	} {
		text := head + "rows: [{files: [\"runs.csv\"], join: {m: {file: " + name + ", by: id, key: name}}}]\n" +
			"fields:\n- {name: model, role: model, from: [\"m:full\"]}\n- {name: e, role: energy}\n"
		ds, err := open(t, text, map[string]string{"runs.csv": runs, name: second})
		if err != nil || ds.Len() != 4 || len(ds.Problems()) > 0 {
			t.Errorf("%s: %d runs, %v %v", name, ds.Len(), err, ds.Problems())
		}
	}
	text := head + "rows: [{files: [\"runs.csv\"], join: {m: {file: q.csv, by: id, key: name}}}]\n" +
		"fields:\n- {name: model, role: model, from: [id]}\n- {name: e, role: energy}\n- {name: acc, role: accuracy, from: [\"m:acc\"]}\n"
	ds, err := open(t, text, map[string]string{"runs.csv": runs, "q.csv": "name,acc\n1,0.5\n1,0.6\n3,0.7\n"})
	if err != nil || ds.Len() != 4 {
		t.Fatalf("%d runs, %v", ds.Len(), err)
	}
	got := fmt.Sprint(ds.Problems())
	for _, want := range []string{
		`q.csv: name: 1 row repeats the value of an earlier one, such as "1"`, `runs.csv: id: 2 of 4 rows have nothing in q.csv, such as row 2 with "2"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no problem says %s: %s", want, got)
		}
	}
}

// INSERT statements are rows, whose values may be in quotes.
func TestRowsOfSQL(t *testing.T) {
	const whole = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [\"*.sql\"]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"
	for text, want := range map[string]string{
		"CREATE TABLE t (model TEXT, e REAL);\nINSERT INTO t (model, e) VALUES ('a''b, (c)', '1.5');\nINSERT INTO t (model, e) VALUES ('d', 2);\n": "2 []",
		"INSERT INTO t (model, e) VALUES ('a', NULL);\n":                                         "1 []",
		"INSERT INTO t (model, e) VALUES ('a');\n":                                               "2 columns, but 1 values",
		"INSERT INTO t (model, e) VALUES ('a, 1);\n":                                             "expected values in single quotes",
		"INSERT INTO t (model, e) VALUES ('a', 1);\nINSERT INTO t (e, model) VALUES (1, 'b');\n": "differ from those before",
		"SELECT 1;\n": "is empty",
	} {
		ds, err := open(t, whole, map[string]string{"a.sql": text})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(ds.Len(), " ", ds.Problems()); !strings.Contains(got, want) && want != "1 []" || want == "1 []" && ds.Len() != 1 {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}
