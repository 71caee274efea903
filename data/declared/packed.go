package declared

import (
	"encoding/binary"
	"encoding/json"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// object is a row, or what stands in a document, whose members are found by their names.
type object interface {
	Get(name string) (v any, known bool)
	All() []jsontree.Member
}

// mostKept are the bytes of rows that are in memory.
const mostKept = 512 << 20

// packed are rows in memory, of which there can be millions. They are bytes in a few large texts: trees or maps would take
// several times as much, and collecting garbage would look at each of them.
type packed struct {
	names  []string       // of members
	places map[string]int // of the names
	others []any          // values that are no text, number or list of them, of which few are different
	texts  []*strings.Builder
	rows   []int // where each begins
	room   []byte
	bytes  int  // that they take, about
	odd    bool // a text in them is not in UTF-8
	visits *visits

	seed  maphash.Seed
	index lists.Index // of rows by what they are found by
}

func newPacked(v *visits) packed {
	return packed{visits: v, places: map[string]int{}, seed: maphash.MakeSeed()}
}

// add keeps a row.
func (p *packed) add(row any) {
	const entry = 40 // of a row in the index, and in the list
	p.bytes += entry
	p.rows = append(p.rows, p.keep(row))
}

// keep writes a value into the texts, and tells where.
func (p *packed) keep(v any) (at int) {
	const least, most = 12, 20 // bits of the size of a text
	p.room = p.append(p.room[:0], v)
	last := len(p.texts) - 1
	if last < 0 || p.texts[last].Cap()-p.texts[last].Len() < len(p.room) {
		last++
		p.texts = append(p.texts, &strings.Builder{})
		p.texts[last].Grow(max(len(p.room), 1<<min(least+last, most)))
	}
	at = last<<32 | p.texts[last].Len()
	p.texts[last].Write(p.room)
	p.bytes += len(p.room)
	return at
}

// append writes a value: its kind, then what it has.
func (p *packed) append(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		p.odd = p.odd || !utf8.ValidString(v)
		return append(binary.AppendUvarint(append(b, 't'), uint64(len(v))), v...)
	case float64:
		return binary.LittleEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
	case int:
		return binary.LittleEndian.AppendUint64(append(b, 'i'), uint64(v))
	case uint64:
		return binary.LittleEndian.AppendUint64(append(b, 'u'), v)
	case []any:
		b = binary.AppendUvarint(append(b, 'l'), uint64(len(v)))
		for _, element := range v {
			b = p.append(b, element)
		}
		return b
	case object:
		return p.append(b, v.All())
	case []jsontree.Member:
		b = binary.AppendUvarint(append(b, 'o'), uint64(len(v)))
		for _, m := range v {
			b = p.append(binary.AppendUvarint(b, uint64(p.place(m.Key))), m.Value)
		}
		return b
	}
	at := slices.Index(p.others, v)
	if at < 0 {
		at = len(p.others)
		p.others = append(p.others, v)
	}
	return binary.AppendUvarint(append(b, 'x'), uint64(at))
}

// place is that of a name.
func (p *packed) place(name string) int {
	at, known := p.places[name]
	if !known {
		const entry = 64
		at, name = len(p.names), strings.Clone(name)
		p.places[name], p.names = at, append(p.names, name)
		p.bytes += entry + len(name)
	}
	return at
}

// whole reads a whole number that [binary.AppendUvarint] wrote, and gives the rest.
func whole(text string) (n int, rest string) {
	v, size := binary.Uvarint([]byte(text[:min(len(text), binary.MaxVarintLen64)]))
	return int(v), text[size:]
}

// read gives the value that a text begins with, and the rest.
func (p *packed) read(text string) (v any, rest string) {
	kind, text := text[0], text[1:]
	number := func() uint64 { return binary.LittleEndian.Uint64([]byte(text[:8])) }
	switch kind {
	case 'f':
		return math.Float64frombits(number()), text[8:]
	case 'i':
		return int(number()), text[8:]
	case 'u':
		return number(), text[8:]
	case 'o':
		members, rest := p.members(text)
		return jsontree.ObjectOf(members), rest
	}
	n, text := whole(text)
	switch kind {
	case 't':
		return text[:n], text[n:]
	case 'l':
		list := make([]any, n)
		for i := range list {
			list[i], text = p.read(text)
		}
		return list, text
	}
	return p.others[n], text
}

// members reads those of an object.
func (p *packed) members(text string) (all []jsontree.Member, rest string) {
	n, text := whole(text)
	all = make([]jsontree.Member, n)
	for i := range all {
		var name int
		name, text = whole(text)
		all[i].Key = p.names[name]
		all[i].Value, text = p.read(text)
	}
	return all, text
}

// skip gives what follows the value that a text begins with.
func (p *packed) skip(text string) string {
	switch text[0] {
	case 't':
		n, rest := whole(text[1:])
		return rest[n:]
	case 'f', 'i', 'u':
		return text[9:]
	}
	_, rest := p.read(text)
	return rest
}

// value is the one at a place: a [packedRow] if it has members.
func (p *packed) value(at int) any {
	text := p.texts[at>>32].String()[at&(1<<32-1):]
	if text[0] == 'o' {
		return packedRow{p, text[1:]}
	}
	v, rest := p.read(text)
	p.visits.row -= (len(text) - len(rest)) / textVisited
	return v
}

// packedRow is a row with members, of which each is read when it is asked for.
type packedRow struct {
	of   *packed
	text string
}

// Get is the value of a member.
func (r packedRow) Get(name string) (v any, known bool) {
	place, is := r.of.places[name]
	n, text := whole(r.text)
	if r.of.visits.row < 0 {
		return errVisited, true
	}
	for ; is && !known && n > 0; n-- {
		var own int
		if own, text = whole(text); own == place {
			v, text = r.of.read(text)
			known = true
		} else {
			text = r.of.skip(text)
		}
	}
	r.of.visits.row -= 1 + (len(r.text)-len(text))/textVisited
	return v, known
}

// All are the members in the order of the row.
func (r packedRow) All() []jsontree.Member {
	all, rest := r.of.members(r.text)
	r.of.visits.row -= (len(r.text) - len(rest)) / textVisited
	return all
}

// MarshalJSON writes the row as a JSON object.
func (r packedRow) MarshalJSON() ([]byte, error) { return json.Marshal(jsontree.ObjectOf(r.All())) }
