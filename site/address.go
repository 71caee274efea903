package site

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// An address is a page or file of the site relative to its root: "" is the home
// page, "tasks/gpqa/" a page, "data/index.json" a file.

// relative is the link from one page to an address. Only relative links work
// under any base path, known or not.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	if up+to == "" {
		return "./"
	}
	return up + to
}

// basePath is the path under which the site is served, with a slash at both
// ends. The 404 page needs it, since it is served at any depth.
func basePath(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Path == "" {
		return "/"
	}
	return "/" + strings.Trim(u.EscapedPath(), "/") + strings.Repeat("/", min(1, len(strings.Trim(u.Path, "/"))))
}

func slug(name string) string { return board.Slug(name) }

func taskAddress(id string) string { return "tasks/" + id + "/" }

func embedAddress(id string) string { return "embed/" + id + "/" }

func modelAddress(id string) string { return "models/" + leaderboard.Slug(id) + "/" }

func gpuAddress(name string) string { return "gpus/" + slug(name) + "/" }

// hashedName puts a content hash in front of the extension, so that the file
// may be cached for ever.
func hashedName(name string, content []byte) string {
	sum := sha256.Sum256(content)
	dot := strings.LastIndexByte(name, '.')
	return name[:dot] + "." + hex.EncodeToString(sum[:5]) + name[dot:]
}
