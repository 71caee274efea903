//go:build unix

package filetree

import "syscall"

const withoutWaiting = syscall.O_NONBLOCK
