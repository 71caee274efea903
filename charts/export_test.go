package charts

// What tests outside of the package draw.
var (
	GoldenFigures = figures
	DeclaredPlot  = declared
)

// Kinds are those of declared plots.
func Kinds() (names []string) {
	for kind := range kinds {
		names = append(names, kind)
	}
	return names
}
