// Package collector is the host agent: it opens what can be measured on this
// host, samples it at an interval and hands each snapshot to the exporters.
//
//  1. config reads the environment through one table of variables.
//  2. sources.go lists what can be read; open.go opens it or says why not, and
//     tries again later.
//  3. pipeline samples all sources side by side into one snapshot.
//  4. export/otlp sends snapshots and keeps what could not be sent;
//     export/prometheus prints the latest one on demand.
//  5. identity completes the resource in the background.
//  6. collector.go starts all of it and stops it in reverse.
//  7. doctor.go says what works here and what would make the rest work.
package collector
