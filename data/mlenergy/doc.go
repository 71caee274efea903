// Package mlenergy answers: how does the ML.ENERGY benchmark store its results?
//
// It decodes a compiled directory (runs/llm.parquet, runs/diffusion.parquet,
// runs/output_lengths.parquet), or one such file, into the records of package
// data, and holds the synthetic sample, which is a compiled directory too. What
// is wrong with a file or a row becomes a [data.Problem]; the rest is loaded.
//
// It filters nothing but unstable runs, ranks nothing and shows nothing; how
// Parquet is laid out is package columnfile's business.
package mlenergy
