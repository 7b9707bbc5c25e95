resource "terraform_data" "deep" {
  input = ["é", null, { a = true }]
}
