package site

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/draw"
)

// Home screens want square pictures in PNG: iOS one of 180 px, manifests those of homeSizes.
const touchSize = 180

var homeSizes = []int{192, 512}

// writeIcons writes them, and notes where. They are made from the publisher's large icon, else from a logo in PNG, else
// they are the program's mark. Of an SVG logo there are none: the program draws no SVG of others.
func (e *edition) writeIcons(ctx context.Context, w writer) error {
	e.assets.home = map[int]string{}
	for _, size := range append([]int{touchSize}, homeSizes...) {
		content, err := e.homeIcon(ctx, size)
		if err != nil {
			return err
		}
		if content == nil {
			continue
		}
		if e.assets.home[size], err = writeHashed(w, fmt.Sprintf("%sicon-%d.png", scriptsPath, size), content); err != nil {
			return err
		}
	}
	return nil
}

func (e *edition) homeIcon(ctx context.Context, size int) ([]byte, error) {
	site := e.content.Site
	switch {
	case size == touchSize && site.Icons.Touch != "":
		return []byte(site.Icons.Touch), nil
	case site.Icons.Large != "":
		return squared(site.Icons.Large, size)
	case site.Logo.Name == "":
		return e.opts.Charts.Icon(ctx, size)
	case site.Logo.Type == "image/png":
		return squared(site.Logo.Content, size)
	}
	return nil, nil
}

// squared is a picture in a square of so many pixels, nil where it has fewer. That of iOS, which shows transparent pixels as
// black, gets a white ground.
func squared(content string, size int) ([]byte, error) {
	from, err := png.Decode(bytes.NewReader([]byte(content)))
	if err != nil {
		return nil, fmt.Errorf("logo or icon: %w; save it as PNG again", err)
	}
	width, height := from.Bounds().Dx(), from.Bounds().Dy()
	if max(width, height) < size {
		return nil, nil
	}
	to := image.NewNRGBA(image.Rect(0, 0, size, size))
	if size == touchSize {
		draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	}
	longer := max(width, height)
	width, height = width*size/longer, height*size/longer
	place := image.Rect(0, 0, width, height).Add(image.Pt((size-width)/2, (size-height)/2))
	draw.CatmullRom.Scale(to, place, from, from.Bounds(), draw.Over, nil)
	var b bytes.Buffer
	err = png.Encode(&b, to)
	return b.Bytes(), err
}
