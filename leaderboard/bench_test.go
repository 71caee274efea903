package leaderboard

import (
	"context"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

func BenchmarkFiles(b *testing.B) {
	ds := readPublished(b, shared.Whole(b))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Files(ds, "2026-02-16"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	dir := publishedDir(shared.Whole(b))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(context.Background(), dir, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
