package charts

// sheet is a drawing of several panels, filled row by row.
type sheet struct {
	Drawing  // its height is at least that of a legend at the right
	plot     Plot
	width, y int // of the panels; y is the next free px from the top
	stretch  int // of each panel, see canvas
}

// newSheet begins with a legend of the names, if there are any. Entries follow each other, however wide each is.
func newSheet(p Plot, width int, names []string) *sheet {
	const left, wide = 4, 1.1
	s := &sheet{Drawing: Drawing{Width: width}, plot: p, width: width}
	x, sample := left, p.sample()
	for _, name := range names {
		entry := sample + keyGap + int(wide*textWidth(name, fontSize))
		if x+entry > width && x > left {
			x, s.y = left, s.y+lineHeight
		}
		s.Legend = append(s.Legend, Entry{X: float64(x), Y: float64(s.y + halfLine), Sample: float64(sample), Name: name, Text: name})
		x += entry + 2*legendGap
	}
	if len(names) > 0 {
		s.y += lineHeight + 6
	}
	return s
}

// panelGap is between panels side by side, in px.
const panelGap = 12

func panelWidth(width, columns int) int { return (width - panelGap*(columns-1)) / columns }

// row sets panels side by side, each as wide as if the row were full.
func (s *sheet) row(panels []PlotPanel, columns int) {
	const titleHeight, below, between = 24, 44, 14
	width := panelWidth(s.width, columns)
	if len(s.Panels) > 0 {
		s.y += between
	}
	top := s.y + 6
	for _, p := range panels {
		if p.Title != "" {
			top = s.y + titleHeight
		}
	}
	next := s.y
	for i, p := range panels {
		left := i * (width + panelGap)
		c := &canvas{words: s.plot.Words, origin: left, width: left + width, stretch: s.stretch, even: s.plot.even}
		c.Left, c.Top, c.Right = left+8, top, left+width-8
		s.plot.kind().draw(p, c)
		s.Panels = append(s.Panels, c.panel())
		s.title(p.Title, left, width)
		next = max(next, c.Bottom+below)
	}
	s.y = next
}

// named is the name of a declared axis as it is drawn.
func (c *canvas) named(a PlotAxis) string {
	if a.Log && a.Name != "" {
		return logAxis(c.words, a.Name)
	}
	return a.Name
}

func (s *sheet) title(text string, left, width int) {
	if text != "" {
		text = forLabel(text, fontSize*1.08, float64(width)-8)
		s.Titles = append(s.Titles, Title{X: float64(left + 4), Y: float64(s.y + halfLine + 1), Text: text})
	}
}

func (s *sheet) drawing() Drawing {
	s.Height, s.Legend = max(s.Height, s.y), keyed(s.Legend, s.Panels)
	return s.Drawing
}
