package command

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
	"github.com/rogpeppe/go-internal/testscript"
)

// startHub gives a script a hub of its own and an environment without the user's.
func startHub(env *testscript.Env) {
	s := hubtest.Start()
	env.Defer(s.Close)
	env.Values["hub"] = s
	env.Setenv("HF_ENDPOINT", s.URL)
	env.Setenv("HF_HOME", filepath.Join(env.WorkDir, ".hf"))
	for _, name := range []string{
		"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_TOKEN_PATH", "HF_HUB_CACHE", "HF_HUB_OFFLINE",
		"HF_HUB_DISABLE_SYMLINKS",
	} {
		env.Setenv(name, "")
	}
}

// hubCommand changes the script's hub, and tells what it was asked:
//
//	hub commit NAME DIR               a commit with the files of DIR, named $COMMIT
//	hub branch NAME BRANCH            another name for it
//	hub gate NAME, hub hide NAME      access after a request, or for some alone
//	hub account TOKEN NAME...         an account that may read these
//	hub rename NAME NEW
//	hub list NAME PATH SIZE           an entry in the listing that is no file
//	hub break MATCH TIMES FAULT...    answers that are wrong, see hubFault
//	hub mend                          no longer
//	hub log FILE                      the requests since the last time, sorted
//	hub await MATCH                   until one has come since whose line contains it
func hubCommand(ts *testscript.TestScript, _ bool, args []string) {
	s := ts.Value("hub").(*hubtest.Server)
	switch args[0] {
	case "commit":
		ts.Setenv("COMMIT", s.Commit(args[1], hubFiles(ts, args[2])))
	case "branch":
		s.Branch(args[1], args[2], ts.Getenv("COMMIT"))
	case "gate":
		s.Change(args[1], func(r *hubtest.Repo) { r.Gated = true })
	case "hide":
		s.Change(args[1], func(r *hubtest.Repo) { r.Private = true })
	case "account":
		s.Account(args[1], args[2:]...)
	case "rename":
		s.Rename(args[1], args[2])
	case "list":
		size, err := strconv.ParseInt(args[3], 10, 64)
		ts.Check(err)
		s.List(args[1], hubtest.Entry{Type: "file", Path: args[2], Size: size, OID: strings.Repeat("a", 40)})
	case "break":
		times, err := strconv.Atoi(args[2])
		ts.Check(err)
		s.Break(args[1], times, hubFault(ts, args[3:]))
	case "mend":
		s.Mend()
	case "await":
		s.Await(args[1])
	case "log":
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(hubLog(ts, s)), 0o644))
	default:
		ts.Fatalf("hub %s: unknown", args[0])
	}
}

func hubFiles(ts *testscript.TestScript, dir string) map[string]hubtest.File {
	files, err := hubtest.In(os.DirFS(ts.MkAbs(dir)))
	ts.Check(err)
	return files
}

// hubFault is status CODE [HEADER VALUE]..., cut BYTES, hang BYTES, content FILE,
// redirect URL, loop or noranges.
func hubFault(ts *testscript.TestScript, args []string) hubtest.Fault {
	number := func() int64 {
		n, err := strconv.ParseInt(args[1], 10, 64)
		ts.Check(err)
		return n
	}
	switch args[0] {
	case "status":
		return hubtest.Status(int(number()), args[2:]...)
	case "cut":
		return hubtest.Cut(number())
	case "hang":
		return hubtest.Hang(number())
	case "content":
		return hubtest.Content(ts.ReadFile(args[1]))
	case "redirect":
		return hubtest.Redirect(args[1])
	case "loop":
		return hubtest.Loop
	case "noranges":
		return hubtest.WithoutRanges
	}
	ts.Fatalf("hub break: unknown fault %s", args[0])
	return nil
}

// hubLog is the requests with COMMIT for the commit, and what came with a token
// marked.
func hubLog(ts *testscript.TestScript, s *hubtest.Server) string {
	var all []string
	for _, r := range s.Log() {
		line := strings.ReplaceAll(r.String(), ts.Getenv("COMMIT"), "COMMIT")
		if r.Token != "" {
			line += " token"
		}
		all = append(all, line+"\n")
	}
	slices.Sort(all)
	return strings.Join(all, "")
}
