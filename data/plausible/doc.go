// Package plausible answers: which runs are impossible?
//
// The relations that hold in every run of a record type are declared with its fields
// ([data.Law]), as are the fields in which neighbors agree. What a GPU can draw is passed
// in. Package data itself rejects values that no run can have.
package plausible
