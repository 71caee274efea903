package filetree

import (
	"bytes"
	"errors"
)

// ErrEmpty is the error of a file without content.
var ErrEmpty = errors.New("the file is empty; fetch or write it again")

// strangers are the beginnings of files that are often met under the name of a text, with what they are.
var strangers = []struct{ begins, fault string }{
	{"\x1f\x8b", "is compressed with gzip; unpack it"},
	{"\x28\xb5\x2f\xfd", "is compressed with zstd; unpack it"},
	{"PK\x03\x04", "is a ZIP archive or an Excel file; unpack it, or save it as CSV"},
	{"PAR1", "is a Parquet file; name it so"},
	{"ARROW1", "is an Arrow file; name it so"},
	{"%PDF-", "is a PDF"},
	{"version https://git-lfs", "is a pointer of Git LFS; run git lfs pull"},
	{"<!DOCTYPE", "is a page of HTML; fetch the file itself"},
	{"<html", "is a page of HTML; fetch the file itself"},
}

// TextStart returns the length in bytes of the byte order mark with which a text file begins, given its first 64
// bytes. An empty file, a file in an encoding other than UTF-8 and one that is evidently no text are errors.
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
	for _, s := range strangers {
		if bytes.HasPrefix(bytes.ToLower(head[mark:min(len(head), 64)]), bytes.ToLower([]byte(s.begins))) {
			return 0, errors.New(s.fault)
		}
	}
	return mark, nil
}
