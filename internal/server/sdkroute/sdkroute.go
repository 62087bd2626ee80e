// Package sdkroute serves JSON to SDKs that are older or newer than the
// server: the body is documented by a type, and the handler reads it itself,
// so that each endpoint answers what its clients understand.
package sdkroute

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
)

type input struct {
	RawBody []byte `contentType:"application/json"`
}

// Register declares a route whose body looks like a Body.
func Register[Body, Out any](api huma.API, op huma.Operation, handle func(ctx context.Context, raw []byte) (*Out, error)) {
	op.SkipValidateBody = true
	huma.Register(api, op, func(ctx context.Context, in *input) (*Out, error) { return handle(ctx, in.RawBody) })
	document := api.OpenAPI()
	declared := document.Paths[op.Path].Post
	declared.RequestBody.Content["application/json"].Schema = document.Components.Schemas.Schema(reflect.TypeFor[Body](), true, op.OperationID)
}

// Decode reads a body. Its fault names the field that is wrong and repeats no
// value.
func Decode(raw []byte, into any) error {
	err := json.Unmarshal(raw, into)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return fault.New(fault.Invalid, "%s is not of the right type", wrong.Field)
	case errors.As(err, &wrong):
		return fault.New(fault.Invalid, "the body is not a JSON object")
	}
	return fault.New(fault.Invalid, "Invalid JSON body")
}
