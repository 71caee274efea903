package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts/paper"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type figureOptions struct {
	Sources sourceFlags
	Texts   textFlags
	Spec    string   `flag:"spec" help:"YAML {FILE} with the keys of a figure; flags override it" files:"yaml yml"`
	Out     []string `flag:"out,o" help:"{FILES} to write, by suffix: .pdf, .svg, .png, .tikz, .csv"`
	Block   bool     `flag:"print-block" help:"print the block that draws the same in a post"`
	keys    []content.Given
}

// register adds a flag for each key of a figure.
func (o *figureOptions) register(cmd *cobra.Command) {
	for _, k := range content.FigureKeys() {
		cmd.Flags().String(k.Flag(), "", strings.ReplaceAll(k.Help, "`", ""))
		if !slices.Contains(mainKeys, k.Name) {
			cmd.Flags().Lookup(k.Flag()).Annotations = map[string][]string{keysTopic: {}}
		}
		complete(cmd, k.Flag(), completeKey(k))
	}
}

// mainKeys are those whose flags the help of the command lists; the topic keys has all.
var mainKeys = []string{"kind", "where", "x", "y", "width", "font_size"}

// completeKey offers the words that a key may have, or the fields of the runs.
func completeKey(k content.Key) completion {
	switch {
	case len(k.Words) > 0:
		return fixed(k.Words...)
	case k.Name == "where":
		return completeWhere
	case k.Expression:
		return completeFields
	}
	return fixed(k.Example)
}

// givenKeys are the keys of a figure that flags give.
func givenKeys(f *pflag.FlagSet) []content.Given {
	return lists.FilterMap(content.FigureKeys(), func(k content.Key) (content.Given, bool) {
		flag := f.Lookup(k.Flag())
		return content.Given{Key: k, Text: flag.Value.String()}, flag.Changed
	})
}

// figure draws one figure without a text.
func (c *console) figure(ctx context.Context, o figureOptions) error {
	o.keys = givenKeys(c.cmd.Flags())
	if len(o.Out) == 0 && !o.Block {
		return usagef("nothing to write; give --out figure.pdf, or --print-block")
	}
	for _, name := range o.Out {
		if !slices.Contains(figureFormats, path.Ext(name)) {
			return usagef("--out %s: use a file that ends in %s", name, strings.Join(figureFormats, ", "))
		}
	}
	declared, block, err := o.declared()
	if err != nil {
		return err
	}
	if o.Block {
		fmt.Fprint(c.stdout, block)
	}
	if len(o.Out) == 0 {
		return nil
	}
	texts, ds, err := c.withTexts(ctx, o.Texts, o.Sources)
	if err != nil {
		return err
	}
	if err := addTables(&texts, declared); err != nil {
		return err
	}
	drawn, err := site.Results(ds.Dataset, texts).Text(content.Declared{}).Figure(declared)
	if err != nil {
		return err
	}
	return c.writeFigure(ctx, o, texts, ds.Dataset, drawn)
}

// declared is the figure of --spec and flags, and the block that declares the same.
func (o figureOptions) declared() (content.Figure, string, error) {
	var spec *content.Markdown
	if o.Spec != "" {
		text, err := filetree.ReadFile(o.Spec, yamltree.MostBytes)
		if err != nil {
			return content.Figure{}, "", fmt.Errorf("--spec %w; give a YAML file with the keys of a figure", err)
		}
		spec = &content.Markdown{Text: string(text), File: o.Spec, Line: 1}
	}
	return content.GivenFigure(spec, o.keys)
}

func (c *console) writeFigure(ctx context.Context, o figureOptions, texts content.Content, ds data.Dataset, f query.Figure) error {
	chart, err := paper.Draw(f.Name, f.Plot, f.Look, func(name string) ([]byte, error) {
		if file, err := texts.Typeface(name); err == nil {
			return file, nil
		}
		return typeface(name)
	})
	if err != nil {
		return err
	}
	chart.About = render.About{Source: dataName(texts, ds), Version: dataVersion(ds), Command: commandLine(c.args)}
	charts, err := renderer(texts.Site.Colors)
	if err != nil {
		return err
	}
	for _, name := range o.Out {
		file, err := figureFile(ctx, charts, chart, f, path.Ext(name))
		if err == nil {
			err = replaceFile(name, file)
		}
		if err != nil {
			return fmt.Errorf("--out %w", err)
		}
	}
	c.note("%s: %s", strings.Join(o.Out, ", "), f.Plot.Title)
	if chart.Unlabeled > 0 {
		c.note("left out for lack of room: %s; give a greater size, or label fewer points", units.Counted(chart.Unlabeled, "label"))
	}
	return nil
}

// figureFormats are the ends of the names of files of a figure.
var figureFormats = []string{".pdf", ".svg", ".png", ".tikz", ".csv"}

func figureFile(ctx context.Context, r *render.Renderer, c render.Chart, f query.Figure, suffix string) ([]byte, error) {
	switch suffix {
	case ".pdf":
		return r.PDF(c, c.Paper.Shown())
	case ".svg":
		return r.SVG(c, c.Paper.Shown())
	case ".png":
		return r.PNG(ctx, c, c.Paper.Shown(), c.Paper.Scale())
	case ".tikz":
		return r.TikZ(c, c.Paper.Shown())
	}
	return f.CSV, nil
}

// addTables adds files of the author that are not in the content folder.
func addTables(texts *content.Content, f content.Figure) error {
	for _, p := range f.Panels {
		own := map[string]content.Keys{p.File: p.Keys}
		if p.Join != nil {
			own[p.Join.File] = p.Join.Keys
		}
		delete(own, "")
		for _, name := range slices.Sorted(maps.Keys(own)) {
			if _, err := texts.Table(name); err == nil {
				continue
			}
			file, err := filetree.ReadFile(name, yamltree.MostBytes)
			if err != nil {
				key := content.FileKey(name)
				return own[name].Fault(key, "%v; give the path of a .%s file", err, key)
			}
			if texts.Tables == nil {
				texts.Tables = map[string][]byte{}
			}
			texts.Tables[name] = file
		}
	}
	return nil
}

// typeface reads a font by its path.
func typeface(name string) ([]byte, error) {
	const most = 10 << 20
	file, err := filetree.ReadFile(name, most)
	if err != nil {
		return nil, fmt.Errorf("%w; use sans, serif or the path of a .ttf file", err)
	}
	return file, nil
}

// dataName is the name of the data, which the sample has none of.
func dataName(texts content.Content, ds data.Dataset) string {
	if ds.Synthetic() {
		return "invented sample"
	}
	return texts.Site.Data.Name
}

// dataVersion tells datasets apart, in as many digits as people compare.
func dataVersion(ds data.Dataset) string {
	const digits = 12
	return site.Digest(ds)[:digits]
}

// commandLine is the command as a shell reads it.
func commandLine(args []string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%"
	quoted := lists.Map(args, func(arg string) string {
		if arg != "" && strings.Trim(arg, plain) == "" {
			return arg
		}
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	})
	return strings.Join(append([]string{"jouleboard"}, quoted...), " ")
}

type figuresOptions struct {
	Sources sourceFlags
	Texts   textFlags
	Out     string `flag:"out,o" help:"output {DIR}"`
	Only    string `flag:"only" help:"{NAME} of a figure or post: draw only these"`
	NoCache bool   `flag:"no-cache" old:"every build renders again"`
}

// figures draws what the texts declare. A fault in one of them fails the command, after the others are drawn.
func (c *console) figures(ctx context.Context, o figuresOptions) error {
	collectAt(400) // figures need little memory, and an eighth of their time was spent on collecting it
	texts, ds, err := c.withTexts(ctx, o.Texts, o.Sources)
	if err != nil {
		return err
	}
	selected := site.SelectTexts(ds.Dataset, texts)
	drawn, err := c.drawFigures(ctx, selected, texts.Site.Colors, o)
	if err != nil {
		return err
	}
	for _, left := range selected.Texts().LeftOut {
		c.note("%s", left)
	}
	c.note("%s: %s", o.Out, units.Counted(drawn, "figure"))
	return faulty(selected.Texts().Faults)
}

func (c *console) drawFigures(ctx context.Context, s site.Selection, colors content.Colors, o figuresOptions) (int, error) {
	charts, err := renderer(colors)
	if err != nil {
		return 0, err
	}
	if err := filetree.Inside(o.Out); err != nil {
		return 0, err
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return 0, fmt.Errorf("--out %w; give a directory that can be written", err)
	}
	return site.Figures(ctx, s, charts, o.Only, func(name string, content []byte) error {
		return os.WriteFile(filepath.Join(o.Out, name), content, 0o644)
	})
}

// faulty is the faults of texts as an error, nil without any.
func faulty(faults content.Errors) error {
	if len(faults) == 0 {
		return nil
	}
	return errors.Join(fmt.Errorf("%s in pages and posts, none of which is in the figures", units.Counted(len(faults), "error")), faults)
}
