package render

import "slices"

type attr struct{ name, value string }

// attrs are an element's attributes in the order of their first writing.
type attrs []attr

func (as attrs) get(name string) string {
	for _, a := range as {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

func (as *attrs) set(name, value string) {
	for i, a := range *as {
		if a.name == name {
			(*as)[i].value = value
			return
		}
	}
	*as = append(*as, attr{name, value})
}

func (as *attrs) drop(names ...string) {
	*as = slices.DeleteFunc(*as, func(a attr) bool { return slices.Contains(names, a.name) })
}

// dropIf removes the attribute when it says what would be so without it.
func (as *attrs) dropIf(name, value string) {
	if as.get(name) == value {
		as.drop(name)
	}
}

// float is the number that an attribute holds, or what stands for an absent one.
func (as attrs) float(name string, absent float64) float64 {
	if x, ok := parseNumber(as.get(name)); ok {
		return x
	}
	return absent
}
