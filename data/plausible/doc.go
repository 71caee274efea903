// Package plausible finds implausible runs.
//
// The relations that are true in every run of a record type are declared with its fields ([data.Law]), as are the
// fields in which neighbors agree. The power limits of GPUs are parameters. Package data itself rejects values that
// no run can have.
package plausible
