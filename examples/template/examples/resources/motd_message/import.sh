terraform import motd_message.hello hello
