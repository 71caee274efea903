package leaderboard

import "slices"

// index is index.json while it is collected.
type index struct {
	lastUpdated any
	tasks       []string
	models      object
}

func newIndex(lastUpdated string) index {
	return index{lastUpdated: orNull(lastUpdated), models: object{}}
}

// addModel notes a model; where tasks disagree about its facts, the first stays.
func (x *index) addModel(id string, facts object) {
	if _, known := x.models[id]; !known {
		x.models[id] = facts
	}
}

func (x *index) object() object {
	slices.Sort(x.tasks)
	return object{
		"last_updated":  x.lastUpdated,
		"tasks":         x.tasks,
		"models":        x.models,
		"architectures": x.groups(),
	}
}

// groups lists the known tasks by group; a task that belongs to none stays in
// tasks alone.
func (x *index) groups() object {
	groups := object{}
	for group, known := range taskGroups {
		groups[group] = slices.DeleteFunc(slices.Clone(known), func(task string) bool {
			return !slices.Contains(x.tasks, task)
		})
	}
	return groups
}
