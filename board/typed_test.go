package board

import (
	"net/url"
	"strings"
	"testing"
)

// What readers type in their own way is the address of a plain form; what means something else, or nothing, is a fault.
func TestValuesAreReadAsReadersTypeThem(t *testing.T) {
	b := sample(seeded(1))
	for _, c := range []struct{ name, typed, plain string }{
		{"deadline", "30 ms", "deadline=30"},
		{"deadline", "≤ 0.03 s", "deadline=30"},
		{"deadline", "30ms per token", "deadline=30"},
		{"deadline", "30 ms per image", ""},
		{"deadline", "-30 ms", ""},
		{"deadline", "30 J", ""},
		{"rent", "H100 $2.00, B200 $3.70", "rent=" + url.QueryEscape("B200:3.7,H100:2")},
		{"rent", "h100:2 b200:3.7", "rent=" + url.QueryEscape("B200:3.7,H100:2")},
		{"rent", "B200 = 3.70 USD/h; H100 = 2 USD/h", "rent=" + url.QueryEscape("B200:3.7,H100:2")},
		{"rent", "H100 2 per hour and B200 3.7 per GPU-hour", "rent=" + url.QueryEscape("B200:3.7,H100:2")},
		{"rent", "$2.00", "rent=" + url.QueryEscape("A%2C1:2,B200:2,H100:2")},
		{"rent", "H100 €2, B200 €3", "rent=" + url.QueryEscape("B200:3,H100:2") + "&currency=EUR"},
		{"rent", "H100 €2, B200 $3", ""},
		{"rent", "H1000 2", ""},
		{"rent", "H100 2 B200", ""},
		{"price", "$0.12 per kWh", "price=0.12"},
		{"price", "12 ct", "price=0.12"},
		{"price", "0,12 €", "currency=EUR&price=0.12"},
		{"price", "120 $/MWh", ""},
		{"grid", "380 g CO2e/kWh", "grid=380"},
		{"responses", "1,000,000 per day", "responses=1000000"},
		{"responses", "1.000.000", "responses=1000000"},
		{"responses", "one million a day", "responses=1000000"},
		{"responses", "1.5M", "responses=1500000"},
		{"daily", "2 billion tokens per day", "daily=2000000000"},
		{"kw", "5 MW", "kw=5000"},
		{"reserve", "20%", "reserve=20"},
		{"idle", "100 W per GPU", "idle=100"},
		{"gpu", "h100", "gpu=H100"},
		{"gpu", "2x H100", "gpu=H100&gpus=2"},
		{"gpu", "3 × h100, 3x B200", "gpu=" + url.QueryEscape("B200,H100") + "&gpus=3"},
		{"gpu", "H100 x 2", "gpu=H100&gpus=2"},
		{"gpu", "1 GPU", "gpus=1"},
		{"gpu", "1x H100, 2x B200", ""},
		{"gpu", "8x H100", ""},
		{"precision", "FP8", "precision=fp8"},
		{"precision", "BF16", "precision=bfloat16"},
	} {
		q, faults := b.Parse(url.Values{c.name: {c.typed}}.Encode())
		if c.plain == "" {
			if len(faults) != 1 {
				t.Errorf("%s=%q is read as %s, %v", c.name, c.typed, b.Encode(q), faults)
			}
			continue
		}
		if got := b.Encode(q); got != c.plain || len(faults) > 0 {
			t.Errorf("%s=%q: got %s, %v; want %s", c.name, c.typed, got, faults, c.plain)
		}
	}
	if _, faults := b.Parse("gpu=8x+H100"); len(faults) != 1 || !strings.Contains(faults[0].Want, "a number of GPUs in this data (1, 2, 3)") {
		t.Errorf("a number of GPUs that no row has: %v", faults)
	}
	if q, faults := b.Parse("currency=EUR&rent=H100+$2"); len(faults) != 1 || q.Rents != nil {
		t.Errorf("prices in another currency than the stated one: %v, %v", q.Rents, faults)
	}
}
