package command

// Windows has neither such limits nor such a user.
func smallDisk() { main() }

func asNobody() { main() }
