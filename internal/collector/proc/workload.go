package proc

import (
	"cmp"
	"strings"
)

// Kinds of work and the frameworks that do it, as the specification names them.
const (
	inference = "llm_inference"
	training  = "llm_training"
	otherKind = "other"
	noName    = "unknown"
)

// maxAncestors is how far up the parents of a process are asked.
const maxAncestors = 8

type workload struct{ kind, framework string }

// programs are names of executables and console scripts.
var programs = map[string]workload{
	"vllm":                       {inference, "vllm"},
	"ollama":                     {inference, "ollama"},
	"ollama_llama_server":        {inference, "ollama"},
	"llama-server":               {inference, "llama.cpp"},
	"llama-cli":                  {inference, "llama.cpp"},
	"llama-run":                  {inference, "llama.cpp"},
	"llama-bench":                {inference, "llama.cpp"},
	"llama-mtmd-cli":             {inference, "llama.cpp"},
	"rpc-server":                 {inference, "llama.cpp"},
	"sglang":                     {inference, "sglang"},
	"sglang_router":              {inference, "sglang"},
	"text-generation-launcher":   {inference, "tgi"},
	"text-generation-server":     {inference, "tgi"},
	"text-generation-router":     {inference, "tgi"},
	"tritonserver":               {inference, "triton"},
	"triton_python_backend_stub": {inference, "triton"},
	"ray":                        {inference, "ray"},
	"raylet":                     {inference, "ray"},
	"serve":                      {inference, "ray"},
	"torchrun":                   {training, "pytorch"},
	"deepspeed":                  {training, "pytorch"},
	"accelerate":                 {training, "pytorch"},
	"tune":                       {training, "pytorch"},
	"axolotl":                    {training, "pytorch"},
	"llamafactory-cli":           {training, "pytorch"},
	"composer":                   {training, "pytorch"},
}

// scriptsOnly are names too common to mean anything but as a console script of
// Python.
var scriptsOnly = map[string]bool{"serve": true, "tune": true, "composer": true, "rpc-server": true}

// packages are Python packages run with -m, by their first names.
var packages = map[string]workload{
	"vllm":                   {inference, "vllm"},
	"sglang":                 {inference, "sglang"},
	"sglang_router":          {inference, "sglang"},
	"llama_cpp":              {inference, "llama.cpp"},
	"text_generation_server": {inference, "tgi"},
	"tritonserver":           {inference, "triton"},
	"ray":                    {inference, "ray"},
	"torch":                  {training, "pytorch"},
	"deepspeed":              {training, "pytorch"},
	"accelerate":             {training, "pytorch"},
	"axolotl":                {training, "pytorch"},
	"llamafactory":           {training, "pytorch"},
	"torchtune":              {training, "pytorch"},
	"lightning":              {training, "pytorch"},
	"pytorch_lightning":      {training, "pytorch"},
	"megatron":               {training, "pytorch"},
}

// trainingWords in the name of a script say that it trains a model.
var trainingWords = map[string]bool{
	"train": true, "trainer": true, "training": true, "pretrain": true, "pretraining": true,
	"finetune": true, "finetuning": true, "sft": true, "dpo": true, "grpo": true, "rlhf": true, "lora": true, "qlora": true,
}

// workload classifies a process by its own words and, where they say nothing,
// by those of the nearest parent that says something: the workers of a launcher
// are often started as "python -c".
func (t *Table) workload(v vital, argv []string) (kind, framework string) {
	found := classify(v.name, argv)
	for range maxAncestors {
		if found.framework != "" || v.parent <= 1 {
			break
		}
		parent, err := t.read.vital(v.parent, "")
		if err != nil || parent.start > v.start { // another process has got the number
			break
		}
		up := classify(parent.name, t.read.arguments(v.parent))
		found = workload{cmp.Or(found.kind, up.kind), up.framework}
		v = parent
	}
	return cmp.Or(found.kind, otherKind), cmp.Or(found.framework, noName)
}

// classify tells the work of a program from its name and arguments, with empty
// fields for what they do not say. Only whole words count: neither directories
// nor other arguments are looked at.
func classify(name string, argv []string) workload {
	if w, ok := titled(name); ok {
		return w
	}
	if len(argv) == 0 {
		return programs[baseName(name)]
	}
	title, _, _ := strings.Cut(argv[0], " ")
	if w, ok := titled(title); ok {
		return w
	}
	program := baseName(title)
	if isPython(program) {
		return classifyPython(argv[1:])
	}
	if scriptsOnly[program] {
		return workload{}
	}
	w := programs[program]
	if w.framework == "ray" {
		return rayWork(argv[1:])
	}
	return w
}

// titled recognizes the titles that frameworks give their own processes, such
// as ray::IDLE, VLLM::EngineCore and sglang::scheduler_TP0.
func titled(title string) (workload, bool) {
	owner, role, ok := strings.Cut(title, "::")
	if !ok {
		return workload{}, false
	}
	switch strings.ToLower(owner) {
	case "ray":
		return rayWork([]string{role}), true
	case "vllm":
		return workload{inference, "vllm"}, true
	case "sglang":
		return workload{inference, "sglang"}, true
	}
	return workload{}, false
}

// rayWork tells serving from training by the name of the actor: the workers of
// Ray Train are called RayTrainWorker and the like.
func rayWork(words []string) workload {
	if len(words) > 0 && (strings.Contains(words[0], "Train") || strings.HasPrefix(words[0], "train")) {
		return workload{training, "ray"}
	}
	return workload{inference, "ray"}
}

// classifyPython finds the module or script that a Python interpreter runs.
func classifyPython(args []string) workload {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "-m" && i+1 < len(args):
			return classifyModule(args[i+1])
		case strings.HasPrefix(arg, "-m") && !strings.HasPrefix(arg, "--"):
			return classifyModule(arg[2:])
		case arg == "-c" || arg == "-":
			return workload{}
		case arg == "-X" || arg == "-W" || arg == "--check-hash-based-pycs":
			i++
		case !strings.HasPrefix(arg, "-"):
			return classifyScript(arg, args[i+1:])
		}
	}
	return workload{}
}

func classifyModule(module string) workload {
	first, rest, _ := strings.Cut(module, ".")
	if first == "ray" {
		return rayWork([]string{rest})
	}
	if w, ok := packages[first]; ok {
		return w
	}
	return classifyWords(module[strings.LastIndexByte(module, '.')+1:])
}

func classifyScript(path string, args []string) workload {
	name := baseName(path)
	if bare, ok := strings.CutSuffix(name, ".py"); ok {
		return classifyWords(bare)
	}
	if w, ok := programs[name]; ok && w.framework != "ray" {
		return w
	} else if ok {
		return rayWork(args)
	}
	return classifyWords(name)
}

// classifyWords looks for words of training in the name of a script.
func classifyWords(name string) workload {
	for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		if trainingWords[word] {
			return workload{kind: training}
		}
	}
	return workload{}
}

// isPython recognizes python, python3, python3.13t and pypy3.
func isPython(program string) bool {
	for _, name := range [...]string{"python", "pypy"} {
		if version, ok := strings.CutPrefix(program, name); ok {
			return strings.Trim(version, "0123456789.tw") == ""
		}
	}
	return false
}
