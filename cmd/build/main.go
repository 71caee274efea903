// Command build is jouleboard under the name with which the site's own build runs it.
package main

import "github.com/jouleboard/jouleboard/internal/command"

func main() { command.Main() }
