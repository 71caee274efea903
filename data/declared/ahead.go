package declared

// ahead are the rows of a file, which are read while those before them are taken in, since both take about as long.
type ahead[T any] struct {
	batches chan []T
	batch   []T
	quit    chan struct{}
	err     error // of the file, behind its last row
}

const rowsAtOnce = 1000

// readAhead reads the rows that each yields, as many at once as full says of their number.
func readAhead[T any](full func(rows int) bool, each func(yield func(T) bool) error) *ahead[T] {
	a := &ahead[T]{batches: make(chan []T), quit: make(chan struct{})}
	go func() {
		defer close(a.batches)
		var batch []T
		send := func() bool {
			select {
			case a.batches <- batch:
				batch = make([]T, 0, cap(batch))
				return true
			case <-a.quit:
				return false
			}
		}
		a.err = each(func(row T) bool {
			batch = append(batch, row)
			return !full(len(batch)) || send()
		})
		if len(batch) > 0 {
			send()
		}
	}()
	return a
}

// take gives the next row; more is false behind the last, with the error of the file.
func (a *ahead[T]) take() (row *T, more bool, err error) {
	for len(a.batch) == 0 {
		if a.batch, more = <-a.batches; !more {
			return nil, false, a.err
		}
	}
	row, a.batch = &a.batch[0], a.batch[1:]
	return row, true, nil
}

// close waits until the file is no longer read.
func (a *ahead[T]) close() {
	close(a.quit)
	for range a.batches {
	}
}
