variable "size" {
  type = number
}

variable "rules" {
  type = set(object({ port = number, open = optional(bool, false) }))
}

variable "secret" {
  type      = string
  default   = null
  ephemeral = true
}

resource "terraform_data" "rule" {
  for_each = { for rule in var.rules : rule.port => rule }
  input    = each.value
}

output "total" {
  value = var.size + length(var.rules)
}

output "rules" {
  value     = values(terraform_data.rule)[*].output
  sensitive = true
}

output "ephemeral" {
  value     = var.secret
  ephemeral = true
}

module "inner" {
  source = "./inner"
  names  = [for rule in var.rules : rule.port]
}
