package command

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"runtime/debug"
)

func (c *console) version(context.Context, struct{}) error {
	_, err := io.WriteString(c.stdout, versionLine())
	return err
}

func versionLine() string {
	return fmt.Sprintf("jouleboard %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the module's version as the build recorded it: a tag, a commit in
// the form of a pseudo-version, or devel where neither is known.
func version() string {
	build, ok := debug.ReadBuildInfo()
	if !ok || build.Main.Version == "" || build.Main.Version == "(devel)" {
		return "devel"
	}
	return build.Main.Version
}

var release = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)

// revision is what a workflow that builds this program checks out: its commit, else its
// tag; the branch only where the build recorded neither.
func revision() string {
	build, _ := debug.ReadBuildInfo()
	settings := map[string]string{}
	if build != nil {
		for _, s := range build.Settings {
			settings[s.Key] = s.Value
		}
	}
	if commit := settings["vcs.revision"]; commit != "" {
		return commit
	}
	if v := version(); release.MatchString(v) {
		return v
	}
	return "main"
}
