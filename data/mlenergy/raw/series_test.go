package raw

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cut is values in chunks of random length.
func cut(r *rand.Rand, values []float64) series {
	var chunks [][]float64
	for len(values) > 0 {
		k := 1 + r.IntN(min(len(values), 1000))
		chunks, values = append(chunks, values[:k]), values[k:]
	}
	return slices.Values(chunks)
}

// plainSum is the pairwise sum over one slice.
func plainSum(a []float64) float64 {
	if len(a) <= block {
		return sumBlock(a)
	}
	half := len(a)/2 - len(a)/2%8
	return plainSum(a[:half]) + plainSum(a[half:])
}

func TestTheMeanDoesNotDependOnChunks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 7, 8, 9, 127, 128, 129, 136, 1000, 32768, 100_003} {
		values := make([]float64, n)
		for i := range values {
			values[i] = r.ExpFloat64()
		}
		if got, want := mean(cut(r, values), uint64(n)), plainSum(values)/float64(n); got != want {
			t.Errorf("%d values: got %v, want %v", n, got, want)
		}
	}
}

func TestRanksAreThoseOfTheSortedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	makers := map[string]func() float64{
		"spread":  func() float64 { return r.ExpFloat64() },
		"close":   func() float64 { return 0.01 + r.Float64()*1e-9 },
		"equal":   func() float64 { return 0.0125 },
		"two":     func() float64 { return []float64{0.5, math.Nextafter(0.5, 1)}[r.IntN(2)] },
		"extreme": func() float64 { return []float64{5e-324, 1, math.MaxFloat64}[r.IntN(3)] },
	}
	var x ranker
	for name, maker := range makers {
		for _, n := range []int{1, 2, 3, 100, sorted + 1, 70_000, 2*most + 5} {
			values := make([]float64, n)
			for i := range values {
				values[i] = maker()
			}
			got := x.percentiles(cut(r, values), uint64(n), 0, 50, 90, 95, 99, 100)
			slices.Sort(values)
			for i, q := range []float64{0, 50, 90, 95, 99, 100} {
				low, high, between := position(uint64(n), q)
				if want := lerp(values[low], values[high], between); got[i] != want {
					t.Errorf("%s, %d values: P%v: got %v, want %v", name, n, q, got[i], want)
				}
			}
		}
	}
}

// Both halves of the way between two values have a formula of their own, as in NumPy's percentile.
func TestPercentilesRoundAsNumPyDoes(t *testing.T) {
	for share, want := range map[float64]float64{0.585: 0.43359500000000006, 0.25: 0.59875, 1: 0.229, 0: 0.722} {
		if got := lerp(0.722, 0.229, share); got != want {
			t.Errorf("%v of the way: %v, want %v", share, got, want)
		}
	}
}

// manyLatencies is a results.json whose latencies fill several chunks.
func manyLatencies(r *rand.Rand, requests, tokens int) string {
	var b strings.Builder
	b.WriteString(`{"steady_state_duration": 30, "steady_state_energy": 100, "steady_state_energy_per_token": 1, "results": [`)
	for i := range requests {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(`{"itl": [0`)
		for range tokens {
			if r.IntN(20) == 0 {
				b.WriteString(",0")
			} else {
				fmt.Fprintf(&b, ",%v", r.ExpFloat64()/100)
			}
		}
		fmt.Fprintf(&b, `], "success": %v, "output_len": %d}`, r.IntN(4) > 0, tokens)
	}
	b.WriteString("]}")
	return b.String()
}

// one is a tree with one run, whose file holds the content.
func one(t *testing.T, content string) *Tree {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"llm/h/current/run/s/gpqa/results/o/m/H/num_gpus+1+max_num_seqs+8/results.json": content,
		"configs/vllm/gpqa/o/m/model_info.json":                                         `{"total_parameters_billion": 1}`,
		"configs/vllm/gpqa/o/m/H/monolithic.config.yaml":                                "a: 1",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := Find(context.Background(), []string{root}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestAFileThatDoesNotFitIntoMemoryGivesTheSameRun(t *testing.T) {
	for name, content := range map[string]string{
		"many requests": manyLatencies(rand.New(rand.NewPCG(5, 6)), 300, 700),
		"one request":   manyLatencies(rand.New(rand.NewPCG(9, 6)), 2, 150_000),
	} {
		t.Run(name, func(t *testing.T) {
			tree := one(t, content)
			configs, err := tree.configs(Options{})
			if err != nil {
				t.Fatal(err)
			}
			whole := newDecoder(tree, configs, newPool(), Options{}).decode(tree.Places[0])
			if whole.LLM == nil {
				t.Fatal(whole.Problems)
			}
			for _, chunks := range []int{0, 1, 3} {
				d := newDecoder(tree, configs, &pool{most: chunks}, Options{})
				spilt := d.decode(tree.Places[0])
				if spilt.LLM == nil || *spilt.LLM != *whole.LLM {
					t.Errorf("%d chunks: got %+v, want %+v", chunks, spilt.LLM, whole.LLM)
				}
				if d.pool().given-len(d.pool().free) != 0 {
					t.Errorf("%d chunks: %d were not given back", chunks, d.pool().given-len(d.pool().free))
				}
			}
		})
	}
}

func (d *decoder) pool() *pool { return d.itl.pool }

func TestAStoreTakesBackWhatAFailedRequestPut(t *testing.T) {
	s := newStore(newPool())
	for _, kept := range []int{0, 5, chunkLen - 5, chunkLen, 3*chunkLen + 7} {
		s.putAll(make([]float64, kept))
		count := s.count
		for _, failed := range []int{1, chunkLen, 2*chunkLen + 3} {
			s.open()
			s.putAll(slices.Repeat([]float64{1}, failed))
			s.revoke()
		}
		held := 0
		for chunk := range s.chunks {
			held += len(chunk)
			if slices.Contains(chunk, 1) {
				t.Fatal("a value of a failed request is still there")
			}
		}
		if s.count != count || held != int(count) {
			t.Errorf("got %d values, %d counted, want %d", held, s.count, count)
		}
	}
}
