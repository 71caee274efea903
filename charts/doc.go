// Package charts draws the figures of the site.
//
// Every chart is a function from rows to a [Figure]: one or two drawings, each with a layout for its size, a title
// with the main result, a caption, a text alternative and the table of what is drawn. Beside the charts, files lay out axes,
// labels and legends on a canvas, and make the shapes of each kind of series.
//
// The package does not write pictures: package render writes drawings as SVG, PNG, PDF and TikZ. It does not rank: best rows and
// frontiers come from package aggregate. Drawings contain the theme's colors as CSS variables, so that one drawing
// serves light and dark pages.
package charts
