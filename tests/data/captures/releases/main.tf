variable "secret" {
  type      = string
  sensitive = true
}
variable "size" {
  type    = number
  default = 3
}
resource "terraform_data" "each" {
  for_each = toset(["a", "b\"$${x}"])
  input    = { key = each.key, secret = var.secret, size = var.size }
  lifecycle {
    postcondition {
      condition     = self.input.size > 0
      error_message = "must be positive"
    }
  }
}
resource "terraform_data" "count" {
  count            = var.size - 1
  triggers_replace = [var.size, 0.1]
  input            = count.index
}
module "m" {
  source   = "./m"
  for_each = toset(["x", "y"])
  input    = terraform_data.each["a"].output
}
check "c" {
  assert {
    condition     = var.size < 4
    error_message = "too large"
  }
}
output "secret" {
  value     = var.secret
  sensitive = true
}
output "outputs" {
  value = [for one in module.m : one.output]
  sensitive = true
}
output "size" {
  value = var.size
}
