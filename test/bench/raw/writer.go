package main

import (
	"bufio"
	"cmp"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// writer writes indented JSON as the benchmark does, piece by piece.
type writer struct {
	*bufio.Writer
	flat    bool // without white space
	depth   int
	begun   bool // the innermost object or list has an element
	scratch []byte
}

func writeFile(name string, content func(*writer)) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := &writer{Writer: bufio.NewWriterSize(file, 1<<20)}
	content(w)
	return cmp.Or(w.Flush(), file.Close())
}

// next goes to the place of the next element.
func (w *writer) next() {
	if w.begun {
		w.WriteByte(',')
	}
	w.line()
	w.begun = true
}

func (w *writer) line() {
	if !w.flat {
		w.WriteByte('\n')
		for range w.depth {
			w.WriteString("  ")
		}
	}
}

// key begins a member of an object.
func (w *writer) key(name string) {
	w.next()
	w.WriteByte('"')
	w.WriteString(name)
	w.WriteString(`":`)
	if !w.flat {
		w.WriteByte(' ')
	}
}

// open and shut are the brackets of an object or list.
func (w *writer) open(bracket byte) {
	w.WriteByte(bracket)
	w.depth++
	w.begun = false
}

func (w *writer) shut(bracket byte) {
	w.depth--
	w.line()
	w.WriteByte(bracket)
	w.begun = true
}

func (w *writer) number(x float64) {
	w.scratch = strconv.AppendFloat(w.scratch[:0], x, 'f', -1, 64)
	if x != 0 && !strings.Contains(string(w.scratch), ".") {
		w.scratch = append(w.scratch, ".0"...)
	}
	w.Write(w.scratch)
}

func (w *writer) numberAt(key string, x float64) {
	w.key(key)
	w.number(x)
}

func (w *writer) intAt(key string, n int) {
	w.key(key)
	w.WriteString(strconv.Itoa(n))
}

// rawAt writes a value as it stands.
func (w *writer) rawAt(key, value string) {
	w.key(key)
	w.WriteString(value)
}
