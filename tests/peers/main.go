// Command peers measures how fast Go libraries read and write values.
//
// It reads commands from stdin until the end of input, and answers each on stdout. All numbers are
// big-endian; a string is its length (32 bits) and its bytes.
//
//	'p'repare: a library ('c' go-cty, 't' tftypes), an operation ('d' decode, 'e' encode), a format
//	           ('m' MessagePack, 'j' JSON), a count (32 bits), then that many values: two strings, the
//	           type constraint as JSON and the input
//	   answer: a string: an error message, or empty
//	'r'un:     the number of times (32 bits) to run the task prepared last for that library
//	   answer: nanoseconds and allocations (64 bits each) in total. The time is the elapsed time or the
//	           processor time, whichever is less: the process may have waited for others
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"syscall"
	"time"
)

// value is a value to read or write.
type value struct {
	constraint, input []byte
}

// work performs a task once.
type work func() error

// library prepares reading or writing one value.
type library func(operation, format byte, of value) (work, error)

var libraries = map[byte]library{'c': cty, 't': tftypes}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	prepared := map[byte][]work{}
	for {
		command, err := in.ReadByte()
		if err == io.EOF {
			return
		}
		check(err)
		library, err := in.ReadByte()
		check(err)
		switch command {
		case 'p':
			all, err := prepare(libraries[library], in)
			prepared[library] = all
			answer(err)
		case 'r':
			var times uint32
			check(binary.Read(in, binary.BigEndian, &times))
			answer(run(prepared[library], times))
		default:
			log.Fatalf("unknown command: %q", command)
		}
	}
}

// prepare reads values and performs the task once for each, to find errors before it is measured.
func prepare(library library, in *bufio.Reader) ([]work, error) {
	var head struct {
		Operation, Format byte
		Count             uint32
	}
	check(binary.Read(in, binary.BigEndian, &head))
	var all []work
	var failed error
	for range head.Count {
		of := value{readString(in), readString(in)}
		once, err := try(func() (work, error) {
			once, err := library(head.Operation, head.Format, of)
			if err == nil {
				err = once()
			}
			return once, err
		})
		if err != nil && failed == nil {
			failed = fmt.Errorf("%w: type %.100s", err, of.constraint)
		}
		all = append(all, once)
	}
	return all, failed
}

func try(make func() (work, error)) (once work, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return make()
}

// run does all work the given number of times, and returns the nanoseconds and the allocations.
func run(all []work, times uint32) [2]uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, spent := time.Now(), processorTime()
	for range times {
		for _, once := range all {
			check(once())
		}
	}
	nanoseconds := min(time.Since(start), processorTime()-spent).Nanoseconds()
	runtime.ReadMemStats(&after)
	return [2]uint64{uint64(nanoseconds), after.Mallocs - before.Mallocs}
}

// processorTime returns the processor time of the process.
func processorTime() time.Duration {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func readString(in *bufio.Reader) []byte {
	var length uint32
	check(binary.Read(in, binary.BigEndian, &length))
	data := make([]byte, length)
	_, err := io.ReadFull(in, data)
	check(err)
	return data
}

// answer writes numbers, or an error as a string.
func answer(what any) {
	switch what := what.(type) {
	case [2]uint64:
		check(binary.Write(os.Stdout, binary.BigEndian, what))
	case error:
		check(binary.Write(os.Stdout, binary.BigEndian, uint32(len(what.Error()))))
		_, err := os.Stdout.WriteString(what.Error())
		check(err)
	default:
		check(binary.Write(os.Stdout, binary.BigEndian, uint32(0)))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
