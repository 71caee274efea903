package tex_test

import (
	"testing"

	"github.com/jouleboard/jouleboard/internal/tex"
)

func TestWhatLaTeXTakesForItsOwnIsEscaped(t *testing.T) {
	if got, want := tex.Escape("[*] <|> 50\u00a0% of A&B_{x} $1 #2 ~ ^ \\≤ Σ"),
		`{[}{*}] \textless{}\textbar{}\textgreater{} 50~\% of A\&B\_\{x\} \$1 \#2 \textasciitilde{} \textasciicircum{} \textbackslash{}$\leq$ $\Sigma$`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
