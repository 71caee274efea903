package charts

import "github.com/jouleboard/jouleboard/internal/lists"

// What tests outside of the package draw.
var (
	GoldenFigures = figures
	DeclaredPlot  = declared
)

// Kinds are those of declared plots.
func Kinds() []string { return lists.Map(PlotKinds, func(k PlotKind) string { return k.Name }) }
