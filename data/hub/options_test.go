package hub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEnvironmentSaysWhereAndWho(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	stored := filepath.Join(home, "stored")
	must(t, os.WriteFile(stored, []byte("  hf_stored\n"), 0o600))
	must(t, os.MkdirAll(filepath.Join(home, "x", "huggingface"), 0o755))
	must(t, os.WriteFile(filepath.Join(home, "x", "huggingface", "token"), []byte("hf_default"), 0o600))
	for name, x := range map[string]struct {
		env  map[string]string
		want Options
	}{
		"nothing": {nil, Options{Cache: home + "/.cache/huggingface/hub"}},
		"all": {
			map[string]string{
				"HF_ENDPOINT": "https://mirror.example", "HF_HUB_CACHE": "/c", "HF_HOME": "/h", "XDG_CACHE_HOME": "/x",
				"HF_TOKEN": " hf_a\n", "HUGGING_FACE_HUB_TOKEN": "hf_b", "HF_TOKEN_PATH": stored, "HF_HUB_OFFLINE": "1",
			},
			Options{Endpoint: "https://mirror.example", Cache: "/c", Token: "hf_a", TokenFrom: "HF_TOKEN", Offline: true},
		},
		"HF_HOME": {map[string]string{"HF_HOME": "~/h", "XDG_CACHE_HOME": "/x"}, Options{Cache: home + "/h/hub"}},
		"XDG_CACHE_HOME": {
			map[string]string{"XDG_CACHE_HOME": home + "/x"},
			Options{Cache: home + "/x/huggingface/hub", Token: "hf_default", TokenFrom: home + "/x/huggingface/token"},
		},
		"older token": {
			map[string]string{"HF_HOME": "/h", "HUGGING_FACE_HUB_TOKEN": "hf_b"},
			Options{Cache: "/h/hub", Token: "hf_b", TokenFrom: "HUGGING_FACE_HUB_TOKEN"},
		},
		"token file": {
			map[string]string{"HF_HOME": "/h", "HF_TOKEN_PATH": "~/stored"},
			Options{Cache: "/h/hub", Token: "hf_stored", TokenFrom: stored},
		},
		"no links":    {map[string]string{"HF_HOME": "/h", "HF_HUB_DISABLE_SYMLINKS": "yes"}, Options{Cache: "/h/hub", NoLinks: true}},
		"not offline": {map[string]string{"HF_HOME": "/h", "HF_HUB_OFFLINE": "0"}, Options{Cache: "/h/hub"}},
		"offline":     {map[string]string{"HF_HOME": "/h", "HF_HUB_OFFLINE": "True"}, Options{Cache: "/h/hub", Offline: true}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Environment(Options{}, func(name string) string { return x.env[name] })
			must(t, err)
			if got.Endpoint != x.want.Endpoint || got.Cache != x.want.Cache || got.Token != x.want.Token || got.Offline != x.want.Offline ||
				got.NoLinks != x.want.NoLinks {
				t.Errorf("got %+v, want %+v", got, x.want)
			}
			if got.Token != "" && got.TokenFrom != x.want.TokenFrom {
				t.Errorf("the token is from %s, want %s", got.TokenFrom, x.want.TokenFrom)
			}
		})
	}
}

func TestOptionsThatCannotBeAreRefusedWithoutSecrets(t *testing.T) {
	for name, o := range map[string]Options{
		"password in the endpoint": {Endpoint: "https://me:" + secret + "@mirror.example"},
		"query in the endpoint":    {Endpoint: "https://mirror.example?token=" + secret},
		"no address":               {Endpoint: secret},
		"other scheme":             {Endpoint: "ftp://mirror.example/" + secret},
		"line break in the token":  {Token: secret + "\nx", TokenFrom: "HF_TOKEN"},
		"token of another script":  {Token: secret + "é", TokenFrom: "HF_TOKEN"},
	} {
		_, err := New(o)
		if err == nil || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "HF_") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
