package content

import (
	"errors"
	"strings"
	"testing"
)

const goodTask = `groups:
  - {id: llm, name: Language}
tasks:
  - id: a
    group: llm
    name: A
    title: A task
    summary: It is one.
    output: token
    deadline: 50 ms
    percentile: p50
    about: Words.
`

func TestEveryFaultIsNamedWithFileLineAndRemedy(t *testing.T) {
	for name, tc := range map[string]struct {
		file, text string
		want       []string
	}{
		"unknown key": {"gpus.yaml", strings.Replace(goodGPU, "tdp_watts", "tdp", 1), []string{
			`gpus.yaml:6: unknown key "tdp"; did you mean "tdp_watts"?`,
		}},
		"several at once": {"gpus.yaml", strings.NewReplacer("700", "-1", "80", "lots", "2022", "22").Replace(goodGPU), []string{
			`gpus.yaml:5: year: expected a whole number from 1990 to 2100, got "22"`,
			`gpus.yaml:6: tdp_watts: expected a number above 0, got "-1"`,
			`gpus.yaml:7: memory_gb: expected a number above 0, got "lots"`,
		}},
		"not a number": {"gpus.yaml", strings.Replace(goodGPU, "700", ".nan", 1), []string{
			`gpus.yaml:6: tdp_watts: expected a number above 0, got ".nan"`,
		}},
		"sensor without a source": {"gpus.yaml", goodGPU + "    sensor: {error_percent: 5}\n", []string{
			`gpus.yaml:10: source is missing; add “source: https://example.org/datasheet”`,
		}},
		"sensor that tells nothing": {"gpus.yaml", goodGPU + "    sensor: {error_percent: 100, source: https://example.org/}\n", []string{
			`gpus.yaml:10: error_percent: expected a number below 100, got 100`,
		}},
		"sensor without an error": {"gpus.yaml", goodGPU + "    sensor: {source: https://example.org/}\n", []string{
			`gpus.yaml:10: error_percent is missing; add “error_percent: 5”`,
		}},
		"twice": {"gpus.yaml", goodGPU + strings.TrimPrefix(goodGPU, "gpus:\n"), []string{
			`gpus.yaml:10: model: "H100" is already used on line 2; choose another`,
		}},
		"key twice": {"gpus.yaml", goodGPU + "    year: 2023\n", []string{
			`gpus.yaml:10: the key "year" is written twice; remove one, or join their values`,
		}},
		"no https": {"gpus.yaml", strings.Replace(goodGPU, "https:", "ftp:", 1), []string{
			`gpus.yaml:9: source: expected an https:// URL, got "ftp://example.org/"`,
		}},
		"negative deadline": {"tasks.yaml", strings.Replace(goodTask, "50 ms", "-50 ms", 1), []string{
			`tasks.yaml:10: deadline: expected a number above 0 and the unit, such as "50 ms", got "-50 ms"`,
		}},
		"deadline of another unit": {"tasks.yaml", strings.Replace(goodTask, "50 ms", "50 s", 1), []string{
			`tasks.yaml:10: deadline: expected a number above 0 and the unit, such as "50 ms", got "50 s"`,
		}},
		"infinite deadline": {"tasks.yaml", strings.Replace(goodTask, "50 ms", "inf ms", 1), []string{
			`tasks.yaml:10: deadline: expected a number above 0 and the unit, such as "50 ms", got "inf ms"`,
		}},
		"unknown group": {"tasks.yaml", strings.Replace(goodTask, "group: llm", "group: audio", 1), []string{
			`tasks.yaml:5: group: unknown "audio"; use one of llm, mllm, diffusion`,
		}},
		"undeclared group": {"tasks.yaml", strings.Replace(goodTask, "group: llm", "group: mllm", 1), []string{
			`tasks.yaml:5: group: "mllm" is not in the list of groups; add it there`,
		}},
		"id no slug": {"tasks.yaml", strings.Replace(goodTask, "id: a", "id: ../A", 1), []string{
			`tasks.yaml:4: id: "../A" is not a valid name for a URL; use a-z, 0-9 and single hyphens`,
		}},
		"empty text": {"tasks.yaml", strings.Replace(goodTask, "name: A", `name: ""`, 1), []string{
			`tasks.yaml:6: name is empty; write “name: My task”`,
		}},
		"nothing after the colon": {"tasks.yaml", strings.Replace(goodTask, "name: A", "name:", 1), []string{
			`tasks.yaml:6: name is empty; write “name: My task”`,
		}},
		"list for text": {"tasks.yaml", strings.Replace(goodTask, "name: A", "name: [a, b]", 1), []string{
			`tasks.yaml:6: name: expected text, got a list; write one value`,
		}},
		"bad date": {"announcements.yaml", "announcements:\n  - {slug: a, date: 2026-02-30, title: T, text: x}\n", []string{
			`announcements.yaml:2: date: expected a date such as 2026-02-16, got "2026-02-30"`,
		}},
		"link elsewhere": {"announcements.yaml", "announcements:\n  - {slug: a, date: 2026-02-03, title: T, text: x, link: //b}\n", []string{
			`announcements.yaml:2: link: expected https://… or a path on this site such as /methods/, got "//b"`,
		}},
		"not a list": {"announcements.yaml", "announcements: none\n", []string{
			`announcements.yaml:1: announcements: expected a list, got "none"; begin each entry with “- ”`,
		}},
		"no title": {"pages/new.md", "---\ndescription: x\n---\ny\n", []string{
			`pages/new.md:2: title is missing; add “title: A title”`,
		}},
		"page's unknown key": {"pages/new.md", "---\ntitle: x\ndescription: y\ntoc: true\n---\n", []string{
			`pages/new.md:4: unknown key "toc"; keys are compare, contents, description, language, remove, requires, select, title`,
		}},
		"page's language": {"pages/new.md", "---\ntitle: x\ndescription: y\nlanguage: d e\n---\n", []string{
			`pages/new.md:4: language: "d e" is not a language tag; write one such as en, de or pt-BR`,
		}},
		"page's flag": {"pages/new.md", "---\ntitle: x\ndescription: y\ncontents: maybe\n---\n", []string{
			`pages/new.md:4: contents: expected true or false, got "maybe"`,
		}},
		"no front matter": {"pages/new.md", "x\n", []string{
			`pages/new.md:1: begin with a line of three hyphens, title: and description:, and again three hyphens`,
		}},
		"title without a description": {"pages/new.md", "# x\n", []string{
			`pages/new.md:1: after the title, write a paragraph that describes the page`,
		}},
		"start of URLs": {"site.yaml", "name: A\ndescription: B\nbase_url: https://lab.example/?page=\n", []string{
			`site.yaml:3: base_url: expected an https:// URL without query string and fragment, with which others can begin, got "https://lab.example/?page="`,
		}},
		"folder of pages": {"site.yaml", "name: A\ndescription: B\npages: ../docs\n", []string{
			`site.yaml:3: pages: "../docs" is not a folder in the content folder; give a path such as docs`,
		}},
		"page in two chapters": {
			"site.yaml",
			"name: A\ndescription: B\nsidebar:\n- {id: a, title: A, pages: [about, abuot]}\n- {id: b, title: B, pages: [about]}\n",
			[]string{
				`site.yaml:4: pages: there is no page "abuot"; did you mean "about"?`,
				`site.yaml:5: pages: "about" is in two chapters; remove it from one`,
			},
		},
		"description with markup": {"pages/new.md", "# x\n\nSee [y](z.md).\n", []string{
			`pages/new.md:3: the paragraph after the title describes the page to search engines too: write it without links and other markup`,
		}},
		"page's name": {"pages/New Page.md", "---\ntitle: x\ndescription: y\n---\n", []string{
			`pages/New Page.md: the file name becomes part of the URL: use a-z, 0-9 and single hyphens`,
		}},
		"empty file": {"gpus.yaml", "# nothing\n", []string{
			`gpus.yaml:1: expected one YAML document of “key: value” lines`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(with(t, tc.file, tc.text))
			var faults Errors
			if !errors.As(err, &faults) {
				t.Fatalf("got %v, want faults", err)
			}
			if faults.Error() != strings.Join(tc.want, "\n") {
				t.Errorf("got:\n%v\nwant:\n%s", faults, strings.Join(tc.want, "\n"))
			}
		})
	}
}

const goodGPU = `gpus:
  - model: H100
    name: NVIDIA H100
    architecture: Hopper
    year: 2022
    tdp_watts: 700
    memory_gb: 80
    bandwidth_tb_per_s: 3.35
    source: https://example.org/
`

func TestGoodFilesOfTheFaultTableLoad(t *testing.T) {
	if g := loadText(t, "gpus.yaml", goodGPU).GPUs; len(g) != 1 || g[0].Year != 2022 || g[0].Bandwidth != 3.35 {
		t.Errorf("got %+v", g)
	}
	if c := loadText(t, "tasks.yaml", goodTask); len(c.Tasks) != 1 || c.Tasks[0].About.Text != "Words." {
		t.Errorf("got %+v", c.Tasks)
	}
}
