// Package site answers: which pages exist and what is on each?
//
// It fills the view models of package templates from the data and writes the
// whole tree: pages, the published JSON and its schemas, downloads, assets,
// feeds and headers. pages.go lists the pages, one file builds each.
//
// It ranks nothing itself (package aggregate does) and draws nothing (packages
// charts and charts/render do).
package site
