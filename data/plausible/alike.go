package plausible

import (
	"path"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// Alike are two values of a field that count as two models, GPUs or boards, but differ only so.
type Alike struct{ Other, Name, Noun, Differ string }

var (
	// marksInNames are those with which names of models are written in several ways.
	marksInNames = regexp.MustCompile(`[-_. ]`)
	// vendor is that of a GPU, before its name.
	vendor = regexp.MustCompile(`(?i)^(?:nvidia|amd|intel)[ _-]`)
	// foreign is a character that other alphabets have.
	foreign = regexp.MustCompile(`[^ -~]`)
)

// Bare is a name without its organization, case and separators.
func Bare(name string) string {
	return strings.ToLower(marksInNames.ReplaceAllString(path.Base(name), ""))
}

// AlikeNames are models whose names differ only in case, separators or the organization, GPUs whose names differ in that of the vendor
// alone, and values with a board each, of a field that is the contributor's own, that differ in case or separators. Aliases tell them apart.
func AlikeNames(t data.Table, f data.Field, own bool) (all []Alike) {
	board := t.Schema().Board
	if f.Role != data.RoleModel && f.Role != data.RoleGPU && !(f.Name == board.By && own) {
		return nil
	}
	names := map[string]string{} // by what they have in common
	for _, v := range t.Distinct(f.Name) {
		a := Alike{Name: data.Text(v), Noun: data.When(f.Name == board.By, board.Noun).Or("model"), Differ: " in case, separators or the organization"}
		key := Bare(a.Name)
		if f.Role == data.RoleGPU {
			key, a.Differ, a.Noun = vendor.ReplaceAllString(a.Name, ""), " in the name of the vendor", "GPU"
		} else if f.Role != data.RoleModel {
			key, a.Differ = Bare(strings.ReplaceAll(a.Name, "/", "|")), " in case or separators"
		}
		other, known := names[key]
		a.Other, names[key] = other, a.Name
		lookAlike := foreign.MatchString(a.Name) != foreign.MatchString(other)
		if known && f.Aliases[a.Name] == "" && f.Aliases[other] == "" && !lookAlike {
			all = append(all, a)
		}
	}
	return all
}
