package openg2g

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Select returns the runs of the model. Like the simulator it considers only task, model, GPU, number of GPUs and
// batch size; see [Spec.Differences].
func (s Spec) Select(runs data.LLMRuns) data.LLMRuns {
	sizes := lists.Map(s.BatchSizes, data.Exactly)
	return runs.Task(s.Task).Model(s.ModelID).GPU(s.GPUModel).NumGPUs(data.Exactly(s.GPUsPerReplica)).Batch(sizes...)
}

// Differences describes how precision, tensor and expert parallelism of the runs differ from the specification, in
// one sentence each. Such runs are pooled anyway.
func (s Spec) Differences(runs data.LLMRuns) (sentences []string) {
	for _, d := range []struct {
		key, want string
		got       func(data.LLMRun) string
	}{
		{"precision", s.Precision, func(r data.LLMRun) string { return r.WeightPrecision }},
		{"tensor_parallel", fmt.Sprint(s.TensorParallel), func(r data.LLMRun) string { return fmt.Sprint(r.TensorParallel) }},
		{"expert_parallel", fmt.Sprint(s.ExpertParallel), func(r data.LLMRun) string { return fmt.Sprint(r.ExpertParallel) }},
	} {
		found := lists.Ascending(data.Column(runs, d.got))
		if len(found) > 0 && !slices.Equal(found, []string{d.want}) {
			sentences = append(sentences, fmt.Sprintf("%s is %s in the specification and %s in the runs", d.key, d.want, strings.Join(found, ", ")))
		}
	}
	return sentences
}
