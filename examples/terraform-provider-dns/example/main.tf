terraform {
  required_providers {
    dns = { source = "example/dns" }
  }
}

resource "dns_record" "host" {
  for_each = toset(["mail", "web", "www"])

  name   = "${each.key}.example.com"
  type   = "A"
  values = ["192.0.2.1", "192.0.2.2"]
  ttl    = 300
}

data "dns_records" "all" {
  depends_on = [dns_record.host]
}

output "names" {
  value = sort(data.dns_records.all.records[*].name)
}
