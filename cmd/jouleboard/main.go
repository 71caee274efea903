// Command jouleboard turns results of inference-energy benchmarks into a static
// leaderboard site.
package main

import "github.com/jouleboard/jouleboard/internal/command"

func main() { command.Main() }
