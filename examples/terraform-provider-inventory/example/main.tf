terraform {
  required_providers {
    inventory = { source = "example/inventory" }
  }
}

provider "inventory" {
  path         = "inventory.db"
  default_tags = { owner = "core" }
}

resource "inventory_rack" "north" {
  name = "North-1"
}

ephemeral "inventory_password" "admin" {
  holder = "Web"
}

resource "inventory_server" "web" {
  name                   = "Web"
  rack_id                = inventory_rack.north.id
  price                  = 0.1
  tags                   = { stage = "prod" }
  admin_password         = ephemeral.inventory_password.admin.value
  admin_password_version = 1
  interfaces             = [{ network = "lan" }, { network = "dmz", address = "192.0.2.7" }]
  volumes                = [{ name = "data", size = 100 }]

  disk {
    size = 20
  }
  rule {
    port = 443
    from = ["192.0.2.0/24"]
  }
  monitoring {
    interval = 30
  }
}

data "inventory_servers" "main" {
  zone = inventory_server.web.zone
}

output "addresses" {
  value = data.inventory_servers.main.servers[*].interfaces[*].address
}
