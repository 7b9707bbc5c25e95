variable "input" {}
resource "terraform_data" "t" {
  input = var.input
}
module "n" {
  source = "./n"
}
output "output" {
  value = terraform_data.t.output
}
