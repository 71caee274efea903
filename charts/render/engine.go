package render

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"modernc.org/quickjs"
)

// memoryLimit in MB bounds the JavaScript heap of one worker. The largest drawing that the site allows (2,000
// marks) needs about a tenth.
const memoryLimit = 128

// sweepAfter in bytes of new objects looks for cycles among them; counting references frees the rest at once. The
// engine's own 256 kB would sweep several times per drawing, for a tenth of the time.
const sweepAfter = 8 << 20

// engine is a set of JavaScript machines, each with ECharts loaded, each drawing one chart at a time.
type engine struct {
	limit time.Duration
	// machines holds one entry per worker; nil is a machine not started yet or given up.
	machines chan *quickjs.VM
	// bytecode is the compiled source. Compiling takes ten times as long as loading the result, so it is done
	// once, and only when something has to be drawn.
	bytecode func() ([]byte, error)
}

func newEngine(source []byte, workers int, limit time.Duration) *engine {
	e := &engine{
		limit:    limit,
		machines: make(chan *quickjs.VM, workers),
		bytecode: sync.OnceValues(func() ([]byte, error) { return compile(source) }),
	}
	for range workers {
		e.machines <- nil
	}
	return e
}

// draw returns what ECharts makes of the chart's option: XML, not to be trusted.
func (e *engine) draw(ctx context.Context, chart Chart) (string, error) {
	var vm *quickjs.VM
	select {
	case vm = <-e.machines:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { e.machines <- vm }()

	if vm == nil {
		started, err := e.start()
		if err != nil {
			return "", fmt.Errorf("start of the drawing engine: %w", err)
		}
		vm = started
	}
	drawn, err := call(ctx, vm, chart)
	if err != nil {
		// An interrupted machine may be in any state, and one that ran out of memory stays so.
		_ = vm.Close()
		vm = nil
	}
	return drawn, err
}

// call runs render in the machine; when the context ends first, it stops the machine.
func call(ctx context.Context, vm *quickjs.VM, chart Chart) (string, error) {
	stop := context.AfterFunc(ctx, vm.Interrupt)
	result, err := vm.Call("render", string(chart.Option), chart.Width, chart.Height)
	switch {
	case !stop():
		return "", ctx.Err()
	case err != nil && err.Error() == "null": // what the machine throws when there is no room for an error either
		return "", fmt.Errorf("not drawn: it needs more than %d MB: leave marks out", memoryLimit)
	case err != nil:
		return "", fmt.Errorf("not drawn: %w", err)
	}
	drawn, ok := result.(string)
	if !ok {
		return "", errors.New("not drawn: the engine returned no text")
	}
	return drawn, nil
}

func compile(source []byte) ([]byte, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	return vm.Compile(string(source), quickjs.EvalGlobal)
}

func (e *engine) start() (*quickjs.VM, error) {
	bytecode, err := e.bytecode()
	if err != nil {
		return nil, err
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	vm.SetMemoryLimit(memoryLimit << 20)
	vm.SetGCThreshold(sweepAfter)
	if err := errors.Join(vm.SetEvalTimeout(e.limit), load(vm, bytecode)); err != nil {
		_ = vm.Close()
		return nil, err
	}
	return vm, nil
}

func load(vm *quickjs.VM, bytecode []byte) error {
	_, err := vm.EvalBytecode(bytecode)
	return err
}

// close ends every machine; it waits for those that still draw.
func (e *engine) close() {
	for range cap(e.machines) {
		if vm := <-e.machines; vm != nil {
			_ = vm.Close()
		}
	}
	for range cap(e.machines) {
		e.machines <- nil
	}
}
