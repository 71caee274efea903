// Package llenergymeasure reads the results of llenergymeasure.
//
// It reads the directories that the tool writes, with result schemas 2 to 4 and bundle versions 1 and 2, into
// rows of [Schema]: result.json, the files next to it with GPU and configuration, the study's manifest, and power
// over time. Single requests (requests.parquet) are listed but not read.
//
// Three values with the same name in the tool are distinguished here: energy per output token, energy per token of
// input and output, and the latter without idle power. Values that a result does not contain are missing, as are
// zeros that mean "not measured".
package llenergymeasure
