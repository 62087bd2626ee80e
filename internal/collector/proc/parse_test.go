package proc

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const id = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func TestContainersAndPodsOfCgroups(t *testing.T) {
	const uid, hash = "5f1c2b3a-1111-2222-3333-444455556666", "7b2d5f0e2b0a4f7d9f531a2b3c4d5e6f"
	low := strings.ReplaceAll(uid, "-", "_")
	f := func(raw, container, pod string, onHost bool) {
		t.Helper()
		raw = strings.NewReplacer("UID", uid, "LOW", low, "HASH", hash, "ID", id).Replace(raw)
		if got := parseCgroup([]byte(raw)); got.container != container || got.pod != pod || got.onHost != onHost {
			t.Errorf("%s\n got %+v", raw, got)
		}
	}
	// containerd, systemd driver, version 2; with systemd inside the container
	f("0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podLOW.slice/cri-containerd-ID.scope\n", id, uid, false)
	f("0::/kubepods.slice/kubepods-podLOW.slice/cri-containerd-ID.scope/system.slice/app.service\n", id, uid, false)
	// containerd, cgroupfs driver, version 1
	f("12:memory:/kubepods/besteffort/podUID/ID\n1:name=systemd:/kubepods/besteffort/podUID/ID\n0::/system.slice/containerd.service\n", id, uid, false)
	f("0::/system.slice/containerd.service/kubepods-besteffort-podLOW.slice:cri-containerd:ID\n", id, uid, false)
	// CRI-O, and its monitor
	f("0::/kubepods.slice/kubepods-podLOW.slice/crio-ID.scope/container\n", id, uid, false)
	f("0::/kubepods.slice/kubepods-podLOW.slice/crio-conmon-ID.scope\n", "", uid, false)
	// Docker under Kubernetes and alone
	f("0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podLOW.slice/docker-ID.scope\n", id, uid, false)
	f("0::/system.slice/docker-ID.scope\n", id, "", false)
	f("11:cpu,cpuacct:/docker/ID\n0::/docker/ID\n", id, "", false)
	// Docker inside a pod: the pod's container counts
	f("0::/kubepods/podUID/ID/docker/"+strings.Repeat("f", 64)+"\n", id, uid, false)
	// a pod inside Docker: the pod counts
	f("0::/docker/"+strings.Repeat("f", 64)+"/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-podLOW.slice/cri-containerd-ID.scope\n", id, uid, false)
	// Podman, its own and of a user
	f("0::/machine.slice/libpod-ID.scope/container\n", id, "", false)
	f("0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-ID.scope\n", id, "", false)
	// nerdctl, Elastic Container Service
	f("0::/system.slice/nerdctl-ID.scope\n", id, "", false)
	f("9:cpu:/ecs/HASH/HASH-1234567890\n", hash+"-1234567890", "", false)
	// a static pod
	f("0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podHASH.slice/cri-containerd-ID.scope\n", id, hash, false)
	// seen from a private cgroup namespace
	f("0::/../../kubepods-besteffort-podLOW.slice/cri-containerd-ID.scope\n", id, uid, false)
	f("0::/../cri-containerd-ID.scope\n", id, "", false)
	f("0::/../../../../system.slice/sshd.service\n", "", "", true)
	f("0::/\n", "", "", false)
	// the host's own
	f("0::/system.slice/ssh.service\n", "", "", true)
	f("0::/user.slice/user-1000.slice/session-3.scope\n", "", "", true)
	f("3:cpu:/\n1:name=systemd:/user.slice/user-0.slice\n", "", "", true)
	f("0::/init.scope\n", "", "", true)
	// what is none
	f("0::/kubepods.slice/kubepods-pod123.slice/podcast\n", "", "", false)
	f("garbage\n::\n0::relative\n", "", "", false)
	f("", "", "", false)
}

func TestMountsTellWhatACgroupNamespaceHides(t *testing.T) {
	f := func(raw string, want place) {
		t.Helper()
		if got := parseMounts([]byte(raw)); got != want {
			t.Errorf("parseMounts(%s) = %+v, want %+v", raw, got, want)
		}
	}
	const uid = "5f1c2b3a-1111-2222-3333-444455556666"
	f("1 2 8:1 /var/lib/kubelet/pods/"+uid+"/etc-hosts /etc/hosts rw - ext4 /dev/sda1 rw\n"+
		"1 2 8:1 /var/lib/kubelet/pods/"+uid+"/containers/main/0a1b2c3d /dev/termination-log rw - ext4 /dev/sda1 rw\n", place{pod: uid, name: "main"})
	f("1 2 8:1 /var/lib/docker/containers/"+id+"/hosts /etc/hosts rw - ext4 /dev/sda1 rw\n", place{container: id})
	f("1 2 0:50 / /var/lib/kubelet/pods/"+uid+"/volumes/kubernetes.io~projected/token rw - tmpfs tmpfs rw\n", place{})
	f("short\n\n", place{})
}

func TestWorkloadKind(t *testing.T) {
	f := func(cmdline, kind, framework string) {
		t.Helper()
		argv := strings.Split(cmdline, " ")
		if got := classify(baseName(argv[0]), argv); got != (workload{kind, framework}) {
			t.Errorf("classify(%q) = %+v; want %s, %s", cmdline, got, kind, framework)
		}
	}
	f("python -m vllm.entrypoints.openai.api_server", "llm_inference", "vllm")
	f("/usr/bin/python3.12 -u -X dev /usr/local/bin/vllm serve m", "llm_inference", "vllm")
	f("VLLM::EngineCore", "llm_inference", "vllm")
	f("ollama serve", "llm_inference", "ollama")
	f("/usr/local/bin/ollama runner --model /m", "llm_inference", "ollama")
	f(`C:\Users\ada\AppData\Local\Programs\Ollama\ollama.exe serve`, "llm_inference", "ollama")
	f("/opt/llama.cpp/build/bin/llama-server -m x.gguf", "llm_inference", "llama.cpp")
	f("python3 -m llama_cpp.server --model x", "llm_inference", "llama.cpp")
	f("text-generation-launcher --model-id x", "llm_inference", "tgi")
	f("/opt/conda/bin/python3 /opt/conda/bin/text-generation-server serve m", "llm_inference", "tgi")
	f("python3 -m sglang.launch_server --model m", "llm_inference", "sglang")
	f("sglang::scheduler_TP0", "llm_inference", "sglang")
	f("tritonserver --model-repository=/models", "llm_inference", "triton")
	f("ray::ServeReplica:app:Model.handle_request", "llm_inference", "ray")
	f("ray::RayTrainWorker.execute", "llm_training", "ray")
	f("torchrun train.py", "llm_training", "pytorch")
	f("python -m torch.distributed.run --nproc-per-node 8 x.py", "llm_training", "pytorch")
	f("python3 -mtorch.distributed.launch x.py", "llm_training", "pytorch")
	f("deepspeed --num_gpus 8 x.py", "llm_training", "pytorch")
	f("accelerate launch x.py", "llm_training", "pytorch")
	f("python finetune_lora.py", "llm_training", "")
	f("python -m mypkg.train", "llm_training", "")
	f("nginx -g daemon off;", "", "")
	f("python /opt/vllm/report.py --backend=vllm", "", "")
	f("/home/ollama/bin/worker --for torchrun", "", "")
	f("python restrain.py", "", "")
	f("python -c import vllm", "", "")
	f("node /srv/serve", "", "")
	f("serve -s build", "", "")
	f("pythonista -m vllm", "", "")
}

func TestCommandLines(t *testing.T) {
	f := func(raw string, limit int, want string) {
		t.Helper()
		if got := commandLine(splitArguments([]byte(raw)), limit); got != want {
			t.Errorf("commandLine(%q, %d) = %q, want %q", raw, limit, got, want)
		}
	}
	f("a\x00b c\x00\x00d\x00", 100, "a b c  d")
	f("title\x00\x00\x00", 100, "title")
	f("", 100, "")
	f("äöü\x00ß", 4, "äöü ")
	f("日本語", 2, "日本")
	f("bad\xff\x00x", 100, "bad\uFFFD x")
	f("abc", 0, "")
	f("vllm\x00--api-key\x00sk-1\x00--port\x008000", 100, "vllm --api-key *** --port 8000")
	f("x\x00--password=p\x00--hf_token=t\x00HF_TOKEN=u\x00--token\x00v", 100, "x --password=*** --hf_token=*** HF_TOKEN=*** --token ***")
	f("x\x00--tokenizer\x00m\x00--max-tokens=5\x00--eos-token\x00</s>\x00token=5\x00--api-key\x00--port\x001", 100,
		"x --tokenizer m --max-tokens=5 --eos-token </s> token=5 --api-key --port 1")
}

func TestStates(t *testing.T) {
	f := func(letters, want string) {
		t.Helper()
		for i := range len(letters) {
			if got := stateOf(letters[i]); got != want {
				t.Errorf("stateOf(%c) = %s, want %s", letters[i], got, want)
			}
		}
	}
	f("R", Running)
	f("SDI", Sleeping)
	f("Z", Zombie)
	f("Tt", Stopped)
	f("Xx", Dead)
	f("?", Unknown)
}

func FuzzStat(f *testing.F) {
	f.Add([]byte("4242 (a) b) S 1 4242 4242 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 90 0 360000 1 1 0"))
	f.Add([]byte("1 ()  "))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := parseStat(raw, "a) b")
		if err == nil && (!utf8.ValidString(s.name) || s.state == "") {
			t.Errorf("parseStat(%q) = %+v", raw, s)
		}
		ticks(s.start)
	})
}

func FuzzCommandLine(f *testing.F) {
	f.Add([]byte("python\x00-m\x00vllm\x00--api-key\x00x\x00"), 5)
	f.Fuzz(func(t *testing.T, raw []byte, limit int) {
		argv := splitArguments(raw)
		before := slices.Clone(argv)
		got := commandLine(argv, limit)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > max(limit, 0) || !slices.Equal(argv, before) {
			t.Errorf("commandLine(%q, %d) = %q", raw, limit, got)
		}
		if len(argv) > 0 {
			classify(baseName(argv[0]), argv)
		}
	})
}

func FuzzCgroup(f *testing.F) {
	f.Add([]byte("0::/kubepods.slice/kubepods-pod5f1c2b3a_1111_2222_3333_444455556666.slice/cri-containerd-" + id + ".scope\n"))
	f.Add([]byte("12:memory:/docker/" + id + "\n0::/../..\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, p := range []place{parseCgroup(raw), parseMounts(raw)} {
			if len(p.container) > 96 || len(p.pod) > 36 || p.onHost && p.pod != "" {
				t.Errorf("place %+v", p)
			}
		}
	})
}

func FuzzPasswd(f *testing.F) {
	f.Add([]byte("root:x:0:0::/:/bin/sh\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for uid, name := range parsePasswd(raw) {
			if uid == "" || !utf8.ValidString(name) {
				t.Errorf("%q: %q", uid, name)
			}
		}
		parseUID(raw)
	})
}
