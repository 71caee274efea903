// Package columnfile answers: what do the columns of this Parquet file contain?
//
// It reads flat Parquet files of any writer, one column at a time, into plain
// values. It knows no run and no field: which columns must be there and what
// their values mean is the caller's business.
//
// Files are untrusted. Container structures come from parquet-go's format
// package, after a walk that bounds them; pages are decoded here, because that
// library allocates whatever a run length, a delta header or a compressed block
// claims, and reads a missing value into a plain field as zero. Here every size
// is checked against what the file can hold before memory is taken:
//
//   - a footer of at most 16 MiB, at most 10,000 schema elements;
//   - at most 10 million values a file (rows × columns);
//   - pages of at most 64 MiB and 256 MiB a file after decompression;
//   - texts of at most 1 MiB.
//
// It reads all codecs but the deprecated LZ4 framing and LZO, data pages of both
// versions and every encoding that today's writers produce. It does not read
// nested or repeated columns, INT96, decimals and times; such a column is
// listed with its declared type.
package columnfile
