package templates

import (
	"context"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

type wordsKey struct{}

// WithWords returns a context for rendering pages in the language of a catalog. Pages cannot be rendered without one.
func WithWords(ctx context.Context, c *words.Catalog) context.Context {
	return context.WithValue(ctx, wordsKey{}, c)
}

func wordsOf(ctx context.Context) *words.Catalog { return ctx.Value(wordsKey{}).(*words.Catalog) }

// say writes a message of the catalog, as [words.Catalog.Say] does.
func say(ctx context.Context, key string, values ...any) string {
	return wordsOf(ctx).Say(key, values...)
}

// Said returns a message of the catalog with its strong text and links.
func Said(runs []words.Run) Text {
	return lists.Map(runs, func(r words.Run) Run { return Run{Text: r.Text, Href: r.Href, Strong: r.Strong} })
}
