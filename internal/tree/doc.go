// Package tree answers: how does a directory of generated files replace the one
// before it, all at once?
//
// A [Writer] collects files in a staging directory beside the output directory,
// on the same file system, and [Writer.Commit] swaps the two. Whenever the
// process is killed, the output directory is the old tree or the new one,
// whole; where the system cannot exchange two directories in one step, the next
// [Open] restores it. (A power failure is another matter: nothing here waits
// for the disk.)
//
// What the program did not write is never deleted. Each tree carries a marker,
// [Marker], that lists its files; a directory that holds something and has no
// marker is refused, unless it holds no more than a .git, CNAME, .nojekyll or README.md, and files
// that somebody put into a marked tree (a CNAME, a
// .git) are carried over to the next one.
//
// Names while a build runs, for an output directory “public”: everything stands
// in “.public.jouleboard” beside it, with “lock”, “new” (being written) and
// “old” (swapped out, being cleared). The directory goes away at the end.
//
// It knows nothing of what the files hold.
package tree
