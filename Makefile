# Thin names for plain commands. `make run` and `make test` need Go, Node.js and make; they fetch the rest.
VERSION ?= 0.1.0
# gRPC without its request tracing, which no one reads and which links a web page into every program.
TAGS := grpcnotrace
LDFLAGS := -s -w -X platform/internal/buildinfo.Version=$(VERSION)

.PHONY: run test test-gpu lint docs bench build web clean

run: ## start the platform and a collector that sends to it
	@scripts/run

test: ## everything: Go with -race, cross-builds, web, browser, eBPF as root, real stores
	@scripts/test

test-gpu: ## on a host with an NVIDIA GPU: readings against nvidia-smi, CUDA counts against PyTorch
	e2e/gpu/nvidia/run.sh
	e2e/gpu/cuda/run.sh

build: web ## the programs, in bin/
	CGO_ENABLED=0 go build -trimpath -tags $(TAGS) -ldflags "$(LDFLAGS)" -o bin/ ./cmd/...

web: ## the UI, into web/dist
	cd web && npm ci --no-audit --no-fund --loglevel=error && npm run -s build

lint: ## formatting, vet, staticcheck
	@test -z "$$(gofmt -l cmd internal web bench e2e *.go)" || { gofmt -l cmd internal web bench e2e *.go; false; }
	go vet ./...
	cd tools && go build -o ../.cache/staticcheck honnef.co/go/tools/cmd/staticcheck
	.cache/staticcheck ./...

docs: ## rewrite the generated reference pages and goldens of the tables
	go test . -run TestReferencePagesAreCurrent -update
	go test ./internal/collector/config -update

bench: ## compare side by side, as ratios, in one run
	scripts/deps >/dev/null
	go test -run '^$$' -bench . -benchtime 1x -timeout 60m -v ./bench/...

clean:
	rm -rf bin .run web/dist/assets web/dist/index.html
