# make site   builds the site from the embedded sample into public/
# make test   runs all tests
# Both install what they need. A site requires Go, and npm for interactive charts;
# tests require npm and, to install a browser, apt.

BIN := bin/jouleboard
NPM := $(shell command -v npm)
TOOL := go tool -modfile=tools/go.mod
NODE_MODULES := node_modules/.package-lock.json
GO_FILES = $(shell git ls-files '*.go' | grep -v '_templ\.go$$')

.PHONY: site docs screenshots build generate browser-code templ serve test attack mutation lint style \
	bench bench-web fuzz test-beam audit licenses snapshot artifacts clean

site: $(if $(NPM),browser-code) build
	$(BIN) build --out public

# the documentation site, with the sample as its example
docs: $(if $(NPM),browser-code) build
	$(BIN) build --content docs --out build/docs --strict

# the screenshots of the documentation, made from the sample in Chromium
screenshots: browser-code
	npm ci --no-progress --prefix test/browser
	CHROME_PATH="$$(test/browser/find.sh)" go test ./test/browser -run Screenshots -screenshots ../../docs/static

# without debugging symbols, a C compiler, the JSON library of arrow-go and HTTP/2, which
# no download needs: 60% of the size and 10% less time to compile
build:
	CGO_ENABLED=0 go build -trimpath -tags=arrow_json_stdlib,nethttpomithttp2 -ldflags='-s -w' -o $(BIN) ./cmd/jouleboard

# Generated files: Go from templ and the scripts of pages, which are committed, and
# the files from npm packages.
generate: templ $(NODE_MODULES)
	npm run --silent generate

templ:
	cd templates && go generate

# the part that is not committed
browser-code: assets/dist/echarts.js.gz

assets/dist/echarts.js.gz: $(NODE_MODULES) $(wildcard assets/js/*.js assets/js/build/*.js)
	npm run --silent libraries

$(NODE_MODULES): package.json package-lock.json
	npm ci --no-progress

serve: $(if $(NPM),generate) build
	$(BIN) serve --content content

# Packages whose tests take longest begin first, and one more runs than there are processors, since these often wait; make style
# vets. Memory for less time: tests collect garbage less often.
LONGEST := ./test/browser ./internal/command ./test/sentences
AT_ONCE = $$(($$(getconf _NPROCESSORS_ONLN) + 1))

test: browser-code
	test/readers.sh
	npm ci --no-progress --prefix test/browser
	node --test --test-reporter=dot assets/js/test/*.test.js
	dir="$$(test/scratch.sh)"; trap 'rm -rf "$$dir"' EXIT; \
	CHROME_PATH="$$(test/browser/find.sh)" GOGC=400 GOTMPDIR="$${TMPDIR:-/tmp}" TMPDIR="$$dir" JOULEBOARD_SITES="$$dir" \
		go test -p $(AT_ONCE) -timeout 30m -vet=off $(LONGEST) ./...

# every hostile input, each within the limits of docs/security.md
attack: browser-code
	JOULEBOARD_LARGE=1 go test -timeout 60m ./test/watchdog

# every listed change of a constant or comparison must make a test fail
mutation:
	go run ./test/mutation

lint: style
	$(TOOL) staticcheck ./...
	$(TOOL) actionlint

# what takes least time of it
style:
	@test -z "$$($(TOOL) gofumpt -l $(GO_FILES))" || { echo "gofumpt would change:"; $(TOOL) gofumpt -l $(GO_FILES); exit 1; }
	go vet ./...
	go run ./test/words
	go run ./test/lines
	@for dir in . tools; do (cd $$dir && go mod tidy -diff) || { echo "$$dir: go mod tidy would change go.mod or go.sum"; exit 1; }; done

# every measurement with its limit
bench: browser-code build
	go run ./test/bench -command $(BIN)
	go run ./test/bench/changes
	go run ./test/bench/coverage

# every fuzz target in turn, each for FUZZTIME; inputs that fail are kept as seeds in
# testdata/fuzz
FUZZTIME := 10m

fuzz: browser-code
	JOULEBOARD_LARGE=1 go test ./site ./internal/tree ./internal/command \
		-run "TestSitesOfAnySize|TestAnyNumber|TestManyKills|TestVeryManyChanges|TestCheckNamesSuspicious"
	JOULEBOARD_LARGE=1 JOULEBOARD_ALL_PAGES=1 CHROME_PATH="$$(test/browser/find.sh)" go test -timeout 2h ./test/browser ./test/oracle ./test/sentences ./test/pages ./test/bench/coverage
	$(MAKE) attack
	@for dir in $$(git grep -l 'func Fuzz' -- '*_test.go' | xargs -n 1 dirname | sort -u); do \
		for target in $$(go test -list '^Fuzz' ./$$dir | grep ^Fuzz); do \
			echo "$$dir $$target"; \
			go test ./$$dir -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x || exit 1; \
		done; \
	done

# the pipeline for many machines, a separate module, whose dependencies are larger than those of all else
test-beam:
	cd contrib/beam && go mod tidy -diff && go vet ./... && go test ./...

# the speed of the site in Chromium
bench-web: browser-code build
	npm ci --no-progress --prefix test/bench/web
	CHROME_PATH="$$(test/browser/find.sh)" go run ./test/bench/web -command $(BIN)

# known vulnerabilities in the dependencies of the program and its tests; requires the network
audit: $(NODE_MODULES)
	$(TOOL) govulncheck ./...
	npm audit --audit-level=high
	npm audit --audit-level=high --prefix test/browser

# the licenses of all linked modules and npm packages
licenses: $(NODE_MODULES)
	go run ./internal/licenses

# A release without a tag, which is not published. SKIP leaves out steps that this
# machine cannot run: sbom without syft.
GORELEASER := go run github.com/goreleaser/goreleaser/v2@v2.15.0
SKIP := $(if $(shell command -v syft),,sbom)

snapshot:
	$(GORELEASER) release --snapshot --clean $(if $(SKIP),--skip=$(SKIP))
	go run ./test/release dist

# the files of a release with its notes, for the tag that is checked out
artifacts:
	$(GORELEASER) release --clean --skip=publish,announce
	go run ./test/release -to dist/release dist
	cp deploy/Dockerfile dist/release/

clean:
	rm -rf bin build dist public assets/dist/echarts.js.gz node_modules test/browser/node_modules
