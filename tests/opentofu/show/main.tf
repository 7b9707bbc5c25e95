# Every kind of variable, output, check and module, to capture the output of `show -json`.

variable "any" {
  default = { a = [1, "b", null] }
}

variable "untyped" {
  type    = any
  default = null
}

variable "string" {
  type        = string
  description = "A string."
  default     = "s"
  validation {
    condition     = length(var.string) > 0
    error_message = "The string is empty."
  }
}

variable "number" {
  type    = number
  default = 0.1
}

variable "bool" {
  type     = bool
  default  = true
  nullable = false
}

variable "list" {
  type    = list(string)
  default = ["a", "b"]
}

variable "set" {
  type    = set(number)
  default = [2, 1, 2]
}

variable "map" {
  type    = map(bool)
  default = { a = true }
}

variable "tuple" {
  type    = tuple([string, number, list(any)])
  default = ["a", 1, []]
}

variable "object" {
  type = object({
    name  = string
    tags  = optional(map(string), { a = "b" })
    rules = optional(list(object({ port = number, open = optional(bool) })))
  })
  default = { name = "n" }
}

variable "empty" {
  type    = object({})
  default = {}
}

variable "required" {
  type = list(object({ id = string }))
}

variable "secret" {
  type      = map(string)
  default   = { key = "hush" }
  sensitive = true
}

variable "ephemeral" {
  type      = list(string)
  default   = ["e"]
  ephemeral = true
}

resource "terraform_data" "one" {
  input            = var.object
  triggers_replace = [var.string, var.number]
  lifecycle {
    precondition {
      condition     = var.number < 1
      error_message = "The number is too large."
    }
    postcondition {
      condition     = self.id != ""
      error_message = "There is no identifier."
    }
  }
}

resource "terraform_data" "counted" {
  count = 2 # instances
  input = { index = count.index, secret = var.secret }
  provisioner "local-exec" {
    command = "echo ${self.id}"
  }
}

resource "terraform_data" "each" {
  for_each   = toset(["a b", "c"])
  input      = each.key
  depends_on = [terraform_data.one]
}

resource "terraform_data" "enabled" {
  lifecycle {
    enabled = true
  }
}

data "terraform_remote_state" "none" {
  count    = 0
  backend  = "local"
  config   = { path = "none" }
  defaults = { a = 1 }
}

module "one" {
  source = "./module"
  size   = 1
  rules  = [{ port = 80 }]
}

module "counted" {
  source = "./module"
  count  = 2
  size   = count.index
  rules  = [{ port = 80, open = true }, { port = 81 }]
}

module "each" {
  source     = "./module"
  for_each   = { a = 1, "b c" = 2 }
  size       = each.value
  rules      = []
  depends_on = [terraform_data.one]
}

check "passes" {
  assert {
    condition     = var.bool
    error_message = "It is false."
  }
}

check "fails" {
  assert {
    condition     = var.number > 1
    error_message = "The number is ${var.number}."
  }
}

check "unknown" {
  assert {
    condition     = terraform_data.one.id == "x"
    error_message = "Another identifier."
  }
}

output "string" {
  value       = var.string
  description = "A string."
}

output "unknown" {
  value = terraform_data.one.id
}

output "partly" {
  value = [var.string, terraform_data.one.id]
}

output "object" {
  value = var.object
}

output "null" {
  value = var.untyped
}

output "secret" {
  value      = var.secret
  sensitive  = true
  depends_on = [terraform_data.one]
}

output "checked" {
  value = var.list
  precondition {
    condition     = length(var.list) == 2
    error_message = "There must be two."
  }
}

output "modules" {
  value = { for key, module in module.each : key => module.total }
}
