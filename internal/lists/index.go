package lists

// Index finds the places of elements by digests, which need not tell all of them apart. An element takes 16 to 32 bytes, at
// which collecting garbage does not look.
type Index struct {
	n     int
	found []uint64 // places, each at its digest or behind those before it; 0 for none, which half of them are at least
}

// placeBits of what is found are a place, counted from 1; above them are those of its digest.
const placeBits = 30

// Find returns the place of the element of a digest that is meant, −1 if there is none.
func (x *Index) Find(digest uint64, meant func(place int) bool) int {
	if x.n == 0 {
		return -1
	}
	return int(x.found[x.free(digest, meant)]&(1<<placeBits-1)) - 1
}

// Add notes the place of an element that [Index.Find] does not find.
func (x *Index) Add(digest uint64, place int) {
	none := func(int) bool { return false }
	if 2*x.n >= len(x.found) {
		before := x.found
		x.found = make([]uint64, max(1<<10, 4*x.n))
		for _, one := range before {
			if one > 0 {
				x.found[x.free(one, none)] = one
			}
		}
	}
	x.found[x.free(digest, none)] = digest>>placeBits<<placeBits | uint64(place+1)
	x.n++
}

// free is where a digest is kept: at the first element that is meant, or where there is none.
func (x *Index) free(digest uint64, meant func(place int) bool) int {
	last := len(x.found) - 1 // whose bits are all set
	at := int(digest>>placeBits) & last
	for one := x.found[at]; one > 0; one = x.found[at] {
		if one>>placeBits == digest>>placeBits && meant(int(one&(1<<placeBits-1))-1) {
			break
		}
		at = (at + 1) & last
	}
	return at
}
