package board

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// Query is the parsed query string of a board's page.
type Query struct {
	aggregate.Query
	Listing Listing
	Sort    Sort
	Columns []string // shown; nil for the page's default ones
	Unit    Unit     // of energy, shown

	// Between asks for an estimate between measured points, which changes no order.
	Between bool

	// These are assumptions of the reader. They change what is shown, and the order only where the reader sorts by cost; a
	// ceiling leaves out what costs more.
	Ceiling  float64           // the most that a million outputs may cost, 0 for any
	Rents    []Rent            // prices of GPUs, in the order of [Board.GPUs]; nil for none
	Currency string            // of all prices, a code of ISO 4217
	Price    data.Opt[float64] // of electricity, per kWh
	Grid     data.Opt[float64] // carbon intensity, g CO2e per kWh
	PUE      float64           // power usage effectiveness of the data center, 1 or more
	Load                       // for the capacity planner
}

// Listing selects which of the accepted rows are shown.
type Listing string

// The listings: the best configuration of each model, or all configurations.
const (
	Best Listing = "best"
	All  Listing = "all"
)

// Sort is the order of the rows. Without a field it is that of [aggregate.Best].
type Sort struct {
	Field      string
	Descending bool
}

// Unit is a unit of energy that a reader can choose.
type Unit string

// The units. The last two are for a million outputs and for outputs a kWh.
const (
	Joules      Unit = "J"
	WattHours   Unit = "Wh"
	KWhPerMtok  Unit = "kWh-per-Mtok"
	TokensPerKW Unit = "tok-per-kWh"
)

var energyUnits = []Unit{Joules, WattHours, KWhPerMtok, TokensPerKW}
