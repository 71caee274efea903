package pipeline

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn4x1[context.Context, []byte, func(string), func(string), error](&searchFn{})
	register.DoFn3x1[context.Context, string, func(string, string), error](&decodeFn{})
	register.DoFn4x1[context.Context, string, func(*string) bool, func(string), error](&judgeFn{})
	register.DoFn3x1[context.Context, string, func(*string) bool, error](&writeFn{})
	register.Emitter1[string]()
	register.Emitter2[string, string]()
	register.Iter1[string]()
}

// Build adds the graph of a plan:
//
//	search → reshuffle → read → by group: judge → write
//	   └ what could not be searched ─────────────────┘
func Build(s beam.Scope, p Plan) {
	s = s.Scope("jouleboard.compile")
	places, missed := searched(s, p)
	finish(s, p, places, missed)
}

func searched(s beam.Scope, p Plan) (places, missed beam.PCollection) {
	return beam.ParDo2(s.Scope("search"), &searchFn{Plan: p}, beam.Impulse(s))
}

func finish(s beam.Scope, p Plan, places, missed beam.PCollection) {
	read := beam.ParDo(s.Scope("read"), &decodeFn{Plan: p}, beam.Reshuffle(s, places))
	judged := beam.ParDo(s.Scope("judge"), &judgeFn{Plan: p}, beam.GroupByKey(s, read))
	beam.ParDo0(s.Scope("write"), &writeFn{Plan: p}, missed, beam.SideInput{Input: judged})
}
