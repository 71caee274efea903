//go:build !unix

package filetree

const withoutWaiting = 0
