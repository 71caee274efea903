// Package plausible answers: which runs cannot be?
//
// The relations that hold in every run of a record type are declared beside its fields
// ([data.Law]), and so is in what neighbors agree. What a GPU can draw is given from
// outside. Package data itself refuses values that no run can have.
package plausible
