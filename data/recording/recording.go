// Package recording computes the energy of runs from recordings of power that were made meanwhile.
//
// A declaration of results names the files of recordings, one [Power] for each meter. [Recordings] reads them into the samples of
// each device. [Recordings.Between] integrates those of a run's time, and says what they do not tell of it.
package recording

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/data/yamltree"
)

// Power describes recordings of power that were made during the runs. They are integrated between the start and the
// end of each row, by the trapezoidal rule for each GPU, and summed.
type Power struct {
	Files               []string `need:"[\"*.csv\"]"` // patterns
	Kind                string   `need:"nvidia-smi"`  // one of [Kinds]
	Scope               string   // what was measured, such as package, node or wall; "": the GPUs
	Lines               []string // of a text: regular expressions with the groups time, watts and, if there are several, device
	Time, Device, Watts string   // columns of a table
	Unit                string   // of the values of a table or text, W if ""
	Counter             string   // unit of an energy counter, whose values are read instead of power
	Clock               string   // time zone of times without a zone, such as UTC or Europe/Berlin
	Energy              string   // the field for the energy, energy_j if ""
	Gap                 float64  // longest time in s between two samples that counts as measured, 3 if 0
}

// Field returns the name of the field for the energy.
func (p Power) Field() string { return cmp.Or(p.Energy, "energy_j") }

// Choices returns the values that a key takes, nil for any.
func (Power) Choices(key string) []string {
	return map[string][]string{"kind": slices.Sorted(maps.Keys(Kinds())), "scope": {"package", "node", "wall", "module"}}[key]
}

//go:embed recordings.yaml
var recordingsText []byte

// Kinds returns what is known of each kind of recording: where its columns or lines are, and what was measured.
var Kinds = sync.OnceValue(func() map[string]Power { return yamltree.Embedded[map[string]Power](recordingsText) })

const usualGap = 3 // s, as in InferenceX

// with fills what is left out.
func (p Power) with(usual Power) Power {
	p.Time, p.Device, p.Watts = cmp.Or(p.Time, usual.Time), cmp.Or(p.Device, usual.Device), cmp.Or(p.Watts, usual.Watts)
	p.Scope = cmp.Or(p.Scope, usual.Scope)
	if p.Lines = append(slices.Clone(p.Lines), usual.Lines...); len(p.Lines) > 0 {
		p.Time, p.Device, p.Watts = "time", "device", "watts"
	}
	p.Gap = cmp.Or(p.Gap, usual.Gap, usualGap)
	return p
}
