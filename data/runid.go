package data

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/internal/digest"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// runField is the id of a run, first of every table. It is the same in every source
// that states the same key fields.
var runField = Field{
	Name: "run", Label: "Run", Role: RoleRun, Computed: true,
	Help: "ID of the run: a hash of its configuration, with a number from the second repeat on.",
}

// runIDs are the ids of all runs of a source. Repeats are counted in the order of the
// field table, stable ones first, so that their ids are the same with and without the
// unstable ones.
func runIDs(v *values) *column {
	inOrder := v.all().InOrder().rows
	ids, seen := make([]string, len(inOrder)), make(map[string]int, len(inOrder))
	configurations := slices.Concat(lists.InParts(inOrder, func(rows []int32) []string {
		configuration := configurationIDs(v)
		return lists.Map(rows, func(row int32) string { return configuration(int(row)) })
	})...)
	stable, judged := v.schema.byRole[RoleStable]
	number := func(wanted bool) {
		for k, row := range inOrder {
			i, id := int(row), configurations[k]
			if judged && v.columns[stable].flags[i] != wanted {
				continue
			}
			n := seen[id] + 1
			seen[id] = n
			if ids[i] = id; n > 1 {
				ids[i] += "-" + strconv.Itoa(n)
			}
		}
	}
	number(true)
	if judged {
		number(false)
	}
	c := column{kind: String, words: ids, codes: indices(len(ids))}.sorted() // none is there twice
	return &c
}

// ConfigurationID returns the id of run i without its ordinal among repeats. It is a hash of the key fields, which
// are declared in the field table. Seed and number of repeats are not among them, because the JSON files of tasks and
// models do not contain them.
func (t Table) ConfigurationID(i int) string { return configurationIDs(t.values)(int(t.rows[i])) }

// configurationID is the same of a run that is in no table, "" if a key field is wrong.
func (r Row) configurationID(wrong ...Problem) string {
	if slices.ContainsFunc(wrong, func(p Problem) bool { f, _ := r.schema.Field(p.Field); return f.Key }) {
		return ""
	}
	return configurationID(nil, r.schema, func(field int) any { return r.values[field] })
}

// configurationIDs hashes the values of the key fields, row by row.
func configurationIDs(v *values) func(row int) string {
	key := make([]byte, 0, 512) // room to write them down
	return func(row int) string {
		return configurationID(key, v.schema, func(field int) any { return v.columns[field].at(row) })
	}
}

// configurationID hashes the values of the key fields; key is room to write them down.
func configurationID(key []byte, s *Schema, value func(field int) any) string {
	key = append(key[:0], s.Domain...)
	for i, f := range s.fields {
		if f.Key {
			key = append(append(append(key, 0), f.Name...), '=')
			key = append(key, Text(value(i))...)
		}
	}
	sum := sha256.Sum256(key)
	// 50 bits: two of 200,000 configurations collide with probability 2e-5
	var letters [56]byte
	lowerBase32.Encode(letters[:], sum[:])
	return string(letters[:10])
}

// lowerBase32 writes five bits a letter, in small letters and digits.
var lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567")

// AppendDigests appends the digests of all that is known of the runs of a table, in its order: their
// values, where they were read, what hangs beside their fields, and why they are suspicious.
func (t Table) AppendDigests(to []byte) []byte {
	to, sums := binary.LittleEndian.AppendUint64(to, uint64(t.Len())), t.sums()
	for _, row := range t.rows {
		to = append(to, sums[row][:]...)
		if why := t.doubts[row]; why != "" {
			to = append(to, digest.Of(why)...)
		}
	}
	return to
}

// sumsOf are the digests of all rows, which many tables have in common.
func sumsOf(v *values) [][sha256.Size]byte {
	columns := lists.Map(lists.Indices(len(v.schema.fields)), v.column)
	names := digest.Of(lists.Map(v.schema.fields, func(f Field) string { return f.Name }))
	return slices.Concat(lists.InParts(v.all().rows, func(rows []int32) [][sha256.Size]byte {
		b := make([]byte, 0, 1<<10) // enough for a run
		return lists.Map(rows, func(row int32) [sha256.Size]byte {
			b = append(b[:0], names...)
			for _, c := range columns {
				b = c.appendTo(b, int(row))
			}
			place := v.places[row]
			b = binary.LittleEndian.AppendUint64(b, uint64(place.Source))
			b = appendText(b, place.File)
			b = binary.LittleEndian.AppendUint64(b, uint64(place.Row))
			if beside, there := v.beside[row]; there {
				b = append(b, digest.Of(beside.lengths, beside.within.value, beside.series)...)
			}
			return sha256.Sum256(b)
		})
	})...)
}

// appendTo writes a value so that different ones are written differently; zero is not missing.
func (c *column) appendTo(b []byte, row int) []byte {
	if c.absent != nil {
		if c.absent[row] {
			return append(b, 0)
		}
		b = append(b, 1)
	}
	switch c.kind {
	case String:
		return appendText(b, c.words[c.codes[row]])
	case Float:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(c.floats[row]))
	}
	return binary.LittleEndian.AppendUint64(b, c.bits(int32(row)))
}

func appendText(b []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint64(b, uint64(len(text))), text...)
}
