package hubtest

import (
	"net/http"
	"strconv"
	"strings"
)

// Fault responds to the next request in place of the server.
type Fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

// broken is a fault that meets some requests.
type broken struct {
	match string
	times int
	fault Fault
}

// Break makes the next requests fail whose line (method, host, path and range) contains match; times is their number,
// negative for all.
func (s *Server) Break(match string, times int, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.breaks = append(s.breaks, &broken{match, times, f})
}

// Mend removes all faults.
func (s *Server) Mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.breaks = nil
}

// fault is the one that meets a request, nil for none.
func (s *Server) fault(r Request) Fault {
	for _, b := range s.breaks {
		if b.times != 0 && strings.Contains(r.String(), b.match) {
			b.times--
			return b.fault
		}
	}
	return nil
}

// Status responds with a status and headers, given as name and value in turn.
func Status(status int, headers ...string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
	}
}

// Redirect redirects to another address.
func Redirect(to string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { redirect(w, to, http.StatusFound) }
}

// Loop redirects to the requested address.
func Loop(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	redirect(w, r.URL.RequestURI(), http.StatusFound)
}

// Cut breaks the connection after a number of bytes of content.
func Cut(after int64) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(&writer{ResponseWriter: w, left: after, end: abort}, r)
	}
}

// Hang stops after a number of bytes of content until the client disconnects.
func Hang(after int64) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(&writer{ResponseWriter: w, left: after, end: func() {
			<-r.Context().Done()
			abort()
		}}, r)
	}
}

func abort() { panic(http.ErrAbortHandler) }

// WithoutRanges responds to a request for a part with the whole content.
func WithoutRanges(w http.ResponseWriter, r *http.Request, next http.Handler) {
	r.Header.Del("Range")
	next.ServeHTTP(w, r)
}

// Content responds with other content.
func Content(text string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		w.Write([]byte(text))
	}
}

// Without leaves headers out.
func Without(names ...string) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(&writer{ResponseWriter: w, left: 1 << 62, without: names}, r)
	}
}

// writer passes on a bounded content and chosen headers.
type writer struct {
	http.ResponseWriter
	left    int64
	end     func()
	without []string
}

func (w *writer) WriteHeader(status int) {
	for _, name := range w.without {
		w.Header().Del(name)
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *writer) Write(p []byte) (int, error) {
	if int64(len(p)) < w.left {
		w.left -= int64(len(p))
		return w.ResponseWriter.Write(p)
	}
	n, err := w.ResponseWriter.Write(p[:w.left])
	w.left = 0
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
	if err == nil && w.end != nil {
		w.end()
	}
	return n, err
}
