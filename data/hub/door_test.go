package hub

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

const secret = "hf_abcdefghijklmnop"

// a way into a dataset that fails, before anything is fetched
type closedDoor struct {
	prepare func(s *hubtest.Server)
	token   string
	repo    Repo
	kind    Fault
	says    []string
}

func gated(s *hubtest.Server)  { s.Change(dataset, func(r *hubtest.Repo) { r.Gated = true }) }
func hidden(s *hubtest.Server) { s.Change(dataset, func(r *hubtest.Repo) { r.Private = true }) }

var closedDoors = map[string]closedDoor{
	"gated, no token": {
		prepare: gated, kind: Gated,
		says: []string{"1. request access at http://127.0.0.1", "/datasets/acme/bench", "2. set HF_TOKEN to an access token"},
	},
	"gated, token without access": {
		prepare: func(s *hubtest.Server) { gated(s); s.Account(secret) }, token: secret, kind: Gated,
		says: []string{"the access token from HF_TOKEN", "1. request access at", "2. set HF_TOKEN"},
	},
	"wrong token": {
		prepare: gated, token: secret, kind: BadToken,
		says: []string{"from HF_TOKEN is not valid", "/settings/tokens"},
	},
	"wrong token for a public dataset": {token: secret, kind: BadToken, says: []string{"unset it for a public dataset"}},
	"private, no token":                {prepare: hidden, kind: NoRepo, says: []string{"or it is private", "set HF_TOKEN"}},
	"private, other account": {
		prepare: func(s *hubtest.Server) { hidden(s); s.Account(secret, "acme/other") }, token: secret, kind: NoRepo,
		says: []string{"has no dataset acme/bench"},
	},
	"unknown dataset":  {repo: Repo{Name: "acme/nothing"}, kind: NoRepo, says: []string{"has no dataset acme/nothing", "check the name"}},
	"unknown revision": {repo: Repo{dataset, "v9"}, kind: NoRevision, says: []string{`unknown revision "v9"`, "branch, tag or commit"}},
	"unknown commit": {
		repo: Repo{dataset, strings.Repeat("0", 40)}, kind: NoRevision,
		says: []string{`unknown revision "0000`},
	},
	"forbidden": {
		prepare: func(s *hubtest.Server) {
			s.Break("/revision/", -1, hubtest.Status(403, "X-Error-Message", "no "+secret))
		},
		token: secret, kind: Refused, says: []string{"403 Forbidden (no ***)", "check the permissions"},
	},
	"header that is none": {
		prepare: func(s *hubtest.Server) {
			s.Break("/revision/", -1, hubtest.Status(403, "X-Error-Message", secret+"\x1b[2J"))
		},
		token: secret, kind: Unavailable, says: []string{"***", "check the network"},
	},
	"not found without a code": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Status(404)) },
		kind:    NoRepo, says: []string{"404 Not Found", "HF_ENDPOINT"},
	},
	"login page of a proxy": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Content("<html>log in")) },
		kind:    BadAnswer, says: []string{"a proxy or login page", "HF_ENDPOINT"},
	},
	"no commit": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Content(`{"sha": "../../x"}`)) },
		kind:    BadAnswer, says: []string{"returned no commit"},
	},
	"redirect loop": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Loop) },
		kind:    BadAnswer, says: []string{"redirects in a circle"},
	},
	"redirect to a file": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Redirect("file:///etc/passwd")) },
		kind:    BadAnswer, says: []string{`of the kind "file"`},
	},
	"redirect to nowhere": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Redirect("http://[::1")) },
		kind:    BadAnswer, says: []string{"redirects without a URL"},
	},
	"list without end": {
		prepare: func(s *hubtest.Server) {
			s.Break("/tree/", -1, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
				w.Header().Set("Link", `<http://elsewhere/api?cursor=1>; rel="next"`)
				w.Write([]byte("[]"))
			})
		},
		kind: BadAnswer, says: []string{"list of files has no end"},
	},
	"list whose next page is always another": {
		prepare: func(s *hubtest.Server) {
			page := 0
			s.Break("/tree/", -1, func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
				page++
				w.Header().Set("Link", "<"+r.URL.Path+"?cursor="+strconv.Itoa(page)+`>; rel="next"`)
				w.Write([]byte("[]"))
			})
		},
		kind: BadAnswer, says: []string{"list of files has no end"},
	},
	"token in the name of a host": {
		prepare: func(s *hubtest.Server) {
			s.Break("/revision/", -1, hubtest.Redirect("http://[::1%25"+secret+"]:1/"))
		},
		token: secret, kind: Unavailable, says: []string{"***]:1: "},
	},
}

func TestClosedDoorsSayHowTheyOpen(t *testing.T) {
	for name, door := range closedDoors {
		t.Run(name, func(t *testing.T) {
			s, _ := serving(t)
			s.Account("another", dataset)
			if door.prepare != nil {
				door.prepare(s)
			}
			if door.repo.Name == "" {
				door.repo.Name = dataset
			}
			c := client(t, s, withToken(door.token))
			_, err := tryFetch(t.Context(), c, door.repo)
			is(t, err, door.kind, door.says...)
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the token is shown: %v", err)
			}
			same(t, "cache", layout(t, c.o.Cache), nil)
		})
	}
}

func TestAccessWithTheRightTokenOpens(t *testing.T) {
	for name, close := range map[string]func(*hubtest.Server){"gated": gated, "private": hidden} {
		t.Run(name, func(t *testing.T) {
			s, _ := serving(t)
			close(s)
			s.Account(secret, dataset)
			snapshot := fetchAll(t, client(t, s, withToken(secret)), Repo{Name: dataset})
			content(t, snapshot, "runs/llm.parquet", table)
		})
	}
}

func TestTheTokenGoesToTheHubAlone(t *testing.T) {
	s, _ := serving(t)
	gated(s)
	s.Account(secret, dataset)
	other := hubtest.Start() // on the same host, at another port
	defer other.Close()
	s.Break("/revision/", 1, hubtest.Redirect(other.URL+"/elsewhere"))
	_, err := tryFetch(t.Context(), client(t, s, withToken(secret)), Repo{Name: dataset})
	if err == nil {
		t.Error("a dataset was found elsewhere")
	}
	fetchAll(t, client(t, s, withToken(secret)), Repo{Name: dataset})
	hubs, others := 0, other.Log()
	for _, r := range s.Log() {
		if r.Host == "hub" && r.Token == secret {
			hubs++
		} else {
			others = append(others, r)
		}
	}
	for _, r := range others {
		if r.Token != "" || r.Host == "hub" && r.Path != "/elsewhere" {
			t.Errorf("%s with token %q", r, r.Token)
		}
	}
	if hubs < 5 || len(others) < 2 {
		t.Errorf("%d requests to the hub, %d elsewhere", hubs, len(others))
	}
	for _, line := range layout(t, client(t, s).o.Cache) {
		if strings.Contains(line, secret) {
			t.Errorf("the cache holds the token: %s", line)
		}
	}
}
