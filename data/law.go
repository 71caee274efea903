package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Law is a relation between fields that is true in every stable run that has them. It relates terms: a field, or
// fields and numbers joined by “×”.
type Law struct {
	Code   string   // of the problem if it is violated
	Equal  []string // terms that are equal except for rounding
	Rising []string // terms in ascending order, ties allowed
	Within float64  // the relative tolerance for rounding; 0 means that of sums of doubles
}

// Term is a product of fields and a number.
type Term struct {
	Text   string
	Factor float64
	Fields []string
}

// Terms returns the terms of the law.
func (l Law) Terms() []Term {
	var terms []Term
	for _, text := range slices.Concat(l.Equal, l.Rising) {
		t := Term{Text: text, Factor: 1}
		for part := range strings.SplitSeq(text, " × ") {
			if x, err := strconv.ParseFloat(part, 64); err == nil {
				t.Factor *= x
			} else {
				t.Fields = append(t.Fields, part)
			}
		}
		terms = append(terms, t)
	}
	return terms
}

// fault says what is wrong with the declaration of a law, nil if nothing.
func (l Law) fault(s *Schema) error {
	terms := l.Terms()
	if l.Code == "" || len(l.Equal) > 0 == (len(l.Rising) > 0) || len(terms) < 2 {
		return fmt.Errorf("law %q: expected a code, and two or more terms that are equal or ascending", l.Code)
	}
	for _, t := range terms {
		for _, name := range t.Fields {
			if f, ok := s.Field(name); !ok || f.Kind != Int && f.Kind != Float {
				return fmt.Errorf("law %s: %s is not a numeric field of the record type", l.Code, name)
			}
		}
	}
	return nil
}
