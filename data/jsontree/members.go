package jsontree

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Members is a JSON object as [Each] reads it: of very many small objects a list takes a fraction of the time and memory of a
// map. It may be read by one goroutine at a time.
type Members struct {
	list   []Member
	sorted bool
}

// Member is a key of an object and its value: *Members, []any, string, float64, bool or nil.
type Member struct {
	Key   string
	Value any
}

// ObjectOf is an object of these members, whose keys differ.
func ObjectOf(list []Member) *Members { return &Members{list: list} }

// few members are looked through one by one.
const few = 16

// Get returns the value of a key; ok is false if there is none.
func (m *Members) Get(key string) (value any, ok bool) {
	if len(m.list) <= few {
		return m.At(key, new(int))
	}
	i, found := slices.BinarySearchFunc(m.All(), key, func(m Member, key string) int { return cmp.Compare(m.Key, key) })
	if !found {
		return nil, false
	}
	return m.list[i].Value, true
}

// At is [Members.Get] for a key that is probably at place *at, as in the object before; *at becomes its place.
func (m *Members) At(key string, at *int) (value any, ok bool) {
	if *at < len(m.list) && m.list[*at].Key == key {
		return m.list[*at].Value, true
	}
	if len(m.list) > few {
		return m.Get(key)
	}
	for i := range m.list {
		if m.list[i].Key == key {
			*at = i
			return m.list[i].Value, true
		}
	}
	return nil, false
}

// All returns the members in the order of their keys.
func (m *Members) All() []Member {
	if !m.sorted {
		slices.SortStableFunc(m.list, func(a, b Member) int { return cmp.Compare(a.Key, b.Key) })
		m.sorted = true
	}
	return m.list
}

// MarshalJSON writes the object with its keys in order, as encoding/json writes a map.
func (m *Members) MarshalJSON() ([]byte, error) {
	return json.Marshal(asMap(m.list))
}

func asMap(list []Member) map[string]any {
	return lists.By(list, func(m Member) (string, any) { return m.Key, m.Value })
}

// Room is memory of objects. Its zero value is empty.
type Room struct {
	members []Member
	objects []Members
}

// Clear makes room for others in the place of the objects that are there.
func (r *Room) Clear() { r.members, r.objects = r.members[:0], r.objects[:0] }

// Members that are allocated at once.
const leastRoom, mostRoom = 1 << 6, 1 << 16

// object is the object of the members that a parser gathered.
func (r *Room) object(list []Member) *Members {
	if len(list) > cap(r.members)-len(r.members) {
		r.members = make([]Member, 0, max(leastRoom, min(2*cap(r.members), mostRoom), len(list)))
	}
	if len(r.objects) == cap(r.objects) {
		r.objects = make([]Members, 0, max(leastRoom, min(2*cap(r.objects), mostRoom))/4)
	}
	begin := len(r.members)
	r.members = append(r.members, list...)
	r.objects = append(r.objects, Members{list: r.members[begin:len(r.members):len(r.members)]})
	return &r.objects[len(r.objects)-1]
}

// String is the object in JSON.
func (m *Members) String() string {
	text, _ := m.MarshalJSON() // of what JSON has
	return string(text)
}
