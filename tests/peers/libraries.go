package main

import (
	"encoding/json"
	"fmt"

	tf "github.com/hashicorp/terraform-plugin-go/tftypes"
	gocty "github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"
)

// Results are stored here, so that the compiler cannot optimize the work away.
var (
	bytes    []byte
	ctyValue gocty.Value
	tfValue  tf.Value
)

// cty uses go-cty, the library of Terraform and its plugin SDK.
func cty(operation, format byte, of value) (work, error) {
	var ty gocty.Type
	if err := json.Unmarshal(of.constraint, &ty); err != nil {
		return nil, err
	}
	unmarshal, marshal := ctymsgpack.Unmarshal, ctymsgpack.Marshal
	if format == 'j' {
		unmarshal, marshal = ctyjson.Unmarshal, ctyjson.Marshal
	}
	if operation == 'd' {
		return func() (err error) {
			ctyValue, err = unmarshal(of.input, ty)
			return err
		}, nil
	}
	read, err := unmarshal(of.input, ty)
	return func() (err error) {
		bytes, err = marshal(read, ty)
		return err
	}, err
}

// tftypes uses tftypes, the library of the plugin framework.
func tftypes(operation, format byte, of value) (work, error) {
	ty, err := tf.ParseJSONType(of.constraint)
	if err != nil {
		return nil, err
	}
	unmarshal := tf.ValueFromMsgPack
	if format == 'j' {
		unmarshal = tf.ValueFromJSON
	}
	if operation == 'd' {
		return func() (err error) {
			tfValue, err = unmarshal(of.input, ty)
			return err
		}, nil
	}
	if format == 'j' {
		return nil, fmt.Errorf("tftypes cannot write JSON")
	}
	read, err := unmarshal(of.input, ty)
	return func() (err error) {
		bytes, err = read.MarshalMsgPack(ty)
		return err
	}, err
}
