// Package mlenergy reads compiled directories of the ML.ENERGY Benchmark.
//
// It decodes a compiled directory (runs/llm.parquet, runs/diffusion.parquet, runs/output_lengths.parquet), or one
// such file, into the records of package data, and contains the synthetic sample, which is also a compiled directory.
// An error in a file or a row becomes a [data.Problem]; the rest is loaded.
//
// It filters only unstable runs, and does not rank or show them; package columnfile reads Parquet.
package mlenergy
