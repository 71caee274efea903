package raw

import "slices"

// Options configure loading; the zero value loads all runs, including unstable ones, and validates every file
// completely.
type Options struct {
	// Tasks are the tasks to load; none means all. The stability of other tasks is not judged: no rule applies across
	// tasks.
	Tasks []string
	// ConfigDir is the directory that contains vllm and xdit, "" for the directory configs of each root. A directory
	// of one kind (…/vllm) serves that kind.
	ConfigDir string
	// Workers is the number of files read in parallel, 0 for the number of CPUs.
	Workers int
	// StableOnly leaves out the LLM runs that failed the stability rules, after these were applied to all runs.
	StableOnly bool
	// Fast stops reading a file after the last needed value: the rest is not validated. See docs/raw-differences.md.
	Fast bool
	// FollowLinks reads files and directories through symbolic links that lead
	// out of their root. Without it such a link is a problem.
	FollowLinks bool
	// Linked are the roots, as given, in which all links are followed: snapshots of a download cache, whose files are
	// links to their contents.
	Linked []string
	// NoLengths leaves out the output lengths of the runs, which are needed for histograms and take most of the
	// memory for a large corpus.
	NoLengths bool
	// Within reads the variation during each run, from which an interval of its energy per output is computed:
	// data.Dataset.Within.
	Within bool
	// Progress, unless nil, is called with the number of files and bytes read, and their totals. It is called by one
	// goroutine at a time.
	Progress func(done, total int, bytes int64)
}

// follows reports whether links may lead out of a root.
func (o Options) follows(root string) bool { return o.FollowLinks || slices.Contains(o.Linked, root) }
