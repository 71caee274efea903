// Package charts answers: which picture shows it?
//
// Every chart is a function from rows to a [Figure]: one or two drawings, each an
// ECharts option laid out for its size, with a title that says what the data
// show, a caption, a text alternative and the table of what is drawn. One file
// holds one chart.
//
// It draws nothing: package render turns an option into SVG. It ranks nothing
// either; best rows and frontiers come from package aggregate. Options carry the
// theme's colours as CSS variables, so that one drawing serves light and dark.
// Names from result files stand in JSON strings only.
package charts
