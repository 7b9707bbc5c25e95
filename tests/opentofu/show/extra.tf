resource "terraform_data" "to_move" {}

resource "terraform_data" "to_forget" {}
