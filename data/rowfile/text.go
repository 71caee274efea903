package rowfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// textRows is what CSV and JSON share: each cell is kept as the text that it
// becomes, so that a row is put together by copying.
type textRows struct {
	out    *bufio.Writer
	encode func(to []byte, v value) []byte
	cells  [][]byte
	before []string // of each cell: a separator or a key
	end    string   // of a row
	line   []byte
}

func newTextRows(out io.Writer, n int) textRows {
	return textRows{out: bufio.NewWriterSize(out, 1<<16), cells: make([][]byte, n), before: make([]string, n)}
}

func (t *textRows) set(column int, v value) {
	t.cells[column] = t.encode(t.cells[column][:0], v)
}

func (t *textRows) next() error {
	t.line = t.line[:0]
	for i, cell := range t.cells {
		t.line = append(append(t.line, t.before[i]...), cell...)
	}
	t.line = append(t.line, t.end...)
	_, err := t.out.Write(t.line)
	return err
}

func (t *textRows) close() error { return t.out.Flush() }

func newCSV(out io.Writer, columns []Column) *textRows {
	t := newTextRows(out, len(columns))
	t.encode, t.end = appendCSV, "\n"
	for i := 1; i < len(columns); i++ {
		t.before[i] = ","
	}
	// a failed write is kept by out and told by the next one
	t.out.Write(CSV([][]string{lists.Map(columns, func(c Column) string { return c.Name })}))
	return &t
}

func appendCSV(to []byte, v value) []byte {
	switch {
	case !v.there:
		return to
	case v.kind != Text:
		return v.append(to)
	}
	return append(to, Quoted(v.text)...)
}

// CSV returns lines of texts as a file, every cell [Quoted].
func CSV(lines [][]string) []byte {
	var file bytes.Buffer
	for _, line := range lines {
		for i, text := range line {
			if i > 0 {
				file.WriteByte(',')
			}
			file.WriteString(Quoted(text))
		}
		file.WriteByte('\n')
	}
	return file.Bytes()
}

// Quoted returns a text as a cell of a CSV file as RFC 4180 has it, made [Plain].
func Quoted(text string) string {
	text = Plain(text)
	if strings.ContainsAny(text, ",\"\r\n") || strings.TrimSpace(text) != text {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// jsonRows is an array of objects, one a line, keys in the order of the columns.
type jsonRows struct {
	textRows
	begun bool
}

func newJSON(out io.Writer, columns []Column) *jsonRows {
	t := &jsonRows{textRows: newTextRows(out, len(columns))}
	t.encode, t.end = appendJSON, "}"
	for i, c := range columns {
		open := ", "
		if i == 0 {
			open = "{"
		}
		t.before[i] = open + string(appendJSON(nil, value{there: true, text: c.Name})) + ": "
		t.cells[i] = appendJSON(nil, value{})
	}
	t.out.WriteByte('[')
	return t
}

func (t *jsonRows) next() error {
	if t.begun {
		t.out.WriteByte(',')
	}
	t.begun = true
	t.out.WriteByte('\n')
	return t.textRows.next()
}

func (t *jsonRows) close() error {
	if t.begun {
		t.out.WriteByte('\n')
	}
	t.out.WriteString("]\n")
	return t.textRows.close()
}

func appendJSON(to []byte, v value) []byte {
	switch {
	case !v.there || v.kind == Number && !units.IsFinite(v.number):
		return append(to, "null"...)
	case v.kind != Text:
		return v.append(to)
	}
	text, err := json.Marshal(v.text)
	if err != nil {
		panic(err) // no string is without a JSON form
	}
	return append(to, text...)
}

// append writes a value that is no text: of a number the shortest that reads back as the
// same, in full where that is of reasonable length.
func (v value) append(to []byte) []byte {
	size := math.Abs(v.number)
	switch {
	case v.kind == Integer:
		return strconv.AppendInt(to, int64(v.integer), 10)
	case v.kind == Truth:
		return strconv.AppendBool(to, v.truth)
	case size != 0 && size < 1e-6 || size >= 1e21:
		return strconv.AppendFloat(to, v.number, 'e', -1, 64)
	}
	return strconv.AppendFloat(to, v.number, 'f', -1, 64)
}

// Plain returns a text as a cell of a CSV file that no spreadsheet runs as a formula: as OWASP advises, a single
// quote precedes a text that begins with = + - @, a tab or the end of a line. Numbers are not changed. A text that
// begins with quotes and such a sign gets an additional quote, so that a reader can reverse it.
func Plain(text string) string {
	if !formula(strings.TrimLeft(text, "'")) {
		return text
	}
	number := strings.TrimSuffix(strings.TrimSuffix(text, "%"), " ")
	if _, err := strconv.ParseFloat(number, 64); err == nil {
		return text
	}
	return "'" + text
}

func formula(text string) bool { return text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) }
