package formula

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jouleboard/jouleboard/assets"
	"modernc.org/quickjs"
)

// Limits of one formula: KaTeX needs a hundredth of both.
const (
	memoryLimit = 64 << 20
	timeLimit   = 10 * time.Second
)

// engine is a JavaScript machine with KaTeX loaded. It starts with the first
// formula; a text without any costs nothing.
type engine struct {
	mu sync.Mutex
	vm *quickjs.VM
	// made keeps answers: a build reads each text twice, to check and to render.
	made map[question]answer
}

// keep bounds made where an author edits texts beside a running server.
const keep = 1000

type question struct {
	tex     string
	display bool
}

type answer struct {
	MathML string
	Error  string
	Line   int
}

// shared serves the whole program: KaTeX takes longer to load than a page's
// formulas to write, and what it gives depends on the formula alone.
var shared engine

// mathML turns TeX into MathML as KaTeX writes it.
func (e *engine) mathML(tex string, display bool) (string, error) {
	a, err := e.ask(question{tex, display})
	if err != nil {
		return "", err
	}
	if a.Error != "" {
		return "", Error{a.Line, a.Error}
	}
	return a.MathML, nil
}

func (e *engine) ask(q question) (answer, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if a, ok := e.made[q]; ok {
		return a, nil
	}
	a, err := e.call(q)
	if err != nil {
		return answer{}, err
	}
	if e.made == nil || len(e.made) >= keep {
		e.made = map[question]answer{}
	}
	e.made[q] = a
	return a, nil
}

func (e *engine) call(q question) (a answer, err error) {
	if e.vm == nil {
		if e.vm, err = start(); err != nil {
			return a, err
		}
	}
	result, err := e.vm.Call("formula", q.tex, q.display)
	if err != nil {
		// A machine that was stopped or ran out of memory may be in any state.
		_ = e.vm.Close()
		e.vm = nil
		return a, Error{Message: fmt.Sprintf("not written: %v; make it simpler", err)}
	}
	text, ok := result.(string)
	if !ok {
		return a, errors.New("the formula engine returned no text")
	}
	return a, json.Unmarshal([]byte(text), &a)
}

func start() (*quickjs.VM, error) {
	source, err := assets.FormulaEngine()
	if err != nil {
		return nil, err
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start of the formula engine: %w", err)
	}
	vm.SetMemoryLimit(memoryLimit)
	_, loading := vm.Eval(string(source), quickjs.EvalGlobal)
	if err := errors.Join(vm.SetEvalTimeout(timeLimit), loading); err != nil {
		_ = vm.Close()
		return nil, fmt.Errorf("start of the formula engine: %w", err)
	}
	return vm, nil
}
