package raw

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// flags are those of the server that say how a model is spread over GPUs.
type flags struct {
	expert                     bool
	expertSize, tensor, shares data.Opt[int]
}

func (c *configs) flagsIn(name string) (flags, error) {
	return c.flags.of(name, func() (flags, error) {
		content, err := c.llm.read(name)
		if err != nil {
			return flags{}, remedyAbsent(err, "write it with the server's flags")
		}
		set, err := readFlags(content)
		if err != nil {
			err = fmt.Errorf("%s: %w", path.Join(c.llm.dir, name), err)
		}
		return set, err
	})
}

// readFlags decodes monolithic.config.yaml.
func readFlags(content []byte) (set flags, err error) {
	values, err := flatYAML(content)
	if err != nil {
		return flags{}, err
	}
	if len(values) == 0 {
		return flags{}, errors.New("contains no flags")
	}
	if set.expert, err = yamlBool(values["enable-expert-parallel"]); err != nil {
		return flags{}, fmt.Errorf("enable-expert-parallel: %w", err)
	}
	for _, size := range []struct {
		key string
		at  *data.Opt[int]
	}{
		{"expert-parallel-size", &set.expertSize},
		{"tensor-parallel-size", &set.tensor},
		{"data-parallel-size", &set.shares},
	} {
		if *size.at, err = yamlInt(values[size.key]); err != nil {
			return flags{}, fmt.Errorf("%s: %w", size.key, err)
		}
	}
	return set, nil
}

// parallelism is how a model is spread over so many GPUs.
func (set flags) parallelism(gpus int) (tensor, expert, shares int) {
	expert, tensor = 1, gpus
	if set.expert {
		expert = set.expertSize.Or(gpus)
	}
	if expert > 1 {
		tensor = 1
	}
	shares = set.shares.Or(1)
	shares = cmp.Or(shares, gpus)
	return set.tensor.Or(tensor), expert, shares
}

// yamlBool reads a truth value in YAML 1.1's words; missing or null is false.
func yamlBool(v scalar) (bool, error) {
	if v.missing() {
		return false, nil
	}
	if !v.quoted && !v.opaque {
		switch strings.ToLower(v.text) {
		case "true", "yes", "on", "1":
			return true, nil
		case "false", "no", "off", "0":
			return false, nil
		}
	}
	return false, fmt.Errorf("expected true or false, got %.40q", v.text)
}

// yamlInt reads an integer in YAML 1.1's notations, quoted or not.
func yamlInt(v scalar) (data.Opt[int], error) {
	if v.missing() {
		return data.Opt[int]{}, nil
	}
	base := 10
	digits := strings.TrimLeft(v.text, "+-")
	if len(digits) > 1 && digits[0] == '0' && !v.quoted {
		base = 0 // 0x4, 0b1, 04: as in Go
	}
	n, err := strconv.ParseInt(v.text, base, 32)
	if err != nil || v.opaque {
		return data.Opt[int]{}, fmt.Errorf("expected an integer, got %.40q", v.text)
	}
	return data.Some(int(n)), nil
}
