package templates

import (
	"context"

	"github.com/jouleboard/jouleboard/content/words"
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
