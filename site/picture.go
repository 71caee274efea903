package site

import (
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/templates"
)

// figuresFolder holds what can be downloaded of the figures of pages.
const figuresFolder = "figures/"

// keep has the file written with the page and returns the link to it.
func (p *page) keep(address, text string, content []byte) templates.Link {
	p.loads = append(p.loads, loaded{address, content})
	words := strings.Split(strings.TrimPrefix(address, figuresFolder), "/")
	return templates.Link{Text: text, Href: p.to(address), Download: strings.Join(words[max(0, len(words)-2):], "-")}
}

// figureFiles are the rows that a figure draws and its wide drawing as a file of its own. PNG is for the charts of
// tasks, which are shown and cited elsewhere: of all charts it would double the time of a build.
func (p *page) figureFiles(id string, f charts.Figure, d render.Chart) ([]templates.Link, error) {
	address := figuresFolder + p.path + strings.TrimSuffix(id, "-figure")
	svg, err := p.opts.Charts.SVG(d, render.Light)
	if err != nil {
		return nil, err
	}
	links := []templates.Link{p.keep(address+".csv", "CSV", f.CSV()), p.keep(address+".svg", "SVG", svg)}
	if p.kind != "task" {
		return links, nil
	}
	png, err := p.opts.Charts.PNG(p.ctx, d, render.Light, render.FileScale)
	return append(links, p.keep(address+".png", "PNG", png)), err
}
