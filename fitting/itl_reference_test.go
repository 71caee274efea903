package fitting

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// referenceMixture is a set of samples with its truth and the toolkit's fit.
type referenceMixture struct {
	Name, File         string
	Truth, Peer        ITLMixture
	PeerLogLikelihood  float64    `json:"peer_loglik"`
	TruthLogLikelihood float64    `json:"truth_loglik"`
	BestLogLikelihood  float64    `json:"mle_loglik"`
	PeerMeanVar        [2]float64 `json:"mean_var_peer"`
	samples            []float64
}

func referenceMixtures(t testing.TB, root string) []referenceMixture {
	t.Helper()
	var all []referenceMixture
	readJSON(t, root, "itl_mixture.json", &all)
	for i := range all {
		raw, err := os.ReadFile(filepath.Join(root, "reference", "fits", all[i].File))
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at+8 <= len(raw); at += 8 {
			all[i].samples = append(all[i].samples, math.Float64frombits(binary.LittleEndian.Uint64(raw[at:])))
		}
	}
	return all
}

func TestCompatMixtureEqualsTheToolkit(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		for _, c := range referenceMixtures(t, root) {
			m, err := FitITLMixture(c.samples, 0, 0, Compat)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range m.Parameters() {
				if want := c.Peer.Parameters()[i].Value; !near(p.Value, want, 1e-6) {
					t.Errorf("%s: %s = %v, want %v", c.Name, p.Name, p.Value, want)
				}
			}
			mean, variance := m.MeanVar()
			if !near(mean, c.PeerMeanVar[0], 1e-6) || !near(variance, c.PeerMeanVar[1], 1e-5) {
				t.Errorf("%s: mean and variance %v and %v, want %v", c.Name, mean, variance, c.PeerMeanVar)
			}
			if got := m.LogLikelihood(c.samples); math.Abs(got-c.PeerLogLikelihood) > 1e-6*float64(len(c.samples)) {
				t.Errorf("%s: log-likelihood %v, want %v", c.Name, got, c.PeerLogLikelihood)
			}
		}
	})
}

func TestRefinedMixtureIsAsLikelyAsTheTruth(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		for _, c := range referenceMixtures(t, root) {
			m, err := FitITLMixture(c.samples, 0, 0, Refined)
			if err != nil {
				t.Fatal(err)
			}
			if one := c.Truth.PiStall == 0; one != (m.PiStall == 0) {
				t.Errorf("%s: %+v, but the truth is %+v", c.Name, m, c.Truth)
			}
			got, least := m.LogLikelihood(c.samples), c.TruthLogLikelihood-1e-3*float64(len(c.samples))
			if got < least {
				t.Errorf("%s: log-likelihood %v, want at least %v", c.Name, got, least)
			}
			t.Logf("%s: %v; truth %v, best known %v; %+v", c.Name, got, c.TruthLogLikelihood, c.BestLogLikelihood, m)
		}
	})
}
