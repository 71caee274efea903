package site

import (
	"encoding/csv"
	"fmt"
	"image/png"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
)

var (
	imageLink  = regexp.MustCompile(`<meta property="og:image" content="([^"]*)">`)
	figureLink = regexp.MustCompile(`href="([./]*)(figures/[^"]+)" download="([^"]+)"`)
)

func TestEveryPageNamesACardThatExists(t *testing.T) {
	opts := options(t)
	opts.BaseURL = "https://example.org/energy/"
	files := built(t, opts)
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") || name == notFoundPath {
			continue
		}
		found := imageLink.FindStringSubmatch(text)
		if found == nil {
			t.Errorf("%s names no card", name)
			continue
		}
		card, ok := files[strings.TrimPrefix(found[1], opts.BaseURL)]
		if !ok {
			t.Errorf("%s names %s, which does not exist", name, found[1])
			continue
		}
		if config, err := png.DecodeConfig(strings.NewReader(card)); err != nil || config.Width != 1200 || config.Height != 630 {
			t.Errorf("%s: card of %d × %d pixels, %v", name, config.Width, config.Height, err)
		}
		if !strings.Contains(text, `<meta property="og:image:alt" content="`) || !strings.Contains(text, "summary_large_image") {
			t.Errorf("%s does not describe its card", name)
		}
	}
	for page, want := range map[string]string{
		"index.html": "cards/home.png", "tasks/gpqa/index.html": "cards/tasks/gpqa.png",
		"models/lab__model-0/index.html": "cards/models/lab__model-0.png", "data/index.html": "cards/home.png",
	} {
		if !strings.Contains(files[page], `content="https://example.org/energy/`+want+`"`) {
			t.Errorf("%s does not name %s", page, want)
		}
	}
}

func TestWithoutAnAddressThereAreNoCards(t *testing.T) {
	for name, text := range plainSite(t) {
		if strings.HasPrefix(name, cardsFolder) || strings.Contains(text, "og:image") {
			t.Errorf("%s: a card that nothing can name", name)
		}
	}
}

func TestEveryFigureLinksToItsRowsAndPicture(t *testing.T) {
	files := plainSite(t)
	linked := map[string]bool{}
	for name, text := range files {
		for _, found := range figureLink.FindAllStringSubmatch(text, -1) {
			if _, ok := files[found[2]]; !ok || linked[found[2]] {
				t.Errorf("%s links to %s, which does not exist or belongs to another figure", name, found[2])
			}
			linked[found[2]] = true
		}
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, figure := range strings.Split(text, "<figure ")[1:] {
			if strings.Contains(figure, "<svg ") && !(strings.Contains(figure, "CSV") && strings.Contains(figure, "SVG</a>")) {
				t.Errorf("%s: a figure without links to its rows and its picture: %.80s", name, figure)
			}
		}
	}
	for name := range files {
		if strings.HasPrefix(name, figuresFolder) && !linked[name] {
			t.Errorf("nothing links to %s", name)
		}
	}
	for _, want := range []string{"figures/tasks/gpqa/tradeoff.csv", "figures/tasks/gpqa/tradeoff.svg", "figures/tasks/gpqa/tradeoff.png"} {
		if !linked[want] {
			t.Errorf("no link to %s", want)
		}
	}
}

func TestFigureRowsAreInFullPrecision(t *testing.T) {
	text := plainSite(t)["figures/tasks/gpqa/tradeoff.csv"]
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 9 { // a head and 8 configurations
		t.Errorf("%d records, want 9", len(records))
	}
	if head := strings.Join(records[0], ","); !strings.HasPrefix(head,
		"model_id,run,nickname,gpu_model,max_num_seqs,energy_per_token_joules") {
		t.Errorf("head %s", head)
	}
	if !strings.Contains(text, ",0.03125,") {
		t.Errorf("no value in full precision in\n%s", text)
	}
}

var thumbnailImage = regexp.MustCompile(`<img class="thumbnail [^"]*" src="([./]*)(thumbnails/[^"]+)" width="(\d+)" height="(\d+)" alt=""`)

func TestListedPostsHaveThumbnailsOfBothThemes(t *testing.T) {
	const figure = "```figure\nname: all\nkind: scatter\ntitle: T\nalt: A\nx: max_num_seqs\ny: energy_per_token_joules\n```\n"
	opts := options(t)
	opts.Content.Posts = []content.Post{
		{Slug: "drawn", Title: "Drawn", Summary: "S.", Body: content.Markdown{Text: figure, File: "posts/drawn.md", Line: 1}},
		{Slug: "plain", Title: "Plain", Summary: "S.", Body: content.Markdown{Text: "Words.\n", File: "posts/plain.md", Line: 1}},
	}
	files := built(t, opts)
	found := thumbnailImage.FindAllStringSubmatch(files["posts/index.html"], -1)
	if len(found) != 2 {
		t.Fatalf("%d pictures, want two of the one post with a figure", len(found))
	}
	for _, image := range found {
		config, err := png.DecodeConfig(strings.NewReader(files[image[2]]))
		if size := fmt.Sprint(config.Width, " ", config.Height); err != nil || size != image[3]+" "+image[4] {
			t.Errorf("%s: %s px, the page says %s × %s; %v", image[2], size, image[3], image[4], err)
		}
	}
}

// A site of boards alone says what they measured, on a card that exists.
func TestABoardsSiteHasItsOwnCard(t *testing.T) {
	opts := options(t)
	opts.BaseURL = "https://example.org/energy/"
	ds, err := source.Open(t.Context(), "llenergymeasure:"+filepath.Join(shared.Small(t), "fixtures", "llenergymeasure"))
	if err != nil {
		t.Fatal(err)
	}
	files := builtOf(t, ds.Dataset, opts)
	if files["cards/home.png"] == "" || !strings.Contains(files["index.html"], "cards/home.png") {
		t.Error("no card")
	}
	alt := regexp.MustCompile(`og:image:alt" content="([^"]*)"`).FindStringSubmatch(files["index.html"])
	if len(alt) < 2 || strings.Contains(alt[1], " 0 ") || !strings.Contains(alt[1], "Measured:") {
		t.Errorf("the card says %q", alt)
	}
}
