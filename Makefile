.PHONY: generate

# Browser bundles and the chart engine, from the lock file.
generate:
	npm ci --no-audit --no-fund
	npm run --silent generate
