// Package hub answers: where is the file of a dataset on the Hugging Face Hub?
//
// A [Client] resolves the revision of a [Repo] to a commit, lists the files of
// that [Snapshot] and brings them into a cache on disk, which it shares with the
// Python client: the same directories, names, links and locks. What is in the
// cache is found without a request where the revision is a commit or the client
// is offline.
//
// A file appears in a snapshot only when it is whole: its size and hash are
// those that the hub states. A download that breaks goes on where it broke, also
// in the next process.
//
// The package knows no run and reads no file that it fetches. Nothing that it
// returns, says or writes holds the access token.
package hub
