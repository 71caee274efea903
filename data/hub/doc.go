// Package hub downloads files of datasets on the Hugging Face Hub.
//
// A [Client] resolves the revision of a [Repo] to a commit, lists the files of that [Snapshot] and downloads them to
// a cache on disk, which it shares with the Python client: the same directories, names, links and locks. Files in the
// cache are found without a request if the revision is a commit or the client is offline.
//
// A file appears in a snapshot only when it is complete: its size and hash are those that the hub reports. An
// interrupted download continues where it stopped, also in the next process.
//
// The package is independent of runs and does not read the files that it downloads. None of its results, messages and
// files contains the access token.
package hub
