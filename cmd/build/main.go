// Command build is jouleboard under the name that the site's own build gives it.
package main

import "github.com/jouleboard/jouleboard/internal/command"

func main() { command.Main() }
