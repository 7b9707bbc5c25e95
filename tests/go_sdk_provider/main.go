// A small provider written with terraform-plugin-sdk/v2, for the tests of the client. Its responses have the flag of the
// legacy type system.
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/customdiff"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

func main() {
	plugin.Serve(&plugin.ServeOpts{
		ProviderAddr: "registry.terraform.io/example/old",
		ProviderFunc: provider,
	})
}

// store is the service: the boxes by name.
type store struct {
	sync.Mutex
	boxes map[string]map[string]interface{}
}

func provider() *schema.Provider {
	return &schema.Provider{
		Schema: map[string]*schema.Schema{
			"region": {Type: schema.TypeString, Optional: true},
		},
		ResourcesMap:   map[string]*schema.Resource{"old_box": box()},
		DataSourcesMap: map[string]*schema.Resource{"old_count": count()},
		ConfigureContextFunc: func(context.Context, *schema.ResourceData) (interface{}, diag.Diagnostics) {
			return &store{boxes: map[string]map[string]interface{}{}}, nil
		},
	}
}

// fields are the attributes of a box that the service stores.
var fields = []string{"name", "label", "size", "secret", "slot", "tags"}

// box is the resource old_box. Some labels stand for faults.
func box() *schema.Resource {
	return &schema.Resource{
		CreateContext: write,
		ReadContext:   read,
		UpdateContext: write,
		DeleteContext: func(_ context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
			boxes := meta.(*store)
			boxes.Lock()
			defer boxes.Unlock()
			delete(boxes.boxes, d.Id())
			return nil
		},
		Importer: &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext},
		CustomizeDiff: customdiff.ForceNewIfChange("size", func(_ context.Context, old, new, _ interface{}) bool {
			return new.(int) < old.(int)
		}),
		Schema: map[string]*schema.Schema{
			"name":   {Type: schema.TypeString, Required: true, ForceNew: true},
			"label":  {Type: schema.TypeString, Optional: true, Default: "plain"},
			"size":   {Type: schema.TypeInt, Optional: true, Computed: true},
			"secret": {Type: schema.TypeString, Optional: true, Sensitive: true},
			"tags":   {Type: schema.TypeMap, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
			"url":    {Type: schema.TypeString, Computed: true},
			"slot": {
				Type:     schema.TypeSet,
				Optional: true,
				Elem: &schema.Resource{Schema: map[string]*schema.Schema{
					"port": {Type: schema.TypeInt, Required: true},
					"note": {Type: schema.TypeString, Optional: true},
				}},
			},
		},
	}
}

func write(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	label := d.Get("label").(string)
	if label == "panic" {
		panic("the label is panic")
	}
	stored := map[string]interface{}{}
	for _, name := range fields {
		stored[name] = d.Get(name)
	}
	if stored["size"] == 0 {
		stored["size"] = 1
	}
	if label == "loud" {
		stored["label"] = "LOUD"
	}
	name := d.Get("name").(string)
	boxes := meta.(*store)
	boxes.Lock()
	if _, exists := boxes.boxes[name]; exists && d.Id() == "" {
		boxes.Unlock()
		return diag.Errorf("the box %s exists already", name)
	}
	boxes.boxes[name] = stored
	boxes.Unlock()
	d.SetId(name)
	return read(ctx, d, meta)
}

func read(_ context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	boxes := meta.(*store)
	boxes.Lock()
	defer boxes.Unlock()
	stored, ok := boxes.boxes[d.Id()]
	if !ok {
		d.SetId("")
		return nil
	}
	for name, value := range stored {
		if err := d.Set(name, value); err != nil {
			return diag.FromErr(err)
		}
	}
	return diag.FromErr(d.Set("url", "https://box/"+d.Id()))
}

// count is the data source old_count.
func count() *schema.Resource {
	return &schema.Resource{
		ReadContext: func(_ context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
			boxes := meta.(*store)
			boxes.Lock()
			defer boxes.Unlock()
			d.SetId("count")
			return diag.FromErr(d.Set("text", fmt.Sprint(len(boxes.boxes))))
		},
		Schema: map[string]*schema.Schema{"text": {Type: schema.TypeString, Computed: true}},
	}
}
