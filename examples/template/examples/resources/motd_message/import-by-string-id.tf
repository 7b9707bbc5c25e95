import {
  to = motd_message.hello
  id = "hello"
}
