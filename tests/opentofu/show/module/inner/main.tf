variable "names" {
  type = list(string)
}

output "names" {
  value = var.names
}
