// Package host says where the host's files are, so that a container can be
// given the host's under a prefix and a test a tree of its own.
package host

import "path/filepath"

// Root locates the parts of the host's file system.
type Root struct {
	Proc string // procfs
	Sys  string // sysfs
	Etc  string // passwd
	Dev  string
	FS   string // the host's root directory, for paths found in the other parts
}

// System is the host the collector runs on. prefix is "" on the host itself and
// the mount point of the host's root, such as /host, in a container.
func System(prefix string) Root {
	at := func(dir string) string { return filepath.Join("/", prefix, dir) }
	return Root{Proc: at("proc"), Sys: at("sys"), Etc: at("etc"), Dev: at("dev"), FS: at("/")}
}

// Tree is a host made of files below dir: dir/proc, dir/sys and so on.
func Tree(dir string) Root {
	at := func(sub string) string { return filepath.Join(dir, sub) }
	return Root{Proc: at("proc"), Sys: at("sys"), Etc: at("etc"), Dev: at("dev"), FS: dir}
}
