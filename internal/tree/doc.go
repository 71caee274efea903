// Package tree replaces a directory of generated files.
//
// A [Writer] collects the files that differ in a staging directory next to the output directory, on the same file
// system. If they are few, [Writer.Commit] moves them into the output directory, one by one, in some milliseconds: what
// is new first, what is no longer there last. Else it links those that stay to the staging directory, and exchanges the
// two in one step. If the process is killed, the output directory is the complete old or new tree; if it is killed
// while it moves files, or on systems that cannot exchange two directories in one step, the next [Open] makes it
// complete. (This does not cover power failures: nothing here waits for the disk.)
//
// Files that the program did not write are never deleted. Each tree contains a list of its files, [Marker]. A
// directory that is not empty and has no such list is rejected, unless it contains only .git, CNAME, .nojekyll or
// README.md. Other files in a tree with such a list (a CNAME, a .git) are moved to the next tree.
//
// Names while a build runs, for an output directory “public”: everything is in “.public.jouleboard” next to it, with
// “lock”, “new” (being written), “patch” (being moved) and “old” (replaced, being deleted). This directory is removed at the end.
//
// The package is independent of the contents of the files.
package tree
