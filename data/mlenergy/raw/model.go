package raw

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// modelInfo is what model_info.json says of a model.
type modelInfo struct {
	nickname, precision, architecture string // "" for missing
	total, active                     float64
}

func (c *configs) model(at configDir, dir string) (modelInfo, error) {
	name := path.Join(dir, "model_info.json")
	return c.models.of(at.dir+" "+name, func() (modelInfo, error) {
		content, err := at.read(name)
		if err != nil {
			return modelInfo{}, remedyAbsent(err, "write it with total_parameters_billion")
		}
		m, err := readModelInfo(content)
		if err != nil {
			err = fmt.Errorf("%s: %w", path.Join(at.dir, name), err)
		}
		return m, err
	})
}

func remedyAbsent(err error, remedy string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; %s", err, remedy)
	}
	return err
}

// readModelInfo decodes model_info.json. A name that is no text or empty is
// missing, active parameters that are no number are all of them.
func readModelInfo(content []byte) (m modelInfo, err error) {
	var total, active number
	s := jsonscan.New(0)
	err = readObject(s, bytes.NewReader(content), func(key string) bool {
		switch key {
		case "nickname":
			m.nickname = readName(s)
		case "weight_precision":
			m.precision = readName(s)
		case "architecture":
			m.architecture = readName(s)
		case "total_parameters_billion":
			total = readNumber(s)
		case "active_parameters_billion":
			active = readNumber(s)
		default:
			s.Skip()
		}
		return true
	})
	if err == nil && !total.ok() {
		err = errors.New("total_parameters_billion: " + total.want())
	}
	m.total, m.active = total.value, active.or(total.value)
	return m, err
}

// readName consumes a value and returns it if it is a text that names something.
func readName(s *jsonscan.Scanner) string {
	if s.Next() != jsonscan.String {
		s.Skip()
		return ""
	}
	text, _ := s.Text()
	if strings.TrimSpace(string(text)) == "" {
		return ""
	}
	return string(text)
}

func (m modelInfo) name(modelID string) string {
	if m.nickname != "" {
		return m.nickname
	}
	return modelID[strings.LastIndexByte(modelID, '/')+1:]
}

// precisionOf falls back on what the model's id tells.
func (m modelInfo) precisionOf(modelID string) string {
	if m.precision != "" {
		return m.precision
	}
	for _, mark := range []string{"FP8", "DeepSeek-R1", "DeepSeek-V3"} {
		if strings.Contains(modelID, mark) {
			return "fp8"
		}
	}
	return "bfloat16"
}

func (m modelInfo) architectureOr() string {
	switch {
	case m.architecture != "":
		return m.architecture
	case m.total != m.active:
		return "MoE"
	}
	return "Dense"
}
