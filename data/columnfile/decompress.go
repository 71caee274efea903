package columnfile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

var errSize = errors.New("a page does not decompress to its stated size")

// decompress gives the size bytes that packed stands for. The codecs are used
// directly, with the output bounded: parquet-go's grow it until the input ends,
// and its LZ4_RAW retries for ever on a malformed block.
func (c *chunk) decompress(packed []byte, size int) ([]byte, error) {
	if c.codec == format.Uncompressed {
		return packed, nil
	}
	if size == 0 { // an empty dictionary; not every writer compresses nothing to something
		return nil, nil
	}
	if err := c.file.spend(size); err != nil {
		return nil, err
	}
	switch c.codec {
	case format.Snappy:
		if n, err := snappy.DecodedLen(packed); err != nil || n != size {
			return nil, errSize
		}
		return snappy.Decode(nil, packed)
	case format.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return exactly(r, size)
	case format.Brotli:
		return exactly(brotli.NewReader(bytes.NewReader(packed)), size)
	case format.Zstd:
		return unzstd(packed, size)
	case format.Lz4Raw:
		out := make([]byte, size)
		if n, err := lz4.UncompressBlock(packed, out); err != nil || n != size {
			return nil, errSize
		}
		return out, nil
	}
	return nil, fmt.Errorf("codec %s is not supported; write the file with zstd or snappy", c.codec)
}

// spend counts decompressed bytes against the file's limit.
func (f *File) spend(size int) error {
	if f.decoded += size; f.decoded > mostDecoded {
		return fmt.Errorf("the file decompresses to more than %d bytes; split it", mostDecoded)
	}
	return nil
}

func exactly(r io.Reader, size int) ([]byte, error) {
	out := make([]byte, size)
	if _, err := io.ReadFull(r, out); err != nil {
		return nil, errSize
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		return nil, errSize
	}
	return out, nil
}

// A decoder holds goroutine-safe tables that are costly to build.
var zstdDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
		zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderMaxMemory(longestPage))
})

func unzstd(packed []byte, size int) ([]byte, error) {
	decoder, err := zstdDecoder()
	if err != nil {
		return nil, err
	}
	out, err := decoder.DecodeAll(packed, make([]byte, 0, size))
	if err == nil && len(out) != size {
		err = errSize
	}
	return out, err
}
