resource "motd_message" "hello" {
  name = "hello"
  text = "Good morning!"
}
