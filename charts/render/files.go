package render

import (
	"context"
	"fmt"
)

// File is one file of a figure.
type File struct {
	Name  string // without a folder
	Bytes []byte
}

// FileScale is how many pixels the PNG files of a figure have for each px of its chart.
const FileScale = 2

// Files are the pictures of a drawing that a reader downloads or a paper includes: <name>-light.svg, <name>-dark.svg,
// <name>-light.png, <name>-dark.png and <name>.pdf, in this order. The rows that it draws are the caller's to write.
func (d *Drawing) Files(ctx context.Context, name string) ([]File, error) {
	var files []File
	add := func(ending string, content []byte, err error) error {
		files = append(files, File{name + ending, content})
		return err
	}
	for _, theme := range []Theme{Light, Dark} {
		content, err := d.SVG(theme)
		if err := add(fmt.Sprintf("-%s.svg", theme), content, err); err != nil {
			return nil, err
		}
	}
	for _, theme := range []Theme{Light, Dark} {
		content, err := d.PNG(ctx, theme, FileScale)
		if err := add(fmt.Sprintf("-%s.png", theme), content, err); err != nil {
			return nil, err
		}
	}
	content, err := d.PDF()
	return files, add(".pdf", content, err)
}
