package filetree

import (
	"bytes"
	"errors"
)

// ErrEmpty is the error of a file without content.
var ErrEmpty = errors.New("the file is empty; fetch or write it again")

// TextStart returns the length in bytes of the byte order mark with which a text file begins, given at least its first
// three bytes. An empty file and a file in an encoding other than UTF-8 are errors.
func TextStart(head []byte) (mark int, err error) {
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		mark = 3
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")),
		len(head) > 1 && (head[0] == 0 || head[1] == 0): // without a mark, ASCII in it has a zero in each pair
		return 0, errors.New("is UTF-16; save it as UTF-8")
	}
	if len(head) == 0 {
		return 0, ErrEmpty
	}
	return mark, nil
}
