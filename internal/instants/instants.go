// Package instants reads times as logs, recordings and results write them.
package instants

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // zones are the same on every machine

	"github.com/jouleboard/jouleboard/units"
)

// Unzoned is a time without its zone.
type Unzoned string

func (u Unzoned) Error() string {
	return fmt.Sprintf("has the time %q without its zone: write “clock: UTC”, or the machine's time zone, under power", units.Shown(string(u)))
}

// Zone is a zone by its name; that of no name is unknown.
func Zone(name string) (*time.Location, error) {
	if name == "" {
		return nil, nil
	}
	at, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fmt.Errorf("unknown time zone %q: use one such as UTC or Europe/Berlin", units.Shown(name))
	}
	return at, nil
}

// layouts of times that name no zone.
var layouts = []string{
	"2006/01/02 15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999",
	"20060102-150405", "20060102T150405", "20060102 15:04:05", "2006-01-02 15:04", "2006-01-02T15-04-05",
	"01-02-2006 15:04:05.999999999", "Jan 2 15:04:05 2006", "Mon Jan 2 15:04:05 2006",
}

// Clock reads times; those of one minute are read once.
type Clock struct {
	Zone   string // of times without one, "" if it is unknown
	minute string
	base   float64
}

// Instant is a time in s since 1970: seconds, or thousandths, millionths or billionths where they would be beyond the
// year 5000; a time with its zone; or one of the clock.
func (c *Clock) Instant(text string) (float64, error) {
	colon := strings.LastIndexByte(text, ':')
	seconds, wrong := strconv.ParseFloat(text[colon+1:], 64)
	if wrong == nil && colon > 0 && text[:colon] == c.minute && seconds >= 0 && seconds < 61 {
		return c.base + seconds, nil
	}
	t, err := Instant(text, c.Zone)
	if err == nil && wrong == nil && colon > 0 {
		c.minute, c.base = strings.Clone(text[:colon]), t-seconds
	}
	return t, err
}

// Instant is a time as of a [Clock]. A time without a zone is an error of type [Unzoned] if the clock's is unknown.
func Instant(text, zoneName string) (float64, error) {
	if x, err := units.ParseNumber(text); err == nil {
		for x > 1e11 && x < 1e20 {
			x /= 1e3
		}
		return x, nil
	}
	text = strings.Join(strings.Fields(text), " ")
	for _, layout := range []string{time.RFC3339Nano, "Jan 2 15:04:05 2006 -0700"} {
		if t, err := time.Parse(layout, text); err == nil {
			return unix(t), nil
		}
	}
	for _, layout := range layouts {
		if _, err := time.Parse(layout, text); err != nil {
			continue
		}
		at, err := Zone(zoneName)
		if at == nil || err != nil {
			return 0, Unzoned(text)
		}
		t, err := time.ParseInLocation(layout, text, at)
		return unix(t), err
	}
	return 0, fmt.Errorf("%q is not in a known time format; write it as 2026-03-04T14:01:00Z, "+
		"2026-03-04 14:01:00, 20260304-140100 or in s, ms, µs or ns since 1970", units.Shown(text))
}

// InUTC is a time that is a number as people write it: 2026-02-01 12:10:00 UTC, of 1769947800. Others, and numbers that are no
// times since 1990, such as seconds since a start, stay as they are.
func InUTC(text string) string {
	if _, err := units.ParseNumber(text); err != nil {
		return text
	}
	x, _ := Instant(text, "")
	if x < earliest || x > latest {
		return text
	}
	return time.Unix(int64(x), 0).UTC().Format("2006-01-02 15:04:05 UTC")
}

const earliest, latest = 631152000, 1e11

// Between is the time in s between two times, and the least and the most that it can be: clocks without a zone may be set by an hour
// meanwhile, and times in whole minutes are rounded. known is false if one of them cannot be read.
func Between(start, end string) (seconds, least, most float64, known bool) {
	from, err := Instant(start, "UTC")
	to, failed := Instant(end, "UTC")
	seconds = to - from
	least, most = seconds, seconds
	if _, err := Instant(start, ""); err != nil {
		least, most = least-3600, most+3600
	}
	if to == math.Trunc(to/60)*60 && from == math.Trunc(from/60)*60 {
		least -= 60
	}
	return seconds, least, most, err == nil && failed == nil
}

// Steps reports whether n rising times from the first to the last are those of samples: at most a minute apart on average.
func Steps(first, last string, n int) bool {
	seconds, _, _, known := Between(first, last)
	return known && seconds > 0 && seconds <= 60*float64(n-1)
}

func unix(t time.Time) float64 { return float64(t.Unix()) + float64(t.Nanosecond())/1e9 }
