package tree

// Memory is a tree that is kept in memory. It accepts the names that a [Writer] accepts; the zero value is empty.
// Several goroutines can call its methods.
type Memory struct {
	// NamesOnly keeps no content.
	NamesOnly bool

	names
	content map[string]string
}

// Write adds one file, as [Writer.Write] does.
func (m *Memory) Write(name string, content []byte) error {
	if err := m.claim(name); err != nil {
		return err
	}
	kept := ""
	if !m.NamesOnly {
		kept = string(content)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.content == nil {
		m.content = map[string]string{}
	}
	m.content[name] = kept
	return nil
}

// Files are the contents by name, once all are written.
func (m *Memory) Files() map[string]string { return m.content }
