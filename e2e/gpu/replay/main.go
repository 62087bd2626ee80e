// Command replay sends the recording of a real H200 to a platform, as if it
// ended now, so that the pages show what real hardware reports:
//
//	go run ./e2e/gpu/replay -endpoint http://127.0.0.1:4318 -key plt_… [-environment production]
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"

	"platform/e2e/gpu/recording"
)

func main() {
	endpoint := flag.String("endpoint", "http://127.0.0.1:4318", "OTLP over HTTP, without /v1/metrics")
	key := flag.String("key", "", "API key with the scope ingest")
	environment := flag.String("environment", "production", "deployment.environment of what is sent")
	flag.Parse()
	if err := replay(context.Background(), *endpoint, *key, *environment); err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

// replay sends the recorded requests in their order.
func replay(ctx context.Context, endpoint, key, environment string) error {
	requests, err := recording.H200()
	if err != nil {
		return err
	}
	Move(requests, time.Now())
	for i, r := range requests {
		for _, rm := range r.Metrics().ResourceMetrics().All() {
			rm.Resource().Attributes().PutStr("deployment.environment", environment)
		}
		if err := send(ctx, endpoint, key, r); err != nil {
			return fmt.Errorf("send request %d: %w", i, err)
		}
	}
	fmt.Printf("sent %d requests\n", len(requests))
	return nil
}

func send(ctx context.Context, endpoint, key string, request pmetricotlp.ExportRequest) error {
	body, err := request.MarshalProto()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint+"/v1/metrics", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	req.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("the platform answered %s: %s", answer.Status, text)
	}
	return err
}
