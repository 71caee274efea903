package command

// Windows has neither such limits nor such a user.
func smallDisk() { Main() }

func asNobody() { Main() }
