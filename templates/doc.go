// Package templates contains the components of pages, written in templ, and their plain view models. It does not
// decide the content: every text, number, width and address is already formatted, and no component computes, looks up
// or reads anything.
//
// A page is composed from the outside in:
//
//   - Each page has one view model and one component. Most are [Overview] and [OverviewPage]: a
//     list of sections. [Task] and [TaskPage] have a table that a reader filters, [Document] and
//     [DocumentPage] an author's text.
//   - Each view model carries a [Frame]: head, header, task tabs, banner and footer,
//     the same on every page. The frame holds the one main element.
//   - Below its heading a page is a list of [Section], one h2 each, and a section is
//     a list of blocks in fixed order: text, facts, prose, figures, tables, code, links.
//   - A [Figure] holds one or two drawings, its caption and its [Table]. A table is
//     columns and rows of cells; nothing in it knows LLMs from diffusion models.
//   - Running text is [Text], a list of [Run], so that a sentence may carry emphasis
//     and links without any markup in strings.
//
// Templ escapes texts and replaces addresses with unsafe schemes. Only [SVG] and [HTML] are written unchanged; such
// values must have passed an allow-list of elements and attributes.
//
// Addresses (Href) are complete: relative to the page, absolute on the 404 page. IDs of tables, figures and sections
// must differ within a page, and so must the labels of tables, because they name landmarks where a table scrolls.
package templates

//go:generate go tool -modfile=../tools/go.mod templ generate
