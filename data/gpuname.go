package data

import (
	"regexp"
	"strings"
)

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
