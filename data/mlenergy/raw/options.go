package raw

import "slices"

// Options say what to load and how; the zero value loads every run, unstable
// ones too, and validates every file as a whole.
type Options struct {
	// Tasks are the tasks to load; none means all. Stability of other tasks is
	// neither needed nor judged: no rule reaches across tasks.
	Tasks []string
	// ConfigDir is the directory that holds vllm and xdit, "" for configs below
	// each root. A directory of one kind (…/vllm) serves that kind.
	ConfigDir string
	// Workers is how many files are read at once, 0 for one a processor.
	Workers int
	// StableOnly leaves out the LLM runs that failed the stability rules, after
	// these were applied to all.
	StableOnly bool
	// Fast stops reading a file behind the last value that is needed: what
	// follows is not validated. See docs/raw-differences.md.
	Fast bool
	// FollowLinks reads files and directories through symbolic links that lead
	// out of their root. Without it such a link is a problem.
	FollowLinks bool
	// Linked are the roots, as given, for which links are followed in any case:
	// snapshots of a download cache, whose files are all links to their contents.
	Linked []string
	// NoLengths leaves out the output lengths of the runs, which histograms need
	// and which take the most memory of a large corpus.
	NoLengths bool
	// Within reads what varied during each run, from which follows an interval of
	// its energy per output: data.Dataset.Within.
	Within bool
	// Progress, unless nil, is told how many files and bytes of how many files
	// were read. It is called by one goroutine at a time.
	Progress func(done, total int, bytes int64)
}

// follows reports whether links may lead out of a root.
func (o Options) follows(root string) bool { return o.FollowLinks || slices.Contains(o.Linked, root) }
