package data

import (
	"errors"
	"sync/atomic"
)

// Purse is what all that one input declares may take together: a site whose pages, figures and expressions are each within
// their limits can still have too many of them. Its unit is a byte made or read, of which a computer handles about twenty
// in a microsecond. A nil purse is not bounded. Several goroutines may take from it.
type Purse struct{ left atomic.Int64 }

// ErrSpent says that nothing is left.
var ErrSpent = errors.New("with it, all texts and declarations of the site make or read more than they may together: " +
	"shorten or remove some of its pages, figures, tables, selections and values")

// NewPurse returns a purse that holds so many bytes.
func NewPurse(bytes int) *Purse {
	p := &Purse{}
	p.left.Store(int64(bytes))
	return p
}

// Take takes bytes from the purse; it is [ErrSpent] if it holds less, and then the purse is empty.
func (p *Purse) Take(bytes int) error {
	if p != nil && p.left.Add(-int64(bytes)) < 0 {
		p.left.Store(0)
		return ErrSpent
	}
	return nil
}

// Evaluation is what an expression costs before it reads anything, in bytes: it is parsed, checked and compiled.
const Evaluation = 8 << 10

// EvaluationCost is what the evaluation of an expression costs over so many rows, beside what it reads; a field costs less.
func EvaluationCost(rows int, field bool) int {
	if field {
		return rows * fieldCost
	}
	return Evaluation + rows*rowCost
}

// Budget is the budget of an expression over so many rows; what it makes and reads is taken from the purse too.
func (p *Purse) Budget(rows int) Budget {
	b := TableBudget(rows)
	b.purse = p
	return b
}

// PaidFrom returns the table, whose expressions, and those of its parts, are paid from a purse.
func (t Table) PaidFrom(p *Purse) Table {
	t.purse = p
	return t
}
