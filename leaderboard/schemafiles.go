package leaderboard

const (
	dateHelp   = "Date of the data, YYYY-MM-DD; null if unknown."
	lengthHelp = "Histogram of response lengths in tokens; absent if the source contains none."
)

func taskIDSchema() object { return typed("string", "ID of the task.") }

func dateSchema() object {
	s := orMissing("string", dateHelp)
	s["pattern"] = date.String()
	return s
}

func indexSchema() object {
	groups := object{}
	for group := range taskGroups {
		groups[group] = listOf(taskIDSchema())
	}
	return closed(object{
		"last_updated":  dateSchema(),
		"tasks":         listOf(taskIDSchema()),
		"architectures": closed(groups),
		"models":        mapOf(closed(wireSchema(llmLayout, inIndex, inFacts), "architecture")),
	})
}

func llmTaskSchema() object {
	return closed(taskProperties(closed(wireSchema(llmLayout))))
}

func diffusionTaskSchema() object {
	properties := taskProperties(oneOf(
		closed(wireSchema(imageLayout)),
		closed(wireSchema(videoLayout)),
	))
	properties["architecture"] = constant("diffusion", "Kind of the models.")
	return closed(properties)
}

func taskProperties(row object) object {
	return object{
		"task":              taskIDSchema(),
		"task_display_name": typed("string", "Display name of the task."),
		"configurations":    listOf(row),
	}
}

func llmModelSchema() object {
	row := wireSchema(llmLayout, inRow)
	split := wireSchema(llmLayout, inSplit)
	split["notes"] = typed("string", "Parallelism in words, if the degrees are misleading.")
	row["parallelization"] = closed(split)
	row["output_length_distribution"] = distributionSchema()
	top := wireSchema(llmLayout, inModel, inFacts)
	top["task"] = taskIDSchema()
	top["configurations"] = listOf(closed(row, "output_length_distribution"))
	top["output_length_distribution"] = distributionSchema()
	return closed(top, "output_length_distribution")
}

func distributionSchema() object {
	s := closed(object{
		"bins":   listOf(object{"type": "number"}),
		"counts": listOf(whole("Responses in the bin.")),
	})
	s["description"] = lengthHelp
	return s
}

func diffusionModelSchema() object {
	top := wireSchema(imageLayout, inModel, inFacts)
	top["task"] = taskIDSchema()
	top["configurations"] = listOf(oneOf(diffusionRowSchema(imageLayout), diffusionRowSchema(videoLayout)))
	return closed(top)
}

func diffusionRowSchema(l *layout) object {
	row := wireSchema(l, inRow)
	row["parallelization"] = closed(wireSchema(l, inSplit))
	return closed(row)
}

func metaSchema() object {
	count := closed(object{"runs": whole("Published runs."), "models": whole("Models among them.")})
	return closed(object{
		"schema_version": object{"const": SchemaVersion},
		"tool": closed(object{
			"name":    typed("string", "Program that wrote the files."),
			"version": typed("string", "Its version."),
		}),
		"data_date": dateSchema(),
		"synthetic": typed("boolean", "Whether any number is synthetic, not measured."),
		"sources":   listOf(closed(sourceProperties())),
		"origins":   mapOf(listOf(closed(originProperties()))),
		"published": closed(object{
			"runs":      whole("Published runs of all tasks."),
			"models":    whole("Models among them."),
			"by_domain": mapOf(count),
			"by_system": mapOf(count),
			"by_task":   mapOf(count),
		}),
		"problems": whole("Problems in problems.json."),
	})
}

func sourceProperties() object {
	return object{
		"source":    typed("string", "The source as given by the user."),
		"kind":      typed("string", "Format of its results."),
		"revision":  orMissing("string", "Commit or content hash; null if unknown."),
		"date":      dateSchema(),
		"synthetic": typed("boolean", "Whether its numbers are synthetic."),
		"runs":      whole("Runs loaded from it."),
		"left_out":  whole("Runs that were left out because of problems."),
	}
}

// originProperties are those of a source of one record type's runs.
func originProperties() object {
	p := sourceProperties()
	p["runs"] = whole("Runs of the record type loaded from it.")
	p["left_out"] = whole("Runs of any record type that were left out because of problems.")
	p["via"] = orMissing("string", "The published site that refers to this source; null if the source was read directly.")
	return p
}

func problemsSchema() object {
	return closed(object{
		"schema_version": object{"const": SchemaVersion},
		"problems": listOf(closed(object{
			"source":  orMissing("string", "The source; null if there is none."),
			"file":    typed("string", "File in the source; empty if there is none."),
			"row":     whole("Row or line in the file, counted from 1; 0 if there is none."),
			"field":   typed("string", "Field of the row; empty if there is none."),
			"message": typed("string", "Description of the problem and its consequence."),
			"code": typed("string", "Rule that the run breaks, see docs/plausible.md; "+
				"empty if the row cannot be read."),
			"accepted": typed("string", "Reason for publishing the run despite the problem; empty if it is left out."),
		})),
	})
}

func recordedSchema() object {
	numbers := func(description string) object {
		s := listOf(object{"type": "number"})
		s["description"] = description
		return s
	}
	interval := closed(object{
		"kind":   typed("string", "Method, such as block-bootstrap."),
		"points": whole("Number of values that it is computed from."),
		"level":  typed("number", "Confidence level; 0 if there is none."),
		"center": typed("number", "The mean, in J per output."),
		"low":    typed("number", "Its lower end."),
		"high":   typed("number", "Its upper end."),
	})
	interval["description"] = "The interval of the energy per output, from variation within the run."
	series := closed(object{
		"name":    typed("string", "The quantity."),
		"label":   typed("string", "Its display name."),
		"unit":    typed("string", "Its unit."),
		"seconds": numbers("Times from the start of the recording, ascending."),
		"values":  numbers("The value at each time."),
	})
	return mapOf(closed(object{"energy_interval": interval, "series": listOf(series)}, "energy_interval", "series"))
}
