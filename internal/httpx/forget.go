package httpx

import "net"

// forgetful hands out connections that leave nothing of an earlier request in
// the buffer that requests are read into: a request may have held a secret,
// and the buffers of a server outlive its connections.
type forgetful struct{ net.Listener }

func (l forgetful) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok && err == nil {
		return forgetting{tcp}, nil
	}
	return c, err
}

// forgetting is a TCP connection. What it does not name here, such as sending
// from a reader without a copy, is that of the connection itself.
type forgetting struct{ *net.TCPConn }

// bufferSize is that of the buffer that net/http reads requests into. Larger
// reads go straight to whoever reads the body.
const bufferSize = 4096

// Read empties the buffer before it waits: all of p is free to be written to,
// whatever it held.
func (c forgetting) Read(p []byte) (int, error) {
	if len(p) <= bufferSize {
		clear(p)
	}
	return c.TCPConn.Read(p)
}
