package content

import "testing"

func TestEmbeddedContentLoads(t *testing.T) {
	c, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", c.Tasks[0])
}
