// Package columnfile reads the columns of Parquet files.
//
// It reads flat Parquet files of any writer, one column at a time, into plain values. It is independent of runs and
// fields: the caller decides which columns are required and what their values mean.
//
// Files are untrusted. Container structures come from parquet-go's format package, after a check against limits;
// pages are decoded here, because that library allocates the sizes in run lengths, delta headers and compressed
// blocks without a check, and reads a missing value into a plain field as zero. Here every size is checked against
// the size of the file before memory is allocated:
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
