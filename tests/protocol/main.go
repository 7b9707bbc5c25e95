// Prints the messages, enumerations and methods of a provider protocol, one per line, as
// terraform-plugin-go describes them. The argument is the package: tfplugin5 or tfplugin6.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	_ "github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	_ "github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

func main() {
	printer := printer{pkg: os.Args[1]}
	name := protoreflect.FullName(printer.pkg)
	protoregistry.GlobalFiles.RangeFilesByPackage(name, func(file protoreflect.FileDescriptor) bool {
		printer.messages(file.Messages())
		printer.enums(file.Enums())
		printer.services(file.Services())
		return true
	})
	slices.Sort(printer.lines)
	fmt.Println(strings.Join(printer.lines, "\n"))
}

type printer struct {
	pkg   string
	lines []string
}

func (p *printer) printf(format string, values ...any) {
	p.lines = append(p.lines, fmt.Sprintf(format, values...))
}

func (p *printer) short(descriptor protoreflect.Descriptor) string {
	return strings.TrimPrefix(string(descriptor.FullName()), p.pkg+".")
}

func (p *printer) messages(messages protoreflect.MessageDescriptors) {
	for i := range messages.Len() {
		message := messages.Get(i)
		if message.IsMapEntry() {
			continue
		}
		fields := message.Fields()
		if fields.Len() == 0 && message.Messages().Len() == 0 {
			p.printf("empty %s", p.short(message))
		}
		for j := range fields.Len() {
			field := fields.Get(j)
			p.printf("field %s %02d %s %s", p.short(message), field.Number(), field.Name(), p.label(field))
		}
		p.enums(message.Enums())
		p.messages(message.Messages())
	}
}

func (p *printer) label(field protoreflect.FieldDescriptor) string {
	switch {
	case field.IsMap():
		return fmt.Sprintf("map<%s,%s>", p.kind(field.MapKey()), p.kind(field.MapValue()))
	case field.IsList():
		return "repeated " + p.kind(field)
	case field.HasOptionalKeyword():
		return "optional " + p.kind(field)
	case field.ContainingOneof() != nil:
		return "oneof " + p.kind(field)
	}
	return p.kind(field)
}

func (p *printer) kind(field protoreflect.FieldDescriptor) string {
	switch field.Kind() {
	case protoreflect.MessageKind:
		return p.short(field.Message())
	case protoreflect.EnumKind:
		return "enum"
	}
	return field.Kind().String()
}

func (p *printer) enums(enums protoreflect.EnumDescriptors) {
	for i := range enums.Len() {
		values := enums.Get(i).Values()
		for j := range values.Len() {
			p.printf("enum %s %02d %s", p.short(enums.Get(i)), values.Get(j).Number(), values.Get(j).Name())
		}
	}
}

func (p *printer) services(services protoreflect.ServiceDescriptors) {
	for i := range services.Len() {
		methods := services.Get(i).Methods()
		for j := range methods.Len() {
			method := methods.Get(j)
			streams := ""
			if method.IsStreamingClient() {
				streams = " requests"
			}
			if method.IsStreamingServer() {
				streams = " responses"
			}
			p.printf("method %s %s%s", p.short(services.Get(i)), method.Name(), streams)
		}
	}
}
