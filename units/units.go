// Package units formats numbers for readers. Data have full precision; the digits that are shown follow the uncertainty,
// and the multiple of a unit follows the size of the values.
package units

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// IsFinite reports whether x is a number, neither NaN nor infinite.
func IsFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Number writes x with three significant digits, and a comma between thousands: 0.0318, 1.80, 44.5, 602, 18,400. Only
// values below a millionth get an exponent.
func Number(x float64) string { return Form{}.number(x) }

// significant writes x with a number of significant digits.
func significant(x float64, digits int) string {
	size := math.Abs(x)
	switch {
	case !IsFinite(x):
		return "–"
	case x == 0:
		return "0"
	case size < 1e-6:
		return strconv.FormatFloat(x, 'e', digits-1, 64)
	}
	text := strconv.FormatFloat(x, 'e', digits-1, 64) // rounds first: 9.996 is 10.0
	exponent, _ := strconv.Atoi(text[strings.IndexByte(text, 'e')+1:])
	if exponent < digits {
		return Group(strconv.FormatFloat(x, 'f', digits-1-exponent, 64))
	}
	rounded, _ := strconv.ParseFloat(text, 64)
	return Group(strconv.FormatFloat(rounded, 'f', 0, 64))
}

// Short is Number with all digits before the decimal point and without trailing zeros after it: 50, 0.5, 1.8, 16,384. It
// is for axis labels and exact values.
func Short(x float64) string {
	if math.Abs(x) >= 999.5 && !math.IsInf(x, 0) {
		return Group(strconv.FormatFloat(x, 'f', 0, 64))
	}
	text := Number(x)
	if strings.Contains(text, ".") && !strings.Contains(text, "e") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Round keeps a number of significant digits of x, and all digits before the decimal point.
func Round(x float64, significant int) float64 {
	if math.IsNaN(x) || math.Abs(x) < 1e-290 || math.Abs(x) > 1e290 {
		return x
	}
	digits := significant - 1 - int(math.Floor(math.Log10(math.Abs(x))))
	if digits < 0 {
		return math.Round(x)
	}
	power := math.Pow10(digits)
	return math.Round(x*power) / power
}

// Whole writes an integer with a comma between thousands.
func Whole(n int) string { return Group(strconv.Itoa(n)) }

// Bytes writes a size in bytes: 512 B, 14.2 kB, 1.30 MB, 2.50 GB (powers of 1000).
func Bytes(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n) + " B"
	case n < 1_000_000:
		return Number(float64(n)/1e3) + " kB"
	case n < 1_000_000_000:
		return Number(float64(n)/1e6) + " MB"
	}
	return Number(float64(n)/1e9) + " GB"
}

func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// Group sets a comma between thousands of the digits before the point.
func Group(number string) string {
	digits, decimals, isDecimal := strings.Cut(number, ".")
	first := 0
	if strings.HasPrefix(digits, "-") {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if isDecimal {
		digits += "." + decimals
	}
	return digits
}

// Plural returns a number with the noun for what it counts: 1 model, 1,200 models.
func Plural(n int, noun string) string { return Whole(n) + " " + several(n, noun) }

// Counted is Plural without a comma between thousands, for the command line.
func Counted(n int, noun string) string { return strconv.Itoa(n) + " " + several(n, noun) }

func several(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return Nouns(noun)
}

// Nouns returns the plural of a noun that the program counts: tokens, queries.
func Nouns(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "y"); ok && (strings.HasSuffix(stem, "r") || strings.HasSuffix(stem, "l")) {
		return stem + "ies"
	}
	return noun + "s"
}

// Behind is a unit behind a written number: units of counts are plurals, of which 1 has the singular: 1 token, 2 tokens. A share is
// none of the number: 0.75 (share of queries).
func Behind(number, unit string) string {
	if strings.HasPrefix(unit, "share of ") {
		return "(" + unit + ")"
	}
	if number != "1" {
		return unit
	}
	word := unit[:len(unit)-len(strings.TrimLeftFunc(unit, unicode.IsLetter))]
	one, known := singulars[word]
	switch {
	case known:
	case len(word) >= 4 && strings.HasSuffix(word, "s") && !slices.ContainsFunc(singular, func(end string) bool { return strings.HasSuffix(word, end) }):
		one = strings.TrimSuffix(word, "s")
	default:
		return unit
	}
	return one + unit[len(word):]
}

// singulars are those of plurals that do not only add an s; singular are ends of words that are none.
var (
	singulars = map[string]string{
		"queries": "query", "batches": "batch", "Batches": "Batch",
		"Anfragen": "Anfrage", "Antworten": "Antwort", "Ausgaben": "Ausgabe", "Bilder": "Bild", "Sequenzen": "Sequenz",
	}
	singular = []string{"ss", "us", "is", "bps"}
)

// LowerFirst begins a label with a lower-case letter, unless it is an abbreviation: P95, GPU.
func LowerFirst(label string) string {
	if len(label) > 1 && label[1] >= 'a' && label[1] <= 'z' {
		return strings.ToLower(label[:1]) + label[1:]
	}
	return label
}

// Precision is the name of a precision that files write as bfloat16, float16, fp8 or mxfp4: BF16, FP16, FP8, MXFP4.
func Precision(name string) string {
	return strings.ToUpper(shortFloats.Replace(name))
}

var shortFloats = strings.NewReplacer("bfloat", "BF", "float", "FP")

// Clip keeps the beginning of a text that is longer than the given number of bytes.
func Clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Shown returns a text of an author or a file as a message has it: printable, and not long.
func Shown(text string) string { return Clip(Printable(text), 100) }

// Fold converts only ASCII letters to lower case, so that programs in other languages can do the same.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, text)
}

// Day reads a day as YYYY-MM-DD; ok is false for any other text, and for a year in which nothing of this kind was measured.
func Day(text string) (day time.Time, ok bool) {
	day, err := time.Parse(time.DateOnly, text)
	return day, err == nil && day.Year() >= 1970 && day.Year() < 2200
}

// Unseen returns, quoted as in Go, the first character of a text that no reader sees and that another program could take
// for a command: controls other than the breaks of lines, what reverses the direction of text, and bytes that are not
// UTF-8; "" if there is none. What scripts need within words is none of these: joiners and soft hyphens.
func Unseen(text string) string {
	for i, r := range text {
		if !unicode.IsGraphic(r) && !strings.ContainsRune("\n\r\t\u00ad\u200c\u200d\u2060", r) {
			return strconv.QuoteRuneToASCII(r)
		}
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(r)) {
			return strconv.QuoteToASCII(text[i : i+1])
		}
	}
	return ""
}

// Printable replaces characters that a terminal could interpret as commands, that reverse the direction of text, or
// that are not UTF-8 with Go's escapes, such as \x1b.
func Printable(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return text
	}
	var b strings.Builder
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if unicode.IsGraphic(r) && (r != utf8.RuneError || size > 1) {
			b.WriteString(rest[:size])
		} else {
			quoted := strconv.QuoteToASCII(rest[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		rest = rest[size:]
	}
	return b.String()
}

// AppendPython appends the shortest decimal that reads back as x, the way Python's repr does: an exponent below 1e-4 and from
// 1e16 on, else a point and at least one digit after it.
func AppendPython(text []byte, x float64) []byte {
	if abs := math.Abs(x); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.AppendFloat(text, x, 'e', -1, 64)
	}
	start := len(text)
	text = strconv.AppendFloat(text, x, 'f', -1, 64)
	if !slices.Contains(text[start:], '.') {
		text = append(text, ".0"...)
	}
	return text
}

// AppendPythonText appends a text in quotes as Python's json.dumps writes it: in ASCII. What is not UTF-8 becomes U+FFFD.
func AppendPythonText(text []byte, s string) []byte {
	text = append(text, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			text = append(text, '\\', byte(r))
		case r >= ' ' && r <= '~':
			text = append(text, byte(r))
		case shortEscapes[r] != 0:
			text = append(text, '\\', shortEscapes[r])
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				text = fmt.Appendf(text, `\u%04x`, unit)
			}
		}
	}
	return append(text, '"')
}

var shortEscapes = map[rune]byte{'\n': 'n', '\r': 'r', '\t': 't', '\f': 'f', '\b': 'b'}

// ParseNumber reads a decimal number. What only some programs take for one, such as 1_000 or 0x10p0, is none.
func ParseNumber(text string) (float64, error) {
	if strings.ContainsAny(text, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}
