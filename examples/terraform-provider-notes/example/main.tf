terraform {
  required_providers {
    notes = { source = "example/notes" }
  }
}

provider "notes" {
  directory = "${path.module}/notes"
}

resource "notes_note" "first" {
  name = provider::notes::slug("My first note!")
  text = "Buy milk and bread"
  tags = ["shopping"]
  meta = { author = "Ada" }
}

data "notes_notes" "all" {
  depends_on = [notes_note.first]
}

output "names" {
  value = data.notes_notes.all.names
}
