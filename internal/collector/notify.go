package collector

import (
	"net"
	"os"
	"strings"
)

// notify tells systemd how the service is, when it asked to be told
// (Type=notify). Nobody asking is not an error.
func notify(state string) error {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	if strings.HasPrefix(path, "@") { // an abstract socket
		path = "\x00" + path[1:]
	}
	conn, err := net.Dial("unixgram", path)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write([]byte(state))
	return err
}
