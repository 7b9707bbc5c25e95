// A small provider written with terraform-plugin-framework, for the tests of the client.
//
// The flag -protocol chooses the version of the protocol, and -legacy sets the flag of the legacy type system in
// responses, as SDKv2 does. -resources lists the names of the resources, and -store is a file that keeps the notes.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/action"
	events "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	data "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	secret "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	managed "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

const address = "registry.terraform.io/example/go"

var resources, file string

func main() {
	version := flag.Int("protocol", 6, "the version of the protocol")
	flag.StringVar(&resources, "resources", "go_note", "the names of the resources")
	flag.StringVar(&file, "store", "", "the file that keeps the notes")
	legacy := flag.Bool("legacy", false, "set the flag of the legacy type system")
	flag.Parse()
	var err error
	if *version == 5 {
		err = tf5server.Serve(address, func() tfprotov5.ProviderServer {
			server := providerserver.NewProtocol5(&goProvider{})()
			if *legacy {
				return &legacyServer{server}
			}
			return server
		})
	} else {
		err = tf6server.Serve(address, func() tfprotov6.ProviderServer {
			return providerserver.NewProtocol6(&goProvider{})()
		})
	}
	if err != nil {
		log.Fatal(err)
	}
}

// legacyServer sets the flag of the legacy type system.
type legacyServer struct {
	tfprotov5.ProviderServer
}

func (s *legacyServer) PlanResourceChange(ctx context.Context, req *tfprotov5.PlanResourceChangeRequest) (*tfprotov5.PlanResourceChangeResponse, error) {
	resp, err := s.ProviderServer.PlanResourceChange(ctx, req)
	if resp != nil {
		resp.UnsafeToUseLegacyTypeSystem = true
	}
	return resp, err
}

func (s *legacyServer) ApplyResourceChange(ctx context.Context, req *tfprotov5.ApplyResourceChangeRequest) (*tfprotov5.ApplyResourceChangeResponse, error) {
	resp, err := s.ProviderServer.ApplyResourceChange(ctx, req)
	if resp != nil {
		resp.UnsafeToUseLegacyTypeSystem = true
	}
	return resp, err
}

type goProvider struct{}

func (*goProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "go"
}

func (*goProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"prefix": schema.StringAttribute{Optional: true},
		},
	}
}

// store is the service: the texts of the notes.
type store struct {
	sync.Mutex
	prefix string
	texts  map[string]string
}

func (*goProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var prefix types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("prefix"), &prefix)...)
	notes := &store{prefix: prefix.ValueString(), texts: map[string]string{}}
	if text, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(text, &notes.texts); err != nil {
			resp.Diagnostics.AddError("Malformed file", err.Error())
		}
	}
	resp.ResourceData = notes
	resp.DataSourceData = notes
}

// save keeps the notes. The store must be locked.
func (s *store) save() {
	if file == "" {
		return
	}
	text, err := json.Marshal(s.texts)
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		panic(err)
	}
}

func (*goProvider) Resources(context.Context) []func() resource.Resource {
	var all []func() resource.Resource
	for _, name := range strings.Split(resources, ",") {
		all = append(all, func() resource.Resource { return &note{name: name} })
	}
	return all
}

func (*goProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return &count{} }}
}

func (*goProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{func() function.Function { return &shout{} }}
}

func (*goProvider) Actions(context.Context) []func() action.Action {
	return []func() action.Action{func() action.Action { return &ring{} }}
}

func (*goProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return &token{} }}
}

// note is the resource go_note, or another one with the same schema. Some texts stand for faults.
type note struct {
	name  string
	notes *store
}

type noteModel struct {
	Name   types.String `tfsdk:"name"`
	Text   types.String `tfsdk:"text"`
	Length types.Int64  `tfsdk:"length"`
}

func (n *note) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = n.name
}

func (*note) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = managed.Schema{
		Attributes: map[string]managed.Attribute{
			"name": managed.StringAttribute{
				Required:      true,
				PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
			},
			"text": managed.StringAttribute{
				Optional: true,
				Computed: true,
				Default:  stringdefault.StaticString("empty"),
			},
			"length": managed.Int64Attribute{Computed: true},
		},
	}
}

func (n *note) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	n.notes, _ = req.ProviderData.(*store)
}

func (n *note) write(model *noteModel) {
	text := model.Text.ValueString()
	switch text {
	case "panic":
		panic("the text is panic")
	case "print":
		fmt.Println(strings.Repeat("printed ", 200_000))
	case "shout":
		model.Text = types.StringValue("SHOUT")
	}
	model.Length = types.Int64Value(int64(len(text)))
	n.notes.Lock()
	defer n.notes.Unlock()
	n.notes.texts[model.Name.ValueString()] = model.Text.ValueString()
	n.notes.save()
}

func (n *note) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var model noteModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &model)...)
	if n.exists(model.Name.ValueString()) {
		resp.Diagnostics.AddAttributeError(path.Root("name"), "Cannot create the note", "It exists already.")
		return
	}
	n.write(&model)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "origin", []byte(`{"by":"go"}`))...)
}

func (n *note) exists(name string) bool {
	n.notes.Lock()
	defer n.notes.Unlock()
	_, ok := n.notes.texts[name]
	return ok
}

func (n *note) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var model noteModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &model)...)
	n.write(&model)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

func (n *note) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var model noteModel
	resp.Diagnostics.Append(req.State.Get(ctx, &model)...)
	n.notes.Lock()
	defer n.notes.Unlock()
	text, ok := n.notes.texts[model.Name.ValueString()]
	if !ok {
		resp.State.RemoveResource(ctx)
		return
	}
	model.Text = types.StringValue(text)
	model.Length = types.Int64Value(int64(len(text)))
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

func (n *note) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var model noteModel
	resp.Diagnostics.Append(req.State.Get(ctx, &model)...)
	n.notes.Lock()
	defer n.notes.Unlock()
	delete(n.notes.texts, model.Name.ValueString())
	n.notes.save()
}

func (*note) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("name"), req, resp)
}

// count is the data source go_count.
type count struct {
	notes *store
}

func (*count) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "go_count"
}

func (*count) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = data.Schema{
		Attributes: map[string]data.Attribute{
			"number": data.Int64Attribute{Computed: true},
			"prefix": data.StringAttribute{Computed: true},
		},
	}
}

func (c *count) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	c.notes, _ = req.ProviderData.(*store)
}

func (c *count) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	c.notes.Lock()
	defer c.notes.Unlock()
	number := int64(len(c.notes.texts))
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("number"), number)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("prefix"), c.notes.prefix)...)
}

// shout is the function shout.
type shout struct{}

func (*shout) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "shout"
}

func (*shout) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Parameters: []function.Parameter{function.StringParameter{Name: "text"}},
		Return:     function.StringReturn{},
	}
}

func (*shout) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	resp.Error = function.ConcatFuncErrors(req.Arguments.Get(ctx, &text))
	if text == "" {
		resp.Error = function.NewArgumentFuncError(0, "a text is required")
		return
	}
	resp.Error = function.ConcatFuncErrors(resp.Error, resp.Result.Set(ctx, strings.ToUpper(text)))
}

// token is the ephemeral resource go_token.
type token struct{}

func (*token) Metadata(_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = "go_token"
}

func (*token) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = secret.Schema{
		Attributes: map[string]secret.Attribute{
			"value": secret.StringAttribute{Computed: true, Sensitive: true},
		},
	}
}

func (*token) Open(ctx context.Context, _ ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	resp.Diagnostics.Append(resp.Result.SetAttribute(ctx, path.Root("value"), "s3cret-token")...)
}

type ring struct{}

func (*ring) Metadata(_ context.Context, _ action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = "go_ring"
}

func (*ring) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = events.Schema{}
}

func (*ring) Invoke(_ context.Context, _ action.InvokeRequest, resp *action.InvokeResponse) {
	resp.SendProgress(action.InvokeProgressEvent{Message: "ringing"})
}
