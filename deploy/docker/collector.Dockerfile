# docker build -f deploy/docker/collector.Dockerfile -t platform/collector:0.1.0 .
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X platform/internal/buildinfo.Version=0.1.0" -o /collector ./cmd/collector

# Vendor libraries are the host's and are linked against glibc, so the image has one.
FROM gcr.io/distroless/base-debian12
COPY --from=build /collector /collector
ENTRYPOINT ["/collector"]
