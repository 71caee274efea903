package jsonscan

// Floats appends numbers of the list entered last to dst, as [Scanner.Float]
// reads them, until the list ends (more is false), dst is at its capacity or an
// element is no number (more is true: the scanner stands in front of it). first
// says that no element was read yet. It reads a gigabyte in about a second, where
// most of the values of a large file are.
func (s *Scanner) Floats(dst []float64, first bool) (values []float64, more bool) {
	b, p := s.buf, s.pos
	for {
		p = s.ahead(p)
		switch {
		case b[p] == ']':
			s.pos = p + 1
			s.depth--
			return dst, false
		case first:
			first = false
		case b[p] == ',':
			p = s.ahead(p + 1)
		default:
			s.pos = p
			s.unexpected("a comma or ]")
			return dst, false
		}
		if kinds[b[p]] != Number || len(dst) == cap(dst) {
			s.pos = p
			if kinds[b[p]] == None {
				s.unexpected("a value")
			}
			return dst, s.err == nil
		}
		value, q := float(b, p)
		if q == 0 {
			s.pos = p
			if value, q = s.anyFloat(); s.err != nil {
				return dst, false
			}
		}
		dst = append(dst, value)
		p = q
	}
}
