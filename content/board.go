package content

// Board declares a leaderboard in a text, or the sentence with its main result.
type Board struct {
	Task  string // its id, "" for the first board of the site
	Limit int    // models, 0 for all
	Keys
}

// ReadBoard reads the YAML of a board or an answer block. Its error is of type [Errors].
func ReadBoard(src Markdown) (Board, error) {
	return readBlock(src, func(n *node, errs *Errors) Board {
		e := entryOf(n, keysOf("board"), errs)
		return Board{Task: e.text("task"), Limit: int(e.number("limit")), Keys: e.places()}
	})
}
