package content

import "encoding/json"

// Schema returns the JSON Schema of a settings file, for editors; ok is false for other files.
func Schema(name string) (text []byte, ok bool) {
	for _, f := range settingsFiles() {
		if f.name != name {
			continue
		}
		s := f.schema()
		s["$schema"], s["title"], s["description"] = "https://json-schema.org/draft/2020-12/schema", name, f.help
		text, err := json.MarshalIndent(s, "", "  ")
		return append(text, '\n'), err == nil
	}
	return nil, false
}
