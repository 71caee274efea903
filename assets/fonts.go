package assets

import (
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
)

// ChartFonts are the TrueType files that picture files are lettered with: Liberation Sans, whose letters are as wide
// as Arial's, which charts are laid out with.
func ChartFonts() (regular, bold []byte) {
	return liberationsansregular.TTF, liberationsansbold.TTF
}
