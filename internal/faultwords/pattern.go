package faultwords

import (
	"cmp"
	"errors"
	"regexp/syntax"
)

// Pattern is what is wrong with a regular expression and how to mend it; an error of another kind as it is.
func Pattern(err error) string {
	var wrong *syntax.Error
	if !errors.As(err, &wrong) {
		return err.Error()
	}
	return cmp.Or(plainly[wrong.Code], wrong.Error())
}

// plainly are errors of regular expressions in words of those who write them.
var plainly = map[syntax.ErrorCode]string{
	syntax.ErrMissingBracket:        "a “[” is not closed",
	syntax.ErrMissingParen:          "a “(” is not closed",
	syntax.ErrUnexpectedParen:       "a “)” closes nothing; write “\\)” for the character",
	syntax.ErrMissingRepeatArgument: "nothing stands before a “*”, “+” or “?”; write a backslash before it for the character",
	syntax.ErrInvalidRepeatOp:       "two of “*”, “+” and “?” follow each other; remove one",
	syntax.ErrInvalidRepeatSize:     "a repetition in “{ }” is larger than 1000, or its limits are reversed",
	syntax.ErrInvalidCharRange:      "a range in “[ ]” is reversed",
	syntax.ErrInvalidEscape:         "a backslash before a letter that has no meaning then",
	syntax.ErrTrailingBackslash:     "it ends in a backslash",
	syntax.ErrInvalidNamedCapture:   "the name of a group is not closed, occurs twice or is no word; there is no looking ahead or behind",
	syntax.ErrInvalidPerlOp:         "a group begins with “(?” and what is not known; write “(?P<name>…)”; there is no looking ahead or behind",
	syntax.ErrLarge:                 "its repetitions make it too large",
}
