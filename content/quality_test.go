package content

import (
	"testing"
	"testing/fstest"
)

func TestScoresWithAFaultAreLeftOutAndNamed(t *testing.T) {
	var faults Errors
	scores := loadQuality(fstest.MapFS{qualityFile: {Data: []byte(`model,benchmark,score,source
# a remark
a/b,"Exam, hard",71.5,https://example.org/1
a/b,"Exam, hard",72,https://example.org/2
a/c,Exam,good,https://example.org/1
a/d,Exam,1
,Exam,1,https://example.org/1
a/e,Exam,NaN,https://example.org/1
a/f,Exam,1,javascript:alert(1)
a/g,Exam,-3e1,https://example.org/1
`)}}, &faults)
	if len(scores) != 2 || scores[0] != (Score{Model: "a/b", Benchmark: "Exam, hard", Value: 71.5, Source: "https://example.org/1"}) || scores[1].Value != -30 {
		t.Errorf("got %+v", scores)
	}
	const want = `quality.csv:4: a second score of a/b in Exam, hard; keep one
quality.csv:5: score: expected a number, got "good"
quality.csv:6: the header has 4 cells, the line 3; add or remove cells, or put a cell with the separator in it in quotes; use model,benchmark,score,source
quality.csv:7: a line without model or benchmark; give both
quality.csv:8: score: expected a number, got "NaN"
quality.csv:9: source: expected the https:// URL of the score, got "javascript:alert(1)"`
	if faults.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", faults, want)
	}
	faults = nil
	if loadQuality(fstest.MapFS{qualityFile: {Data: []byte("a;b\n")}}, &faults); len(faults) != 1 {
		t.Errorf("another head gives %v", faults)
	}
	faults = nil
	scores = loadQuality(fstest.MapFS{qualityFile: {Data: []byte("model,benchmark,score,source,precision\na/b,Exam,1,https://example.org/1,FP8\n")}}, &faults)
	if len(faults) > 0 || len(scores) != 1 || scores[0].Precision != "FP8" {
		t.Errorf("with a precision: %+v, %v", scores, faults)
	}
	faults = nil
	scores = loadQuality(fstest.MapFS{
		qualityFile: {Data: []byte(`model,benchmark,score,source,unit,task,questions
B,Exam,80.1,https://example.org/1,%,gpqa,198
a/c,Exam,0.9,https://example.org/1,share,gpqa,
a/d,Exam,60,https://example.org/1,,gpqa,
a/e,Other,60,https://example.org/1,%,gpqa,
a/f,Exam,160,https://example.org/1,%,gpqa,
a/g,Exam,16,https://example.org/1,%,gpqa,1.5
`)},
		aliasesFile: {Data: []byte("name,model\nB,a/b\nC,a/c\n")},
	}, &faults)
	const joined = `quality.csv:3: unit: other scores of Exam have the unit "%"; write all in one
quality.csv:4: unit: a score of a task is a share of correct answers: write share or %, or leave the task empty
quality.csv:5: task: a second benchmark of gpqa besides Exam; leave the task of one empty
quality.csv:6: score: expected a share of correct answers, got 160 %
quality.csv:7: questions: expected the number of scored questions, got "1.5"
aliases.csv:3: no line of quality.csv has the model "C"; correct it, or remove it`
	if len(scores) != 1 || scores[0].Model != "a/b" || scores[0].Named != "B" || scores[0].Accuracy != 0.801 || faults.Error() != joined {
		t.Errorf("with tasks: %+v\n%v", scores, faults)
	}
	faults = nil
	if scores := loadQuality(fstest.MapFS{}, &faults); len(scores)+len(faults) > 0 {
		t.Error("no file is no fault")
	}
}
