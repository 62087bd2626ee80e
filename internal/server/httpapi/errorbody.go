package httpapi

import (
	"errors"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
)

const errorBodyMark = "error body"

// ErrorBody gives the errors of op, also those of the guard, another body than
// problem+json: the one that existing clients of the endpoint read.
func ErrorBody(op huma.Operation, body func(*fault.Error) any) huma.Operation {
	return mark(op, errorBodyMark, body)
}

// shapeError replaces the body of an error where the operation wants another.
func shapeError(ctx huma.Context, _ string, v any) (any, error) {
	err, failed := v.(error)
	if !failed {
		return v, nil
	}
	var f *fault.Error
	body, wanted := ctx.Operation().Metadata[errorBodyMark].(func(*fault.Error) any)
	if !wanted || !errors.As(err, &f) {
		return v, nil
	}
	ctx.SetHeader("Content-Type", "application/json")
	return body(f), nil
}

const databaseMark = "database configuration"

// ChoosesDatabase lets a session name the database configuration of the
// request by x-platform-database-config-id, as keys may on SDK-facing routes.
func ChoosesDatabase(op huma.Operation) huma.Operation { return mark(op, databaseMark, true) }

// accessTo is the class of an operation with what its marks add.
func accessTo(op *huma.Operation) (a Access, declared bool) {
	a, declared = accessOf(op)
	a.SDK = a.SDK || op.Metadata[databaseMark] != nil
	return a, declared
}
