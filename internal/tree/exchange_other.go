//go:build !linux && !darwin

package tree

import "errors"

// exchange is not offered by this system.
func exchange(_, _ string) error { return errors.ErrUnsupported }
