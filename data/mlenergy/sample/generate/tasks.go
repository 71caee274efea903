package main

// task is what language models are asked to do, with invented lengths in the
// range of published benchmarks of the same kind.
type task struct {
	id, suite, dataset string

	input      float64 // mean tokens of a request, images and video included
	output     float64 // median tokens of an answer
	spread     float64 // sigma of the answers' lognormal length
	prompts    int     // distinct requests
	mostRepeat int     // how often the set is sent at most
	batches    []int
}

var tasks = []task{
	{"gpqa", "llm", "dataset_subset+gpqa_diamond+dataset_split+train", 220, 2600, 0.6, 66, 32, []int{1, 8, 32, 64, 128, 256}},
	{"lm-arena-chat", "llm", "dataset_split+train", 110, 480, 0.8, 96, 32, []int{8, 32, 128, 256, 512, 1024}},
	{"sourcegraph-fim", "llm", "dataset_split+train", 1900, 210, 0.7, 96, 16, []int{8, 32, 128, 512, 1024}},
	{"image-chat", "mllm", "dataset_split+train", 1300, 380, 0.7, 96, 32, []int{8, 32, 64, 128, 256, 512}},
	{"video-chat", "mllm", "dataset_split+train", 5200, 300, 0.7, 64, 16, []int{8, 16, 32, 64, 128, 256}},
}

func taskNamed(id string) *task {
	for i := range tasks {
		if tasks[i].id == id {
			return &tasks[i]
		}
	}
	panic("generate: no task " + id)
}
