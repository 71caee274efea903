package render

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strconv"
	"testing"
	"unicode/utf16"
)

var (
	streamForm = regexp.MustCompile(`(?s)(\d+) 0 obj\n<<[^\n]*/Filter /FlateDecode /Length (\d+) >>\nstream\n`)
	fontUse    = regexp.MustCompile(`/(F\d+) (\d+) 0 R`)
	unicodeUse = regexp.MustCompile(`(?m)^(\d+) 0 obj\n<< /Type /Font /Subtype /Type0 [^\n]*/ToUnicode (\d+) 0 R`)
	mapped     = regexp.MustCompile(`(?m)^<([0-9A-F]{4})> <([0-9A-F]+)>$`)
	shown      = regexp.MustCompile(`BT /(F\d+) [^\n]*<([0-9A-F]*)> Tj ET`)
)

// pageText is what the page of a file says, label by label: the glyphs that are shown, by the characters that the
// file maps them to.
func pageText(t *testing.T, file []byte) []string {
	t.Helper()
	streams := map[string]string{}
	for _, at := range streamForm.FindAllSubmatchIndex(file, -1) {
		length, _ := strconv.Atoi(string(file[at[4]:at[5]]))
		streams[string(file[at[2]:at[3]])] = unpacked(t, file[at[1]:at[1]+length])
	}
	fonts := map[string]map[string]string{}
	for _, use := range fontUse.FindAllSubmatch(file, -1) {
		for _, font := range unicodeUse.FindAllSubmatch(file, -1) {
			if bytes.Equal(font[1], use[2]) {
				fonts[string(use[1])] = characters(streams[string(font[2])])
			}
		}
	}
	var texts []string
	for _, content := range streams {
		for _, found := range shown.FindAllStringSubmatch(content, -1) {
			text := ""
			for glyphs := found[2]; glyphs != ""; glyphs = glyphs[4:] {
				text += fonts[found[1]][glyphs[:4]]
			}
			texts = append(texts, text)
		}
	}
	return texts
}

func unpacked(t *testing.T, packed []byte) string {
	t.Helper()
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func characters(unicodeMap string) map[string]string {
	texts := map[string]string{}
	for _, found := range mapped.FindAllStringSubmatch(unicodeMap, -1) {
		var units []uint16
		for digits := found[2]; digits != ""; digits = digits[4:] {
			unit, _ := strconv.ParseUint(digits[:4], 16, 16)
			units = append(units, uint16(unit))
		}
		texts[found[1]] = string(utf16.Decode(units))
	}
	return texts
}
