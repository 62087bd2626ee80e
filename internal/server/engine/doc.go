// Package engine serves the embedded ClickHouse (libchdb) over ClickHouse's own
// HTTP protocol, as a process of its own.
//
//  1. library.go finds libchdb; config.go writes the configuration it starts with.
//  2. http.go takes a request; request.go reads its parameters and body.
//  3. statement.go says what kind of statement it is and where its data starts.
//  4. gate.go lets it in: so many reads and writes at once, databases taking turns.
//  5. lanes.go runs it on a connection of its own; a client that leaves ends it.
//  6. run.go executes it: insert.go and spool_linux.go hand data over in memory, results come through a pipe.
//  7. respond.go, native.go and compress.go write the answer in the client's terms.
//
// sweep.go and repair.go do what libchdb leaves undone: the one removes the files of
// dropped tables, the other makes tables forget inserts that a crash cut short.
package engine
