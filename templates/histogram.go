package templates

// Histogram consists of bars in a drawing of 296 × 220 px. A script redraws it for another configuration, so its
// layout is fixed.
type Histogram struct {
	ID, Title, Description string
	Run                    string // the configuration shown
	Bars                   string // path data
	X, Y                   []HistogramTick
}

// HistogramTick is a label on an axis, At px from the left or the top.
type HistogramTick struct{ At, Text string }
