package history

import (
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/fitting"
)

// Listed is what a history says, for programs: the command prints it, and a site publishes it.
type Listed struct {
	Changes []ListedChange `json:"changes"` // the newest first
	Leads   []ListedLead   `json:"leads"`
}

// ListedChange is a change between two dates.
type ListedChange struct {
	After  *Configuration `json:"after"`
	Before *Configuration `json:"before"`
	Cause  Cause          `json:"cause"`
	Date   string         `json:"date"`
	Kind   Kind           `json:"kind"`
	Model  string         `json:"model"`
	Shift  *ListedShift   `json:"shift,omitempty"` // of a lasting change
	Since  string         `json:"since"`
	Task   string         `json:"task"`
	Text   string         `json:"text"`
}

// ListedShift is the new level divided by the one before, with its 95% interval. It is there since a night; Before and After are
// the nights of both runs. Form is step, drift, or "" where both are possible.
type ListedShift struct {
	After  Night         `json:"after"`
	Before Night         `json:"before"`
	Form   fitting.Shape `json:"form"`
	High   float64       `json:"high"`
	Low    float64       `json:"low"`
	Ratio  float64       `json:"ratio"`
	Since  string        `json:"since"`
}

// ListedLead is which model leads a board, and since when.
type ListedLead struct {
	Best   Configuration  `json:"best"`
	Former *Configuration `json:"former"` // null for none
	Since  string         `json:"since"`
	Task   string         `json:"task"`
	Text   string         `json:"text"`
	Tied   bool           `json:"tied"` // with the former, at that date
}

// Cause is what a change follows from.
type Cause string

// The causes of changes. No price is among them: boards are ranked without any.
const (
	Data  Cause = "data"
	Rules Cause = "rules" // the deadline or the metric of a board
)

// Cause says what the change follows from.
func (c Change) Cause() Cause {
	if c.Kind == NewTerms {
		return Rules
	}
	return Data
}

// Listed returns the changes of steps and the leaders.
func (h History) Listed(steps []Step, texts content.Content) Listed {
	l := Listed{Changes: []ListedChange{}, Leads: []ListedLead{}}
	for _, step := range steps {
		for _, c := range step.Changes {
			text := strings.TrimSpace(c.Name + " " + c.Words(texts.Task(c.Task, c.Domain), texts.Words))
			listed := ListedChange{
				After: c.After, Before: c.Before, Cause: c.Cause(), Date: step.To.Date, Kind: c.Kind, Model: c.Model, Since: step.From.Date,
				Task: c.Task, Text: text,
			}
			if s := c.Shift; s != nil {
				listed.Shift = &ListedShift{
					After: s.After, Before: s.Before, Form: s.Shape, High: s.High, Low: s.Low, Ratio: s.Ratio, Since: s.Since.Date,
				}
			}
			l.Changes = append(l.Changes, listed)
		}
	}
	for _, lead := range h.Leads() {
		text := lead.Words(texts.Task(lead.Task, lead.Domain), texts.Words, func(date string) string { return date })
		l.Leads = append(l.Leads, ListedLead{lead.Best, lead.Former, lead.Since, lead.Task, text, lead.Tied})
	}
	return l
}
