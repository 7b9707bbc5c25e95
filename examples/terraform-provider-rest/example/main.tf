terraform {
  required_providers {
    rest = { source = "example/rest" }
  }
}

variable "url" {
  type = string
}

provider "rest" {
  url = var.url
}

resource "rest_book" "rust" {
  isbn       = "978-1-7185-0310-6"
  title      = "The Rust Programming Language"
  page_count = 560
  authors = [
    { first_name = "Steve", last_name = "Klabnik" },
    { last_name = "Nichols" },
  ]
  tags = ["rust", "language"]
}

resource "rest_shelf" "it" {
  name = "IT ${rest_book.rust.id}"
}
