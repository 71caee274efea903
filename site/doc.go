// Package site builds the pages and files of a site.
//
// It fills the view models of package templates from the data and writes the whole tree: pages, the published JSON
// and its schemas, downloads, assets, feeds and headers. pages.go lists the pages; each is built in a separate file.
//
// It does not rank (package aggregate does) or draw (packages charts and charts/render do).
package site
