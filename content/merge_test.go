package content

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/data/yamltree"
)

// over is the embedded content with a publisher's files: names and texts in turn.
func over(t *testing.T, named ...string) (Content, error) {
	t.Helper()
	folder := fstest.MapFS{}
	for i := 0; i < len(named); i += 2 {
		folder[named[i]] = &fstest.MapFile{Data: []byte(named[i+1])}
	}
	return Over(folder)
}

func must(t *testing.T, named ...string) Content {
	t.Helper()
	c, err := over(t, named...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestOneDeadlineChangesNoOther(t *testing.T) {
	base := load(t)
	c := must(t, "tasks.yaml", "tasks:\n  - {id: gpqa, deadline: 100 ms}\n")
	if len(c.Tasks) != len(base.Tasks) {
		t.Fatalf("%d tasks, want %d", len(c.Tasks), len(base.Tasks))
	}
	for i, task := range c.Tasks {
		want := base.Tasks[i]
		if want.ID == "gpqa" {
			want.Deadline = 100
		}
		want.About.File = BuiltIn + want.About.File
		if task != want {
			t.Errorf("%s: got %+v, want %+v", task.ID, task, want)
		}
	}
}

func TestEntriesJoinTheBuiltInOnes(t *testing.T) {
	base := load(t)
	c := must(t, "gpus.yaml", strings.ReplaceAll(goodGPU, "H100", "X1"), "tasks.yaml", `tasks:
  - {id: video-chat, remove: true}
  - id: ours
    before: gpqa
    group: llm
    name: Ours
    title: Ours
    summary: S.
    output: token
    deadline: 20 ms
    percentile: p90
    about: A.
  - {id: text-to-video, before: text-to-image}
`)
	if len(c.GPUs) != len(base.GPUs)+1 || c.GPUs[len(base.GPUs)].Model != "X1" {
		t.Errorf("%d GPUs", len(c.GPUs))
	}
	var ids []string
	for _, task := range c.Tasks {
		ids = append(ids, task.ID)
	}
	if got := strings.Join(ids, " "); got != "ours gpqa lm-arena-chat sourcegraph-fim image-chat text-to-video text-to-image" {
		t.Errorf("got %s", got)
	}
}

func TestANameOfOnesOwnInheritsNoIdentity(t *testing.T) {
	c := must(t, "site.yaml", "name: Our Board\nuncertainty: {between_runs_percent: 3}\n")
	want := Site{Name: "Our Board", Data: DataSource{Name: "Our Board"}}
	if s := c.Site; s.Data != want.Data || s.Report != "" || s.Repository != "" || s.License != "" || len(c.Announcements) > 0 {
		t.Errorf("got %+v", s)
	}
	if u := c.Site.Uncertainty; u.BetweenRuns != 3 || u.Sensor != 5 || u.SensorSource == "" {
		t.Errorf("got %+v", u)
	}
	kept := must(t, "site.yaml", "description: Ours\n").Site
	if kept.Name != load(t).Site.Name || kept.Data != load(t).Site.Data || kept.Description != "Ours" {
		t.Errorf("got %+v", kept)
	}
	if single := must(t, "site.yaml", "data: {name: Other}\n").Site.Data; single != (DataSource{Name: "Other"}) {
		t.Errorf("data of several: %+v", single)
	}
}

func TestBuiltInPartsAreTakenAway(t *testing.T) {
	c := must(t, "site.yaml",
		"builtin: {posts: false, pages: [methods], gpus: [H100], comparisons: false, announcements: true, footer: false}\n",
		"pages/team.md", "---\ntitle: Team\ndescription: Us.\n---\nWe.\n")
	if len(c.Posts) > 0 || len(c.Pages) != 2 || c.Pages[0].Slug != "methods" || c.Pages[1].Title != "Team" {
		t.Errorf("%d posts, pages %+v", len(c.Posts), c.Pages)
	}
	if len(c.GPUs) != 1 || len(c.Comparisons) > 0 || len(c.Announcements) == 0 || len(c.Site.Footer) > 0 || len(c.Tasks) == 0 {
		t.Errorf("got %+v", c)
	}
}

func TestAPageChangesInPart(t *testing.T) {
	base, _ := load(t).Page("methods")
	c := must(t, "pages/methods.md", "---\ntitle: How we measure\n---\n", "pages/about.md", "---\nremove: true\n---\n")
	p, ok := c.Page("methods")
	if !ok || p.Title != "How we measure" || p.Description != base.Description || p.Body.Text != base.Body.Text {
		t.Errorf("got %q, %q", p.Title, p.Description)
	}
	if _, there := c.Page("about"); there {
		t.Error("a page that is taken away is there")
	}
}

func TestSettingsOfAFileGoOverTheFolders(t *testing.T) {
	c, err := Over(fstest.MapFS{"site.yaml": {Data: []byte("name: A\ndescription: B\n")}}, File{"mine.yaml", []byte("description: C\n")})
	if err != nil || c.Site.Name != "A" || c.Site.Description != "C" {
		t.Errorf("got %+v, %v", c.Site, err)
	}
}

func TestFaultsOfMergedFilesNameTheirOwn(t *testing.T) {
	_, err := over(t,
		"site.yaml", "report: https://example.org/\nlogs: x.svg\nuncertainty: {between_runs_percent: 100}\ncredit: maybe\n",
		"tasks.yaml", "tasks:\n  - {id: gpqa, group: diffusion}\n  - {id: gqpa, remove: true}\n  - {id: x, before: gpqa}\n",
		"gpus.yaml", "gpus:\n  - {model: H100, tdp_watts: -1}\n  - {model: H100}\n")
	want := `built-in tasks.yaml:20: deadline: expected a number above 0 and the unit, such as "30 s", got "50 ms"
gpus.yaml:2: tdp_watts: expected a number above 0, got "-1"
gpus.yaml:3: model: "H100" is already used on line 2; choose another
site.yaml:1: report: add {run} in place of the run's ID
site.yaml:2: unknown key "logs"; did you mean "logo"?
site.yaml:3: between_runs_percent: expected a number below 100, got 100
site.yaml:4: credit: expected true or false, got "maybe"
tasks.yaml:3: remove: there is no other id "gqpa"; did you mean "gpqa"?
`
	if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "tasks.yaml:4: group is missing") {
		t.Errorf("got:\n%v\nwant:\n%s", err, want)
	}
}

func TestSettingsShowWhereTheyComeFrom(t *testing.T) {
	var b strings.Builder
	err := Show(&b, "tasks.yaml", fstest.MapFS{"tasks.yaml": {Data: []byte("tasks:\n  - {id: gpqa, deadline: 100 ms}\n")}})
	for _, want := range []string{`deadline: "100 ms"  # tasks.yaml:2`, `percentile: p50  # built-in tasks.yaml:21`} {
		if err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%v; no %q in\n%.900s", err, want, b.String())
		}
	}
	for _, name := range SettingsFiles() {
		b.Reset()
		if err := Show(&b, name, nil); err != nil {
			t.Fatal(err)
		}
		var errs Errors
		if again := yamltree.ReadMapping(name, []byte(b.String()), 0, &errs); again == nil {
			t.Errorf("%s: %v in\n%s", name, errs, b.String())
		}
	}
}
