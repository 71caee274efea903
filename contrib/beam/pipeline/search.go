package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// searchFn lists the results files of all roots.
type searchFn struct {
	Plan Plan

	files, bytes beam.Counter
}

func (f *searchFn) Setup() {
	f.files, f.bytes = beam.NewCounter(counters, "files_found"), beam.NewCounter(counters, "bytes_found")
}

// ProcessElement emits each place, and what could not be searched as one
// document, which is there even when it is empty: the last step begins with it.
func (f *searchFn) ProcessElement(ctx context.Context, _ []byte, place, missed func(string)) error {
	places, problems, err := search(ctx, f.Plan)
	if err != nil {
		return err
	}
	for _, p := range places {
		text, err := json.Marshal(p)
		if err != nil {
			return err
		}
		f.files.Inc(ctx, 1)
		f.bytes.Inc(ctx, p.Size)
		place(string(text))
	}
	text, err := json.Marshal(problems)
	missed(string(text))
	return err
}

// search finds the places of all roots, and for each root what could not be
// searched.
func search(ctx context.Context, p Plan) (places []raw.Place, problems [][]data.Problem, err error) {
	problems = make([][]data.Problem, len(p.Results))
	var local []string
	var numbers []int // of the local roots
	seen := map[string]bool{}
	for i, root := range p.Results {
		switch {
		case !remote(root):
			local, numbers = append(local, root), append(numbers, i)
		case !seen[root]:
			seen[root] = true
			found, strays, err := searchRemote(ctx, p, i)
			if err != nil {
				return nil, nil, err
			}
			places, problems[i] = append(places, found...), strays
		}
	}
	if len(local) == 0 {
		return places, problems, nil
	}
	tree, err := raw.Find(ctx, local, p.options(""))
	if err != nil {
		return nil, nil, err
	}
	for _, place := range tree.Places {
		place.Root = numbers[place.Root]
		places = append(places, place)
	}
	for k, i := range numbers {
		problems[i] = tree.Problems[k]
	}
	return places, problems, nil
}

// searchRemote lists the places of a root on another file system.
func searchRemote(ctx context.Context, p Plan, root int) (places []raw.Place, strays []data.Problem, err error) {
	s, err := open(ctx, p.Results[root])
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	for _, domain := range raw.Domains {
		names, err := s.under(ctx, domain, deepestRun-1)
		if err != nil {
			return nil, nil, err
		}
		for _, name := range names {
			if path.Base(name) != "results.json" || raw.Ignored(name) {
				continue
			}
			place, ok := raw.PlaceOf(name)
			if !ok {
				strays = append(strays, raw.Stray(name))
			}
			if !ok || !p.wants(place.Task) {
				continue
			}
			if place.Size, err = s.Size(ctx, join(s.at, name)); err != nil {
				place.Size = 0 // it vanished; who reads it says so
			}
			place.Root = root
			places = append(places, place)
		}
	}
	if len(places) == 0 {
		return nil, nil, fmt.Errorf("%s: no raw results: give the benchmark's root, which holds llm or diffusion", s.at)
	}
	return places, strays, nil
}

func (p Plan) wants(task string) bool { return len(p.Tasks) == 0 || slices.Contains(p.Tasks, task) }
