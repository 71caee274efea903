package data

import (
	"regexp"
	"strings"
)

// Names are compared for what they say for certain: whether they are those of different things.

// designation is what tells models of GPUs apart.
var designation = regexp.MustCompile(`\b(?:g?[bh]|[almptv]|mi|[rg]tx|gaudi)[ -]?[0-9]{1,4}[a-z]*`)

// OtherGPU reports whether two names are certainly those of different models of GPUs: both designate one, such as H100 in “NVIDIA H100
// 80GB HBM3”, and neither designation contains the other.
func OtherGPU(a, b string) bool {
	plain := func(name string) string {
		found := designation.FindString(strings.ToLower(strings.ReplaceAll(name, "_", " ")))
		return strings.NewReplacer(" ", "", "-", "").Replace(found)
	}
	a, b = plain(a), plain(b)
	return a != "" && b != "" && !strings.Contains(a, b) && !strings.Contains(b, a)
}

// numberFormat is a name of the format of numbers: its kind and bits.
var numberFormat = regexp.MustCompile(`^(?:torch\.|mx|nv)?(bf|bfloat|f|fp|float|int|i)[-_]?(4|8|16|32)(?:_e[0-9]m[0-9](?:fn)?)?$`)

// OtherPrecision reports whether two names are certainly those of different precisions, such as bf16 and fp8.
func OtherPrecision(a, b string) bool {
	plain := func(name string) string {
		m := append(numberFormat.FindStringSubmatch(strings.ToLower(name)), "", "", "")
		return strings.NewReplacer("bfloat", "bf", "float", "f", "fp", "f", "int", "i").Replace(m[1]) + m[2]
	}
	a, b = plain(a), plain(b)
	return a != "" && b != "" && a != b
}

// perGPU is “per GPU”; a slash before further words, as in energy/gpu_total, only groups names.
var perGPU = regexp.MustCompile(`(?i)(?:per[_ ]?(?:gpu|card|accelerator)s?(?:[^a-z]|$)|/ ?(?:gpu|card|accelerator)s?(?:$| ?[^a-z_ ]))`)

// OfOneGPU reports whether the name of a column, or a unit, says that each GPU has its share.
func OfOneGPU(name string) bool { return perGPU.MatchString(name) }
