provider "motd" {
  folder = "/srv/messages"
}
