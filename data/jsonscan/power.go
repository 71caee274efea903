package jsonscan

import (
	"math/big"
	"math/bits"
)

// mostPlaces is the most decimal places that scale handles.
const mostPlaces = 40

// A tenth holds 10^-places as mantissa × 2^exponent: the mantissa's first 64
// bits, rounded down, with the highest bit set.
type tenth struct {
	mantissa uint64
	// exponent is what a double's would be, biased and less the bit that its
	// mantissa leaves out, if the product with 2^63 had its highest bit clear.
	exponent int
}

var tenths = func() (all [mostPlaces + 1]tenth) {
	const bias = 1023 + 52
	for places := range all {
		// 2^k / 10^places has exactly 64 bits before the point for one k
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
		k := 63 + power.BitLen()
		quotient := new(big.Int).Quo(new(big.Int).Lsh(big.NewInt(1), uint(k)), power)
		if quotient.BitLen() > 64 {
			k--
			quotient.Rsh(quotient, 1)
		}
		all[places] = tenth{quotient.Uint64(), -k + 64 + 10 + bias - 1}
	}
	return all
}()

// scale is the double nearest to digits × 10^-places, as bits; ok is false in the
// rare case that 128 bits do not decide it (after Eisel and Lemire, "Number
// Parsing at a Gigabyte per Second", 2021).
//
// The product of digits and the tenth's mantissa is too small by less than
// digits, both shifted to 64 bits. It decides the double unless that much more
// would carry into the bits that are kept, or it seems to lie right between two.
func scale(digits uint64, places int) (double uint64, ok bool) {
	if digits == 0 {
		return 0, true
	}
	if uint(places) > mostPlaces {
		return 0, false
	}
	t := &tenths[places]
	zeros := bits.LeadingZeros64(digits)
	digits <<= zeros
	high, low := bits.Mul64(digits, t.mantissa)
	if high&0x1ff == 0x1ff && low+digits < low {
		return 0, false
	}
	top := high >> 63
	mantissa := high >> (top + 9) // 53 bits and one for rounding
	if low == 0 && high&0x1ff == 0 && mantissa&3 == 1 {
		return 0, false
	}
	mantissa = (mantissa + mantissa&1) >> 1
	// The mantissa's highest bit, and what rounding carries beyond it, add to the
	// exponent.
	return mantissa + uint64(t.exponent+int(top)-zeros)<<52, true
}
