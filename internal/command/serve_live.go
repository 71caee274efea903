package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
)

// live tells open pages, as server-sent events, which build they should show and what is
// wrong with the sources since.
type live struct {
	mu   sync.Mutex
	said said
	next chan struct{} // closed by the next build
}

type said struct {
	Build int    `json:"build"`
	Fault string `json:"fault,omitempty"` // why a later build failed
}

func newLive() *live { return &live{said: said{Build: 1}, next: make(chan struct{})} }

// tell announces the end of a build: a new site, or an error that left the old one.
func (l *live) tell(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.said.Fault = err.Error()
	} else {
		l.said = said{Build: l.said.Build + 1}
	}
	close(l.next)
	l.next = make(chan struct{})
}

func (l *live) state() (now said, next chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said, l.next
}

func (l *live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		now, next := l.state()
		if err := send(w, now); err != nil {
			return
		}
		select {
		case <-next:
		case <-r.Context().Done():
			return
		}
	}
}

func send(w http.ResponseWriter, now said) error {
	line, err := json.Marshal(now)
	if err == nil {
		_, err = fmt.Fprintf(w, "data: %s\n\n", line)
	}
	return errors.Join(err, http.NewResponseController(w).Flush())
}
