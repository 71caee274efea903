// Package faultwords says what libraries find wrong in texts of authors, in words of those who write them, with a remedy.
package faultwords

import (
	"encoding/csv"
	"errors"
	"fmt"
)

// CSV is what is wrong in a line of a CSV file and how to mend it; an error of another kind as it is. The line has so many cells.
func CSV(err error, cells, columns int) string {
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		return fmt.Sprintf("the header has %[2]d cells, the line %[1]d; add or remove cells, or put a cell with the separator in it in quotes", cells, columns)
	case errors.Is(err, csv.ErrBareQuote):
		return `a quotation mark inside of a cell; put the cell in quotes, and write the mark in it twice ("")`
	case errors.Is(err, csv.ErrQuote):
		return `a cell in quotes is not closed, or text follows its end; close it, and write a quotation mark in it twice ("")`
	}
	return err.Error()
}
