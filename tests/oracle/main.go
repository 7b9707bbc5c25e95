// Command oracle reads and writes values with go-cty, the reference implementation.
//
// It reads requests from stdin until the end of input, and writes the answers to stdout in the same
// order. All lengths are 32 bits, big-endian.
//
//	request: an operation, then two strings (a length and the bytes): a type constraint as JSON,
//	         and the input
//	answer:  three outcomes: reading, writing as MessagePack, writing as JSON; each is a status
//	         and a string: 'o' with the output, 'e' with an error, 'p' with a panic's message
//
// Operations: 'm' reads MessagePack, 'j' JSON, 't' a type constraint (and writes it as JSON), 'n'
// normalizes text, 'q' quotes it. If reading fails, both outcomes of writing are errors.
//
// Nothing protects against inputs that make go-cty allocate without limit: do not send them.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
	"golang.org/x/text/unicode/norm"
)

// outcome is an output, or the reason why there is none.
type outcome struct {
	status byte
	data   []byte
}

// answer holds the outcomes of reading, writing as MessagePack and writing as JSON.
type answer [3]outcome

var errUnread = errors.New("no value to write")

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for {
		op, err := in.ReadByte()
		if err == io.EOF {
			break
		}
		check(err)
		constraint, input := readString(in), readString(in)
		for _, part := range respond(op, string(constraint), input) {
			check(out.WriteByte(part.status))
			writeString(out, part.data)
		}
		if in.Buffered() == 0 {
			check(out.Flush())
		}
	}
	check(out.Flush())
}

func respond(op byte, constraint string, input []byte) answer {
	switch op {
	case 't':
		var ty cty.Type
		return answer{try(func() ([]byte, error) {
			if err := json.Unmarshal(input, &ty); err != nil {
				return nil, err
			}
			return json.Marshal(ty)
		})}
	case 'n':
		return answer{{'o', norm.NFC.Bytes(input)}}
	case 'q':
		return answer{{'o', strconv.AppendQuote(nil, string(input))}}
	}
	var ty cty.Type
	var value cty.Value
	read := try(func() (_ []byte, err error) {
		if ty, err = typeOf(constraint); err != nil {
			return nil, err
		}
		switch op {
		case 'm':
			value, err = msgpack.Unmarshal(input, ty)
		case 'j':
			value, err = ctyjson.Unmarshal(input, ty)
		default:
			err = fmt.Errorf("unknown operation: %q", op)
		}
		return nil, err
	})
	if read.status != 'o' {
		unread := outcome{'e', []byte(errUnread.Error())}
		return answer{read, unread, unread}
	}
	return answer{
		read,
		try(func() ([]byte, error) { return msgpack.Marshal(value, ty) }),
		try(func() ([]byte, error) { return ctyjson.Marshal(value, ty) }),
	}
}

func try(run func() ([]byte, error)) (result outcome) {
	defer func() {
		if reason := recover(); reason != nil {
			result = outcome{'p', fmt.Append(nil, reason)}
		}
	}()
	data, err := run()
	if err != nil {
		return outcome{'e', []byte(err.Error())}
	}
	return outcome{'o', data}
}

var types = map[string]cty.Type{}

// typeOf returns a type without optional attributes, as Terraform passes it to the codecs.
func typeOf(constraint string) (cty.Type, error) {
	if ty, ok := types[constraint]; ok {
		return ty, nil
	}
	var ty cty.Type
	if err := json.Unmarshal([]byte(constraint), &ty); err != nil {
		return ty, err
	}
	ty = ty.WithoutOptionalAttributesDeep()
	if len(types) > 10000 {
		clear(types)
	}
	types[constraint] = ty
	return ty, nil
}

func readString(in *bufio.Reader) []byte {
	var length [4]byte
	_, err := io.ReadFull(in, length[:])
	check(err)
	data := make([]byte, binary.BigEndian.Uint32(length[:]))
	_, err = io.ReadFull(in, data)
	check(err)
	return data
}

func writeString(out *bufio.Writer, data []byte) {
	check(binary.Write(out, binary.BigEndian, uint32(len(data))))
	_, err := out.Write(data)
	check(err)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
