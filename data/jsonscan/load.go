package jsonscan

import (
	"encoding/binary"
	"unsafe"
)

// load is the eight bytes at p, the first in the lowest byte.
func load(b []byte, p int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), p))[:])
}
