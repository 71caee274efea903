package site

import (
	"io"
	"os"
	"regexp"
	"sync"

	"github.com/jouleboard/jouleboard/internal/tree"
)

// program identifies the program that runs: by its build ID, which Go's linker makes from the content and writes near the
// beginning of the file, or else by the digest of the file; "" if it cannot be read.
var program = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	head, err := io.ReadAll(io.LimitReader(file, 1<<16))
	if id := buildID.Find(head); id != nil || err != nil {
		return string(id)
	}
	whole, _ := tree.FileAt(name) // zero with an error
	return whole.Sum
})

// buildID is one of a program: four hashes, the last of which is that of the content.
var buildID = regexp.MustCompile(`[\w-]{20}(?:/[\w-]{20}){3}`)
