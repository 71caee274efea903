package pdf

import (
	"encoding/binary"
	"maps"
	"math/bits"
	"slices"
)

// assemble is a TrueType file of the tables that are not nil.
func assemble(tables map[string][]byte) []byte {
	maps.DeleteFunc(tables, func(_ string, table []byte) bool { return table == nil })
	names := slices.Sorted(maps.Keys(tables))
	count := len(names)
	selector := bits.Len(uint(count)) - 1
	file := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, field := range []int{count, 16 << selector, selector, 16*count - 16<<selector} { // for a binary search
		file = binary.BigEndian.AppendUint16(file, uint16(field))
	}
	place := 12 + 16*count
	for _, name := range names {
		file = append(file, name...)
		file = binary.BigEndian.AppendUint32(file, checksum(tables[name]))
		file = binary.BigEndian.AppendUint32(file, uint32(place))
		file = binary.BigEndian.AppendUint32(file, uint32(len(tables[name])))
		place += (len(tables[name]) + 3) / 4 * 4
	}
	for _, name := range names {
		file = append(file, tables[name]...)
		for len(file)%4 != 0 {
			file = append(file, 0)
		}
	}
	return file
}

// checksum is the sum of a table's 32-bit words.
func checksum(table []byte) uint32 {
	var sum uint32
	for len(table) > 0 {
		var word [4]byte
		table = table[copy(word[:], table):]
		sum += binary.BigEndian.Uint32(word[:])
	}
	return sum
}
