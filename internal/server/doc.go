// Package server is the platform: it opens the stores, builds the domains,
// and serves the API, the web UI and OTLP.
//
//  1. commands.go turns the command line into one of the commands.
//  2. server.go opens what a running server needs and runs it until the end.
//  3. routes.go registers the routes of every domain on one API.
//  4. A request passes httpapi's guard, becomes a tenancy.Scope, and reaches
//     its domain's service, which asks its store.
//
// Domains are vertical: each holds its service, its store interface and its
// routes. Engines are horizontal: storage/sqlstore and storage/clickhouse
// implement the stores of all domains.
package server
