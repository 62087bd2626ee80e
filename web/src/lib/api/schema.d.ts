// Generated from openapi.json by `npm run types`. Do not edit.

export interface paths {
    "/api/dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List dashboards by name */
        get: operations["list-dashboards"];
        put?: never;
        /** Create a dashboard */
        post: operations["create-dashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboards/{dashboard}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A dashboard */
        get: operations["get-dashboard"];
        /** Replace a dashboard; 409 when somebody else did meanwhile */
        put: operations["put-dashboard"];
        post?: never;
        /** Delete a dashboard */
        delete: operations["delete-dashboard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboards/{dashboard}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a dashboard */
        post: operations["duplicate-dashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboards/{dashboard}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export a dashboard to a file */
        get: operations["export-dashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboards/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a dashboard from an exported file; a name that is taken gets a number */
        post: operations["import-dashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evaluation/offline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge an answer of a language model
         * @description Without a model that judges, the status is 409 and err says what to configure. The body is JSON whatever its content type.
         */
        post: operations["evaluate-offline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evaluation/offline/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Types that answers can be judged by */
        get: operations["list-evaluation-types"];
        put?: never;
        /** Create or change types of evaluations */
        post: operations["put-evaluation-types"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evaluation/offline/types/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a type of evaluations of one's own */
        delete: operations["delete-evaluation-type"];
        options?: never;
        head?: never;
        /** Change a type of evaluations */
        patch: operations["patch-evaluation-type"];
        trace?: never;
    };
    "/api/evaluation/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was judged, newest first */
        get: operations["list-evaluation-runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evaluation/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Types of evaluations, also without a model that judges */
        get: operations["list-all-evaluation-types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/genai/conversations/{conversation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation
         * @description The calls of the time range that belong to a conversation or session, in the order of time, up to 500.
         */
        get: operations["get-conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/genai/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the most expensive prompts
         * @description What was asked in the calls of models of the time range, the same words together, by what all these calls cost. Calls count whose span tells what was asked, or log records of the same trace and span that are kept in the same database.
         */
        post: operations["list-dear-prompts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/genai/spans/{spanId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what was said in a span */
        get: operations["get-span-conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/genai/traces/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what was said in a trace
         * @description The calls of models, tools and agents of a trace in the order of time, with their messages, tokens and cost.
         */
        get: operations["get-trace-conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/genai/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sum calls of language models up
         * @description Calls, errors, tokens, cost, latency and time to first token of the time range, grouped by model, provider, service, user and so on, and over time when there is a step.
         */
        post: operations["get-llm-usage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gpu-kernels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List CUDA kernels
         * @description The kernels that were launched in the time range, those that took most time first. Times are estimates from launch to synchronization.
         */
        get: operations["list-kernels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gpu-processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List processes on GPUs
         * @description Processes that used a GPU at the end of the time range, those with most memory first. With state=zombie this is the zombie triage: command line, pid, owner and uptime of processes that have ended and still hold a GPU.
         */
        get: operations["list-gpu-processes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gpu-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum the use of GPUs up
         * @description For each GPU the hours it reported, was allocated, and was allocated but idle (lost), its mean utilization and its energy. compareFrom and compareTo name another range to compare with.
         */
        get: operations["get-gpu-usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gpus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List GPUs
         * @description The GPUs that reported in the time range, with how they were at its end and the errors they had in it.
         */
        get: operations["list-gpus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gpus/{gpu}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a GPU
         * @description Its series are at /api/telemetry/series, filtered by the attribute hw.id.
         */
        get: operations["get-gpu"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List hosts
         * @description The hosts that sent metrics in the time range, with what they are and how busy they were at its end.
         */
        get: operations["list-hosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hosts/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a host */
        get: operations["get-host"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingest/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether telemetry arrives
         * @description For each signal of the project: when something last arrived, how much, and what was refused and why.
         */
        get: operations["get-ingest-status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation and sign in */
        post: operations["accept-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/llm/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List connections to language models */
        get: operations["list-llm-connections"];
        put?: never;
        /** Connect a language model */
        post: operations["create-llm-connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/llm/connections/{connection}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace a connection to a language model */
        put: operations["update-llm-connection"];
        post?: never;
        /** Delete a connection to a language model */
        delete: operations["delete-llm-connection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/llm/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Providers of language models */
        get: operations["list-llm-providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/llm/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a language model for one word
         * @description The connection need not be stored. The key of the named secret is sent to the endpoint.
         */
        post: operations["test-llm-connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openground/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List models for the active database configuration */
        get: operations["list-models"];
        put?: never;
        /**
         * Create or update a model
         * @description Provider and model_id name the model: a second call with the same ones changes it. A new price holds from now on, or from effectiveFrom; what was used before keeps its price.
         */
        post: operations["put-model"];
        /** Delete a model */
        delete: operations["delete-model"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openground/models/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export models to a file */
        get: operations["export-models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openground/models/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import models from a file
         * @description The body is the file: CSV with a header line, our JSON export, an object of providers and models, a list of models or of providers as it is answered, a price list as SDKs read it, or a file of costs per token keyed by model.
         */
        post: operations["import-models"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openground/models/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the prices of a model over time */
        get: operations["list-model-prices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openground/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Providers with their models */
        get: operations["list-providers"];
        /** Change what is said of a provider */
        put: operations["update-provider"];
        /** Describe a new provider */
        post: operations["create-provider"];
        /** Delete a provider with its models */
        delete: operations["delete-provider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's organisations */
        get: operations["list-organisations"];
        put?: never;
        /** Create an organisation with a first project */
        post: operations["create-organisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organisations/{organisation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an organisation */
        get: operations["get-organisation"];
        put?: never;
        post?: never;
        /** Delete an organisation with all its projects */
        delete: operations["delete-organisation"];
        options?: never;
        head?: never;
        /** Rename an organisation */
        patch: operations["update-organisation"];
        trace?: never;
    };
    "/api/organisations/{organisation}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List open invitations */
        get: operations["list-invitations"];
        put?: never;
        /** Invite a person */
        post: operations["create-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organisations/{organisation}/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an invitation */
        delete: operations["delete-invitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organisations/{organisation}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List members */
        get: operations["list-members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organisations/{organisation}/members/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member; members may remove themselves */
        delete: operations["delete-member"];
        options?: never;
        head?: never;
        /** Change the role of a member */
        patch: operations["update-member"];
        trace?: never;
    };
    "/api/organisations/{organisation}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects */
        get: operations["list-projects"];
        put?: never;
        /** Create a project with the environment production and an embedded database */
        post: operations["create-project"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pricing/export/{dbConfigId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the price list that SDKs use
         * @description USD per thousand tokens, by kind of model. Needs no credentials.
         */
        get: operations["export-pricing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a project */
        get: operations["get-project"];
        put?: never;
        post?: never;
        /** Delete a project with its keys and database configurations */
        delete: operations["delete-project"];
        options?: never;
        head?: never;
        /** Rename a project */
        patch: operations["update-project"];
        trace?: never;
    };
    "/api/projects/{project}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys, revoked ones too */
        get: operations["list-api-keys"];
        put?: never;
        /** Create an API key */
        post: operations["create-api-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}/api-keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["revoke-api-key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}/database-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List database configurations */
        get: operations["list-database-configs"];
        put?: never;
        /** Create a database configuration */
        post: operations["create-database-config"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}/database-configs/{config}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a database configuration */
        get: operations["get-database-config"];
        /** Change a database configuration */
        put: operations["update-database-config"];
        post?: never;
        /** Delete a database configuration that nothing uses */
        delete: operations["delete-database-config"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}/database-configs/{config}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try to connect as configured */
        post: operations["test-database-config"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}/database-configs/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try to connect with settings that are not saved */
        post: operations["test-database-settings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List environments */
        get: operations["list-environments"];
        put?: never;
        /** Create an environment */
        post: operations["create-environment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}/environments/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an environment */
        delete: operations["delete-environment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project}/routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List where signals are sent other than to the default */
        get: operations["list-routes"];
        /** Send a signal of an environment to a database configuration */
        put: operations["put-route"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompt/get-compiled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a published prompt with its variables filled in
         * @description What cannot be found or filled in is an answer with status 200 and err, as existing clients expect. The body is JSON whatever its content type.
         */
        post: operations["get-compiled-prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List prompts by name */
        get: operations["list-prompts"];
        put?: never;
        /** Create a prompt */
        post: operations["create-prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/{prompt}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A prompt with its versions */
        get: operations["get-prompt"];
        put?: never;
        post?: never;
        /** Delete a prompt with its versions */
        delete: operations["delete-prompt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/{prompt}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What changed between two versions of a prompt */
        get: operations["diff-prompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/{prompt}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Write the draft of a prompt */
        put: operations["save-prompt-draft"];
        post?: never;
        /** Discard the draft of a prompt */
        delete: operations["discard-prompt-draft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/{prompt}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often a prompt was fetched, by day */
        get: operations["prompt-usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/{prompt}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish the draft of a prompt */
        post: operations["publish-prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fill variables into a text, without keeping it */
        post: operations["try-prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-engine/contexts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List contexts by name */
        get: operations["list-contexts"];
        put?: never;
        /** Create a context */
        post: operations["create-context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-engine/contexts/{context}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A context */
        get: operations["get-context"];
        /** Replace a context */
        put: operations["put-context"];
        post?: never;
        /** Delete a context */
        delete: operations["delete-context"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-engine/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Entities of the rules that match fields
         * @description A condition whose field is not sent does not match. The body is JSON whatever its content type.
         */
        post: operations["evaluate-rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-engine/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List rules by name */
        get: operations["list-rules"];
        put?: never;
        /** Create a rule */
        post: operations["create-rule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-engine/rules/{rule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A rule */
        get: operations["get-rule"];
        /** Replace a rule */
        put: operations["put-rule"];
        post?: never;
        /** Delete a rule */
        delete: operations["delete-rule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-engine/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Match a rule against samples, without keeping it */
        post: operations["try-rule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-engine/try-recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match a rule against recent spans of the project, without keeping it
         * @description The fields are the attributes of a span and of its resource, service.name, span.name and status; spans of the last day are looked at.
         */
        post: operations["try-rule-on-spans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and what they can see */
        get: operations["get-session"];
        put?: never;
        /** Sign in */
        post: operations["sign-in"];
        /** Sign out */
        delete: operations["sign-out"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the own password */
        put: operations["change-password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the own name */
        patch: operations["update-user"];
        trace?: never;
    };
    "/api/telemetry/attribute-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attribute keys
         * @description Keys of attributes that records of the time range have, up to 500 of each kind.
         */
        get: operations["list-attribute-keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/exception": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List spans that failed
         * @description Records by the names of their columns. For filters with operators and pages that stay in place, see /api/telemetry/spans/search.
         */
        post: operations["list-failed-spans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/exceptions/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exceptions of a group
         * @description Newest first.
         */
        get: operations["list-exceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/exceptions/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Group exceptions
         * @description Exceptions of the time range by type, shape of the message and top frame, most frequent first.
         */
        post: operations["search-exceptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count values
         * @description For each key, its values and how often each occurs among the records that fulfil the filters on other keys.
         */
        post: operations["count-values"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/log-records/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a log record */
        get: operations["get-log-record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/log-records/{id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the log records around one
         * @description The records before and after one, of the same service, host, stream (process and file) or trace, up to a day away.
         */
        get: operations["get-log-context"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List log records */
        post: operations["list-logs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/logs/{rowId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a log record as a record */
        get: operations["get-log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/logs/attribute-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List attribute keys of log records */
        post: operations["list-log-attribute-keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/logs/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List values to filter log records by */
        post: operations["get-log-config"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export log records
         * @description All records that a search finds, up to a million, as they are read. A stream that breaks off is not complete: it ends with an error in the trailer X-Error.
         */
        post: operations["export-logs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/logs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find log records
         * @description Log records of the time range that fulfil the filters and contain the words.
         */
        post: operations["search-logs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/logs/tail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow log records
         * @description The newest records that fulfil the filters and contain the words, and, with the cursor of the answer before, those that arrived since: also those that were sent up to 15 seconds late.
         */
        post: operations["tail-logs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/metric-catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List metrics
         * @description The metrics that were sent in the time range.
         */
        get: operations["list-metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/metric-catalog/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe a metric
         * @description What a metric is, and the keys and values that its series are split by.
         */
        get: operations["describe-metric"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List metrics by service */
        post: operations["list-metric-rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/metrics/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a metric over time
         * @description The mean of all points in each step, and the newest points. For groups, rates and quantiles see /api/telemetry/series.
         */
        post: operations["get-metric"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/metrics/attribute-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List attribute keys of metrics */
        post: operations["list-metric-attribute-keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/metrics/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List values to filter metrics by */
        post: operations["get-metric-config"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query a metric over time
         * @description The values of a metric in each step of the time range, grouped by attributes. Growth of counters is counted over restarts.
         */
        post: operations["query-series"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/spans/{spanId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a span
         * @description With everything that was sent.
         */
        get: operations["get-span"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/spans/{spanId}/gpus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the GPUs of a span
         * @description The GPUs of the pod, host or node that sent a span, as they were when it ended.
         */
        get: operations["list-span-gpus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/spans/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export spans
         * @description All records that a search finds, up to a million, as they are read. A stream that breaks off is not complete: it ends with an error in the trailer X-Error.
         */
        post: operations["export-spans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/spans/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find spans
         * @description Spans of the time range that fulfil the filters.
         */
        post: operations["search-spans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/summary/{signal}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sum a signal up over time
         * @description signal is traces, exceptions, logs or metrics.
         */
        post: operations["summarize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count over time
         * @description How many records there were in each step of the time range, how many of them errors, and for spans how long they took.
         */
        post: operations["count-over-time"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List spans that did not fail
         * @description Records by the names of their columns. For filters with operators and pages that stay in place, see /api/telemetry/spans/search.
         */
        post: operations["list-spans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/trace/span/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a span as a record */
        get: operations["get-span-record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/trace/span/{id}/heirarchy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tree of a span's trace
         * @description The spans of the trace that the span belongs to, below its root, up to 5,000. Both spellings of the path are served.
         */
        get: operations["get-span-heirarchy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/trace/span/{id}/hierarchy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tree of a span's trace
         * @description The spans of the trace that the span belongs to, below its root, up to 5,000. Both spellings of the path are served.
         */
        get: operations["get-span-hierarchy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/trace/trace/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the first span of a trace as a record */
        get: operations["get-trace-record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/traces/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a whole trace
         * @description All spans of a trace, up to 20,000.
         */
        get: operations["get-trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/telemetry/traces/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find traces
         * @description Traces whose root span starts in the time range, with what all their spans amount to. Filters on rootName, rootService, rootStatus, durationMs and traceId are about the trace as a whole. Of the others, and the text, one and the same span of the trace must fulfil all that are not negated, and no span may fulfil what is negated. Spans count that start up to an hour after the root. With rootless, traces whose root was not received count too, by their earliest span.
         */
        post: operations["search-traces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List secrets without their values */
        get: operations["list-secrets"];
        put?: never;
        /** Create a secret */
        post: operations["create-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a secret without its value */
        get: operations["get-secret"];
        /** Change a secret */
        put: operations["update-secret"];
        post?: never;
        /** Delete a secret */
        delete: operations["delete-secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/{secret}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an earlier value the newest */
        post: operations["restore-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/{secret}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the value of a secret
         * @description The journal says who saw it.
         */
        post: operations["reveal-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/{secret}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who read or changed a secret */
        get: operations["list-secret-usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/{secret}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a secret */
        get: operations["list-secret-versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/get-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retrieve vault secrets
         * @description Pages of other origins may call it when their origin is listed in PLATFORM_ALLOWED_CORS_ORIGINS. The body is JSON whatever its Content-Type.
         */
        post: operations["get-secrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give the vault a new data key */
        post: operations["rotate-vault-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who read or changed which secrets */
        get: operations["list-vault-usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInvitationRequest: {
            /** @description Of a new account. */
            name?: string;
            /** @description Chosen now for a new account; the existing one otherwise. */
            password: string;
            token: string;
        };
        Address: {
            /** @description It listens on all interfaces, so every name of the host will do. */
            any: boolean;
            /** @description Only programs on the server's own host reach it. */
            local: boolean;
            /**
             * @description Where it listens; when that is on all interfaces, under the host of PLATFORM_SITE_URL.
             * @example http://platform.example.com:4317
             */
            url: string;
        };
        Addresses: {
            /** @description OTLP over gRPC; absent when the server does not take it. */
            grpc?: components["schemas"]["Address"];
            /** @description OTLP over HTTP; absent when the server does not take it. */
            http?: components["schemas"]["Address"];
        };
        AllTypesBody: {
            items: components["schemas"]["EvaluationType"][];
        };
        Answer: {
            entities: components["schemas"]["MatchedEntity"][];
            /** @description By type and id (context:ctx_1); null for what is not there. Only when asked for. */
            entity_data?: {
                [key: string]: unknown;
            };
            matchingRuleIds: string[];
        };
        Applied: {
            contextEntityIds: string[];
            matchingRuleIds: string[];
            ruleMatched: boolean;
            /** Format: int64 */
            userContextsCount: number;
        };
        AttributeKeys: {
            attributes: string[];
            resource: string[];
            scope: string[];
        };
        AttributeValues: {
            /**
             * Format: int64
             * @description Number of different values.
             */
            distinct: number;
            /**
             * @description Name of the field or attribute.
             * @example http.response.status_code
             */
            key: string;
            /**
             * @description Where to look: a field of every record, or attributes of the record, of its resource or of its scope.
             * @default attribute
             * @enum {string}
             */
            source: "field" | "attribute" | "resource" | "scope";
            /** @description The most frequent, up to 100. */
            values: string[];
        };
        Call: {
            agent?: string;
            /** Format: double */
            cacheReadTokens?: number;
            /** Format: double */
            cacheWriteTokens?: number;
            /** @description Its tokens and cost are counted in sums. */
            callsModel: boolean;
            conversation?: string;
            /**
             * Format: double
             * @description In US dollars.
             */
            cost?: number;
            /** @description The cost was computed from the price of the model, because the span tells none. */
            costComputed?: boolean;
            /**
             * Format: double
             * @description With those that came from a cache.
             */
            inputTokens?: number;
            /**
             * @description That was asked for.
             * @example gpt-4o-mini
             */
            model?: string;
            /** @example chat */
            operation?: string;
            /**
             * Format: double
             * @description With those of reasoning.
             */
            outputTokens?: number;
            /** @example openai */
            provider?: string;
            /** Format: double */
            reasoningTokens?: number;
            /** @description That answered. */
            responseModel?: string;
            /** Format: double */
            timeToFirstTokenSeconds?: number;
            tool?: string;
            user?: string;
        };
        CallUsage: {
            /**
             * Format: date-time
             * @description Start of the step.
             */
            at?: string;
            /** Format: double */
            cacheReadTokens: number;
            /** Format: double */
            cacheWriteTokens: number;
            /** Format: int64 */
            calls: number;
            /**
             * Format: int64
             * @description Calls whose cost is neither told nor could be computed.
             */
            callsWithoutCost: number;
            /**
             * Format: double
             * @description In US dollars: what spans tell, and what was computed for others.
             */
            cost: number;
            /**
             * Format: double
             * @description The part of the cost that was computed from prices of models.
             */
            costComputed: number;
            /** Format: int64 */
            errors: number;
            /** Format: double */
            inputTokens: number;
            /** @description Values of what was grouped by; those of keys under their source and key: attribute:team. */
            labels: {
                [key: string]: string;
            };
            /** Format: double */
            outputTokens: number;
            /** Format: double */
            p50Seconds: number;
            /** Format: double */
            p95Seconds: number;
            /** Format: double */
            p99Seconds: number;
            /** Format: double */
            reasoningTokens: number;
            /** Format: double */
            timeToFirstTokenP50Seconds?: number;
            /** Format: double */
            timeToFirstTokenP95Seconds?: number;
            /** Format: double */
            timeToFirstTokenP99Seconds?: number;
        };
        CallUsageAnswerBody: {
            /** Format: date-time */
            from: string;
            /** @description Most expensive first, or with steps in the order of time. */
            items: components["schemas"]["CallUsage"][];
            /** Format: double */
            stepSeconds?: number;
            /** Format: date-time */
            to: string;
            /** @description Of all calls; absent when there were none, and with steps. */
            totals?: components["schemas"]["CallUsage"];
        };
        CatalogProvider: {
            /** @description What a request may set, for example temperature, maxTokens and topP. */
            configSchema: {
                [key: string]: components["schemas"]["CatalogProviderRange"];
            };
            description: string;
            displayName: string;
            /** @example openai */
            providerId: string;
            /** @description It asks for a key. */
            requiresVault: boolean;
            supportedModels: components["schemas"]["Model"][];
        };
        CatalogProviderBody: {
            /** @description What a request may set: temperature, maxTokens and topP when left out. */
            configSchema?: {
                [key: string]: components["schemas"]["CatalogProviderRange"];
            };
            description?: string;
            /**
             * @description Required.
             * @example Acme
             */
            displayName?: string;
            /**
             * @description Required. The provider that models name.
             * @example acme
             */
            providerId?: string;
            /** @description It asks for a key. Default true. */
            requiresVault?: boolean;
        } & {
            [key: string]: unknown;
        };
        CatalogProviderRange: {
            /** Format: double */
            default: number;
            description?: string;
            /** Format: double */
            max: number;
            /** Format: double */
            min: number;
            /** Format: double */
            step: number;
        };
        Change: {
            /** @enum {string} */
            op: "same" | "add" | "remove";
            text: string;
        };
        ChangePasswordRequest: {
            newPassword: string;
            oldPassword: string;
        };
        ChatPrice: {
            /** Format: double */
            cacheCreationPrice?: number;
            /** Format: double */
            cacheReadPrice?: number;
            /** Format: double */
            completionPrice: number;
            /** Format: double */
            promptPrice: number;
        };
        CompatBody: {
            /** @description Answer also with the values that can be chosen from. */
            includeFilters?: boolean;
            /** Format: int64 */
            limit?: number;
            /** Format: int64 */
            offset?: number;
            selectedConfig?: components["schemas"]["CompatSelected"];
            sorting?: components["schemas"]["CompatSorting"];
            /** @description start and end are needed. */
            timeLimit?: components["schemas"]["CompatTime"];
        } & {
            [key: string]: unknown;
        };
        CompatConfigCompatLogConfigBody: {
            data: components["schemas"]["CompatLogConfig"][];
        };
        CompatConfigCompatMetricConfigBody: {
            data: components["schemas"]["CompatMetricConfig"][];
        };
        CompatCustom: {
            /** @example SpanAttributes */
            attributeType?: string;
            key?: string;
            value?: string;
        } & {
            [key: string]: unknown;
        };
        CompatFilters: {
            applicationNames: string[];
            environments: string[];
            /** Format: double */
            maxCost: number;
            models: string[];
            providers: string[];
            services: string[];
            spanNames: string[];
            /** Format: int64 */
            totalRows: number;
            traceTypes: string[];
        };
        CompatLog: {
            Body: string;
            EventName: string;
            LogAttributes: {
                [key: string]: string;
            };
            ResourceAttributes: {
                [key: string]: string;
            };
            rowId: string;
            ScopeAttributes: {
                [key: string]: string;
            };
            ScopeName: string;
            ScopeVersion: string;
            ServiceName: string;
            /** Format: int32 */
            SeverityNumber: number;
            SeverityText: string;
            SpanId: string;
            Timestamp: string;
            /** Format: int32 */
            TraceFlags: number;
            TraceId: string;
        };
        CompatLogConfig: {
            services: string[];
            severities: string[];
            /** Format: int64 */
            totalRows: number;
        };
        CompatLogKeys: {
            err: string | null;
            logAttributeKeys: string[];
            resourceAttributeKeys: string[];
            scopeAttributeKeys: string[];
            spanAttributeKeys: string[];
        };
        CompatMetricConfig: {
            metricNames: string[];
            metricTypes: string[];
            services: string[];
            /** Format: int64 */
            totalRows: number;
        };
        CompatMetricKeys: {
            err: string | null;
            metricAttributeKeys: string[];
            resourceAttributeKeys: string[];
            scopeAttributeKeys: string[];
            spanAttributeKeys: string[];
        };
        CompatMetricSeriesBody: {
            err: string | null;
            points: components["schemas"]["MetricPoint"][];
            series: components["schemas"]["CompatSeriesItem"][];
        };
        CompatNode: {
            children: components["schemas"]["CompatNode"][];
            /** Format: double */
            Cost: number;
        };
        CompatPageCompatLogBody: {
            err: string | null;
            filters?: components["schemas"]["CompatFilters"];
            pagination?: components["schemas"]["CompatPagination"];
            records: components["schemas"]["CompatLog"][];
            /** Format: int64 */
            total: number;
        };
        CompatPageCompatSpanBody: {
            err: string | null;
            filters?: components["schemas"]["CompatFilters"];
            pagination?: components["schemas"]["CompatPagination"];
            records: components["schemas"]["CompatSpan"][];
            /** Format: int64 */
            total: number;
        };
        CompatPageMetricRowBody: {
            err: string | null;
            filters?: components["schemas"]["CompatFilters"];
            pagination?: components["schemas"]["CompatPagination"];
            records: components["schemas"]["MetricRow"][];
            /** Format: int64 */
            total: number;
        };
        CompatPagination: {
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            offset: number;
            /** Format: int64 */
            total: number;
        };
        CompatRecordCompatLogBody: {
            err: string | null;
            record: components["schemas"]["CompatLog"];
        };
        CompatRecordCompatNodeBody: {
            err: string | null;
            record: components["schemas"]["CompatNode"];
        };
        CompatRecordCompatSpanBody: {
            err: string | null;
            record: components["schemas"]["CompatSpan"];
        };
        CompatSelected: {
            applicationNames?: string[];
            customFilters?: components["schemas"]["CompatCustom"][];
            environments?: string[];
            /** Format: double */
            maxCost?: number;
            metricNames?: string[];
            metricTypes?: string[];
            models?: string[];
            providers?: string[];
            serviceNames?: string[];
            services?: string[];
            severities?: string[];
            spanIds?: string[];
            spanNames?: string[];
            traceIds?: string[];
            traceTypes?: string[];
        } & {
            [key: string]: unknown;
        };
        CompatSeriesItem: {
            /** @example 2026/03/04 05:06 */
            request_time: string;
            /** Format: double */
            value: number;
        };
        CompatSorting: {
            /** @example desc */
            direction?: string;
            /** @example Timestamp */
            type?: string;
        } & {
            [key: string]: unknown;
        };
        CompatSpan: {
            /** Format: int64 */
            Duration: number;
            "Events.Attributes": {
                [key: string]: string;
            }[];
            "Events.Name": string[];
            "Events.Timestamp": string[];
            "Links.Attributes": {
                [key: string]: string;
            }[];
            "Links.SpanId": string[];
            "Links.TraceId": string[];
            "Links.TraceState": string[];
            ParentSpanId: string;
            ResourceAttributes: {
                [key: string]: string;
            };
            ScopeName: string;
            ScopeVersion: string;
            ServiceName: string;
            SpanAttributes: {
                [key: string]: string;
            };
            SpanId: string;
            SpanKind: string;
            SpanName: string;
            StatusCode: string;
            StatusMessage: string;
            Timestamp: string;
            TraceId: string;
            TraceState: string;
        };
        CompatSummaryBody: {
            /** @enum {string} */
            bucket: "hour" | "day" | "week" | "month";
            buckets: components["schemas"]["SummaryBucket"][];
            err: string | null;
            /** Format: int64 */
            peak: number;
            /** Format: int64 */
            total: number;
        };
        CompatTime: {
            /** @example 2026-03-04T06:00:00Z */
            end?: string;
            /** @example 2026-03-04T05:00:00Z */
            start?: string;
            /** @example 24H */
            type?: string;
        } & {
            [key: string]: unknown;
        };
        Compiled: {
            /** @description The text with the variables filled in. */
            compiledPrompt: string;
            metaProperties: {
                [key: string]: unknown;
            };
            name: string;
            /** @description The text with its variables as they are: {{name}}. */
            prompt: string;
            promptId: string;
            tags: string[];
            /** @example 1.2.0 */
            version: string;
            versionId: string;
        };
        CompiledAnswer: {
            err: string | null;
            res: components["schemas"]["Compiled"];
        };
        CompilePromptBody: {
            id?: string;
            /** @description Name of the prompt; it or the id is required. */
            name?: string;
            /** @description The same as id. */
            promptId?: string;
            /** @description Fill in variables. Default true. */
            shouldCompile?: boolean;
            /**
             * @description Kind of client, for the usage counts.
             * @example ts-sdk
             */
            source?: string;
            /** @description Values by name. */
            variables?: {
                [key: string]: unknown;
            };
            /**
             * @description Default: the newest published version.
             * @example 1.2.0
             */
            version?: string;
        } & {
            [key: string]: unknown;
        };
        Condition: {
            /** @enum {string} */
            data_type: "string" | "number" | "boolean";
            /** @example model */
            field: string;
            /** @enum {string} */
            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "regex" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "between";
            /**
             * @description in, not_in: a list with commas; between: two numbers with a comma.
             * @example gpt-4o
             */
            value: string;
        };
        Connection: {
            /** @description Empty for the provider's own. */
            baseUrl: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy: string;
            id: string;
            /** Format: int64 */
            maxTokens: number;
            model: string;
            name: string;
            provider: string;
            /** @description Name of the vault secret that holds the key. */
            secret: string;
            /** Format: int64 */
            timeoutSeconds: number;
            /** Format: date-time */
            updatedAt: string;
            uses: ("evaluation" | "chat" | "review")[];
        };
        ConnectionBody: {
            /** @description The provider's own when left out. */
            baseUrl?: string;
            /**
             * Format: int64
             * @description Of an answer. Default 4096.
             */
            maxTokens?: number;
            /** @example gpt-4o-mini */
            model: string;
            /** @description Provider and model when left out. */
            name?: string;
            /** @example openai */
            provider: string;
            /**
             * @description Name of the vault secret that holds the key; left out, none is sent.
             * @example OPENAI_API_KEY
             */
            secret?: string;
            /**
             * Format: int64
             * @description Of an answer, with retries. Default 60.
             */
            timeoutSeconds?: number;
            /** @description What it serves; another connection that served it does not any more. */
            uses?: ("evaluation" | "chat" | "review")[];
        };
        Context: {
            content: string;
            /** Format: date-time */
            created_at: string;
            /** @description Id of the user. */
            created_by: string;
            description: string;
            id: string;
            meta_properties: {
                [key: string]: unknown;
            };
            /** @description Unique in its database. */
            name: string;
            tags: string[];
            /** Format: date-time */
            updated_at: string;
        };
        ContextBody: {
            content: string;
            description?: string;
            meta_properties?: {
                [key: string]: unknown;
            };
            name: string;
            tags?: string[];
        };
        ContextListBody: {
            items: components["schemas"]["Context"][];
        };
        CountOverTimeRequest: {
            /** @description true: only spans that failed, traces with such a span, or log records of severity error and above; false: only others. */
            errors?: boolean;
            filters?: components["schemas"]["Filter"][];
            from?: string;
            /** @description Count also for each value of this key, such as the field severity or service. */
            groupBy?: components["schemas"]["QueryKey"];
            /**
             * Format: int64
             * @description Values of groupBy to count; 10 when 0.
             */
            groups?: number;
            /** @description With roots: count traces too of which no root span was received, as the list of traces does with it. */
            rootless?: boolean;
            /** @description Count traces, those that the list of traces shows for the same filters. Values are counted by how many traces have a span with them. */
            roots?: boolean;
            /** @enum {string} */
            signal: "traces" | "logs";
            /**
             * Format: int64
             * @description Chosen by the range when 0.
             */
            stepSeconds?: number;
            /** @description Words in the body of log records, or in the texts of spans. */
            text?: string;
            to?: string;
        };
        CountValuesRequest: {
            /** @description true: only spans that failed, traces with such a span, or log records of severity error and above; false: only others. */
            errors?: boolean;
            filters?: components["schemas"]["Filter"][];
            from?: string;
            keys: components["schemas"]["QueryKey"][];
            /**
             * Format: int64
             * @description Values of each key; 20 when 0.
             */
            limit?: number;
            /** @description With roots: count traces too of which no root span was received, as the list of traces does with it. */
            rootless?: boolean;
            /** @description Count traces, those that the list of traces shows for the same filters. Values are counted by how many traces have a span with them. */
            roots?: boolean;
            /** @enum {string} */
            signal: "traces" | "logs";
            /** @description Words in the body of log records, or in the texts of spans. */
            text?: string;
            to?: string;
        };
        CreateEnvironmentRequest: {
            /** @example staging */
            name: string;
        };
        CreateInvitationRequest: {
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        CreateKeyBody: {
            /** @description Left out: the project's default. */
            databaseConfigId?: string;
            /** @description Left out: every environment of the project. */
            environment?: string;
            /** Format: date-time */
            expiresAt?: string;
            name: string;
            /** @description Left out: all. */
            scopes?: ("all" | "ingest" | "telemetry" | "models" | "vault" | "prompts" | "rules" | "chat" | "scanner")[];
        };
        CreatePromptInputBody: {
            metaProperties?: {
                [key: string]: unknown;
            };
            name: string;
            /** @description The text; {{name}} stands for a variable. */
            prompt: string;
            /** @description Left out: the first version is a draft. */
            publish?: components["schemas"]["PromptPublication"];
            tags?: string[];
        };
        CreateSecretBody: {
            /**
             * @description Name of the secret; it does not change.
             * @example OPENAI_API_KEY
             */
            key: string;
            tags?: string[];
            value: string;
        };
        Dashboard: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy: string;
            description: string;
            folder: string;
            /** Format: int64 */
            format: number;
            id: string;
            name: string;
            tags: string[];
            /** Format: date-time */
            updatedAt: string;
            /** @description Id of the user. */
            updatedBy: string;
            /**
             * Format: int64
             * @description Grows with every change; a change names the one it was made to.
             */
            version: number;
            /** Format: int64 */
            widgetCount: number;
            widgets: components["schemas"]["Widget"][];
        };
        DashboardBody: {
            description?: string;
            folder?: string;
            /**
             * Format: int64
             * @description How widgets are written.
             * @default 1
             * @enum {integer}
             */
            format: 1;
            name: string;
            tags?: string[];
            widgets: components["schemas"]["Widget"][];
        };
        DashboardListBody: {
            items: components["schemas"]["DashboardSummary"][];
        };
        DashboardSummary: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy: string;
            description: string;
            folder: string;
            id: string;
            name: string;
            tags: string[];
            /** Format: date-time */
            updatedAt: string;
            /** @description Id of the user. */
            updatedBy: string;
            /**
             * Format: int64
             * @description Grows with every change; a change names the one it was made to.
             */
            version: number;
            /** Format: int64 */
            widgetCount: number;
        };
        Database: {
            /** Format: date-time */
            createdAt: string;
            database: string;
            /** @description Takes every signal that is not routed elsewhere. */
            default: boolean;
            /** @description A password is stored; it is never shown. */
            hasPassword: boolean;
            id: string;
            /** @enum {string} */
            kind: "embedded" | "clickhouse";
            name: string;
            /** Format: date-time */
            updatedAt: string;
            url?: string;
            username?: string;
        };
        DatabaseBody: {
            /** @description Name of the database on the server. */
            database?: string;
            default?: boolean;
            /** @enum {string} */
            kind: "embedded" | "clickhouse";
            name: string;
            /** @description Left out: the stored one is kept. */
            password?: string;
            /** @example https://clickhouse.example.com:8443 */
            url?: string;
            username?: string;
        };
        DatabaseList: {
            items: components["schemas"]["Database"][];
        };
        DearPrompt: {
            /** Format: int64 */
            calls: number;
            /**
             * Format: double
             * @description In US dollars: what spans tell, and what was computed for others.
             */
            cost: number;
            /**
             * Format: double
             * @description The part of the cost that was computed from prices of models.
             */
            costComputed: number;
            dearestCall: components["schemas"]["PromptCall"];
            /** Format: int64 */
            errors: number;
            /** Format: double */
            inputTokens: number;
            models: string[];
            /** Format: double */
            outputTokens: number;
            /** @description The last that a user, or else anybody, said to the model; up to 4,096 bytes. */
            text: string;
        };
        DearPromptsRequestList: {
            /** @description Conditions on the spans. */
            filters?: components["schemas"]["Filter"][];
            from?: string;
            /**
             * Format: int64
             * @description Prompts to return; 20 when 0.
             */
            limit?: number;
            to?: string;
        };
        Detail: {
            /**
             * @description Where it is.
             * @example body.password
             */
            location?: string;
            /**
             * @description What is wrong.
             * @example expected length >= 12
             */
            message: string;
        };
        Entity: {
            entity_id: string;
            /** @enum {string} */
            entity_type: "context" | "prompt" | "evaluation";
        };
        Environment: {
            /** Format: date-time */
            createdAt: string;
            name: string;
        };
        EnvironmentList: {
            items: components["schemas"]["Environment"][];
        };
        Error: {
            /**
             * @description What went wrong this time.
             * @example no project prj_x
             */
            detail?: string;
            /** @description The parts of the request that were refused. */
            errors?: components["schemas"]["Detail"][];
            /**
             * Format: int64
             * @description The HTTP status.
             * @example 404
             */
            status: number;
            /**
             * @description The kind of problem, the same for every occurrence.
             * @example Not Found
             */
            title: string;
        };
        EvaluateOfflineBody: {
            /** @description Fields for rules that add contexts. */
            attributes?: {
                [key: string]: unknown;
            };
            /** @description Texts that the answer should rest on. */
            contexts?: string[];
            /** @description Ids of types; all that are enabled when left out. */
            eval_types?: string[];
            /** @description The first 20 texts are kept. */
            metadata?: {
                [key: string]: unknown;
            };
            prompt: string;
            response: string;
            run_id?: string;
            /** @description Keep the results. Default true. */
            store_results?: boolean;
            /**
             * Format: double
             * @description Scores above it are findings. Each type's own when left out, 0.5 when it has none.
             */
            threshold_score?: number;
        } & {
            [key: string]: unknown;
        };
        EvaluateRulesBody: {
            /** @description What the data of prompts is made with. */
            entity_inputs?: components["schemas"]["Inputs"];
            /** @enum {string} */
            entity_type: "context" | "prompt" | "evaluation";
            /** @description At most 50 values by name: text of at most 1000 characters, numbers, booleans. Others are left out. */
            fields: {
                [key: string]: unknown;
            };
            /** @description Also answer with the records of the entities. */
            include_entity_data?: boolean;
            /**
             * @description Kind of client.
             * @example ts-sdk
             */
            source?: string;
        } & {
            [key: string]: unknown;
        };
        Evaluation: {
            context_applied?: components["schemas"]["Applied"];
            err?: string;
            evaluations?: components["schemas"]["Verdict"][];
            metadata?: components["schemas"]["EvaluationMetadata"];
            success: boolean;
        };
        EvaluationMetadata: {
            /**
             * Format: double
             * @description USD; left out when the catalog does not know the model.
             */
            cost?: number;
            /** Format: int64 */
            inputTokens: number;
            model: string;
            /** Format: int64 */
            outputTokens: number;
            provider: string;
            runId: string;
        };
        EvaluationRun: {
            /** @description The API key that asked, or */
            apiKeyId?: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: int64
             * @description How many contexts the answer was judged with.
             */
            contexts: number;
            /**
             * Format: double
             * @description USD; left out when the catalog does not know the model.
             */
            cost?: number;
            evaluations: components["schemas"]["Verdict"][];
            /** @description Something was found. */
            failed: boolean;
            id: string;
            /** Format: int64 */
            inputTokens: number;
            metadata: {
                [key: string]: string;
            };
            model: string;
            /** Format: int64 */
            outputTokens: number;
            /** @description Its beginning. */
            prompt: string;
            provider: string;
            /** @description Its beginning. */
            response: string;
            /** @description What the application calls it. */
            runId: string;
            /** Format: int64 */
            tookMs: number;
            /** @description the person. */
            userId?: string;
        };
        EvaluationType: {
            description: string;
            /** @description It can be asked for. */
            enabled: boolean;
            /** @example hallucination */
            id: string;
            is_custom: boolean;
            label: string;
            /** @description What the model is told to look for; only of types of one's own. */
            prompt?: string;
            /**
             * Format: double
             * @description Scores above it are findings, when a request does not say another. 0.5 when left out.
             */
            threshold_score?: number;
        };
        EvaluationTypeBody: {
            description?: string;
            enabled?: boolean;
            /** @description Required where the path does not name it. */
            id?: string;
            label?: string;
            /** @description What the model is told to look for. */
            prompt?: string;
            /**
             * Format: double
             * @description 0 to 1.
             */
            threshold_score?: number;
        };
        EvaluationTypes: {
            /** @description There is a model that judges. */
            configured: boolean;
            /** @description What to configure. */
            err?: string;
            /** @description Empty without a model that judges. */
            eval_types: components["schemas"]["EvaluationType"][];
        };
        Exception: {
            /** Format: date-time */
            at: string;
            message: string;
            /** @description Name of the span, or of the log's event. */
            name?: string;
            /**
             * @description Whether a span or a log record told of it.
             * @enum {string}
             */
            recordedBy: "span" | "log";
            service: string;
            spanId?: string;
            stacktrace: string;
            traceId?: string;
            type: string;
        };
        ExceptionGroup: {
            /** Format: int64 */
            count: number;
            /** @description Occurrences in each 24th of the range. */
            counts: number[];
            /**
             * Format: date-time
             * @description In the time range.
             */
            firstSeen: string;
            /** @description The top frame of the stack trace, without its line. */
            frame: string;
            /** @description Names the group; the same for the same exceptions at any time. */
            id: string;
            /** Format: date-time */
            lastSeen: string;
            /** @description The newest message. */
            message: string;
            services: string[];
            /** @description The first line of the message with numbers, times, ids, addresses, paths and quoted words left out. */
            shape: string;
            /** @description Up to ten of these traces. */
            traceIds: string[];
            /**
             * Format: int64
             * @description Number of traces that have it.
             */
            traces: number;
            /** @example TimeoutError */
            type: string;
        };
        ExceptionSearchBody: {
            /** @description Conditions on the spans. Exceptions that log records tell of are counted too, unless there are filters that only spans can fulfil. */
            filters?: components["schemas"]["Filter"][];
            from?: string;
            /**
             * Format: int64
             * @description Groups to return; 100 when 0.
             */
            limit?: number;
            to?: string;
        };
        Facet: {
            /**
             * @description Name of the field or attribute.
             * @example http.response.status_code
             */
            key: string;
            /**
             * @description Where to look: a field of every record, or attributes of the record, of its resource or of its scope.
             * @default attribute
             * @enum {string}
             */
            source: "field" | "attribute" | "resource" | "scope";
            /** @description Most frequent first. */
            values: components["schemas"]["ValueCount"][];
        };
        Filter: {
            /**
             * @description Name of the field or attribute.
             * @example http.response.status_code
             */
            key: string;
            /** @description Turns the condition around. */
            not?: boolean;
            /**
             * @description How to compare. gt, gte, lt and lte compare as numbers.
             * @default equals
             * @enum {string}
             */
            op: "equals" | "in" | "contains" | "prefix" | "exists" | "gt" | "gte" | "lt" | "lte";
            /**
             * @description Where to look: a field of every record, or attributes of the record, of its resource or of its scope.
             * @default attribute
             * @enum {string}
             */
            source: "field" | "attribute" | "resource" | "scope";
            /** @description What to compare with; not for in and exists. */
            value?: string;
            /** @description What to compare with, for in. */
            values?: string[];
        };
        FoundLogBody: {
            /**
             * Format: date-time
             * @description Start of the range that was searched.
             */
            from: string;
            items: components["schemas"]["Log"][];
            /** @description Cursor of the next page; absent on the last one. */
            nextCursor?: string;
            /**
             * Format: date-time
             * @description End of the range that was searched: to ask for the next page with.
             */
            to: string;
        };
        FoundSpanBody: {
            /**
             * Format: date-time
             * @description Start of the range that was searched.
             */
            from: string;
            items: components["schemas"]["Span"][];
            /** @description Cursor of the next page; absent on the last one. */
            nextCursor?: string;
            /**
             * Format: date-time
             * @description End of the range that was searched: to ask for the next page with.
             */
            to: string;
        };
        FoundTraceBody: {
            /**
             * Format: date-time
             * @description Start of the range that was searched.
             */
            from: string;
            items: components["schemas"]["Trace"][];
            /** @description Cursor of the next page; absent on the last one. */
            nextCursor?: string;
            /**
             * Format: date-time
             * @description End of the range that was searched: to ask for the next page with.
             */
            to: string;
        };
        GetLlmUsageRequest: {
            /** @description Conditions on the spans. */
            filters?: components["schemas"]["Filter"][];
            from?: string;
            groupBy?: ("model" | "provider" | "service" | "user" | "operation" | "conversation" | "agent" | "environment")[];
            /** @description Attributes of the spans or their resources to group by too, such as that of a team. */
            groupByKeys?: components["schemas"]["QueryKey"][];
            /**
             * Format: int64
             * @description Groups to return; 100 when 0.
             */
            limit?: number;
            /** @description One item for each step. */
            overTime?: boolean;
            /**
             * @description Which groups are kept when there are more than limit: those with most calls, or those that cost most by what spans tell, and then have most tokens.
             * @default calls
             * @enum {string}
             */
            sort: "calls" | "cost";
            /**
             * Format: int64
             * @description Chosen by the range when 0.
             */
            stepSeconds?: number;
            to?: string;
        };
        GetMetricEarlierRequest: {
            /** @description Answer also with the values that can be chosen from. */
            includeFilters?: boolean;
            /** Format: int64 */
            limit?: number;
            metricType?: string;
            /** Format: int64 */
            offset?: number;
            selectedConfig?: components["schemas"]["CompatSelected"];
            serviceName?: string;
            sorting?: components["schemas"]["CompatSorting"];
            /** @description start and end are needed. */
            timeLimit?: components["schemas"]["CompatTime"];
        } & {
            [key: string]: unknown;
        };
        GetMetricRequest: {
            /** @description Answer also with the values that can be chosen from. */
            includeFilters?: boolean;
            /** Format: int64 */
            limit?: number;
            metricType?: string;
            /** Format: int64 */
            offset?: number;
            selectedConfig?: components["schemas"]["CompatSelected"];
            serviceName?: string;
            sorting?: components["schemas"]["CompatSorting"];
            /** @description start and end are needed. */
            timeLimit?: components["schemas"]["CompatTime"];
        } & {
            [key: string]: unknown;
        };
        GetSecretsBody: {
            /** @description Only the secret of this name. */
            key?: string | null;
            /** @description What the client is; for the journal. */
            source?: string | null;
            /** @description Only secrets with at least one of these tags. */
            tags?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        GPU: {
            /** @description A process holds memory or keeps it busy. */
            allocated?: boolean;
            cloudProvider?: string;
            cluster?: string;
            /** Format: double */
            decoderUtilization?: number;
            /** @description hw.driver_version */
            driver?: string;
            /** Format: double */
            encoderUtilization?: number;
            environment?: string;
            /** @description Errors counted in the range, by error.type; xid also by code. */
            errors: {
                [key: string]: number;
            };
            host: string;
            /**
             * @description hw.id
             * @example GPU-6f9d
             */
            id: string;
            /** @description gpu.index */
            index?: string;
            /** Format: date-time */
            lastSeen: string;
            /** Format: double */
            memoryLimitBytes?: number;
            /** Format: double */
            memoryTemperatureCelsius?: number;
            /** Format: double */
            memoryUsedBytes?: number;
            /** Format: double */
            memoryUtilization?: number;
            /** @description gpu.mig.profile of a part of a GPU. */
            mig?: string;
            /**
             * @description hw.name: the product.
             * @example NVIDIA H200
             */
            name?: string;
            node?: string;
            /** @description The GPU that this is a part of. */
            parent?: string;
            pciAddress?: string;
            /** @description Pods whose processes use it, as namespace/name. */
            pods: string[];
            /** Format: double */
            powerLimitWatts?: number;
            /** Format: double */
            powerWatts?: number;
            /**
             * Format: int64
             * @description Processes that use it.
             */
            processes: number;
            region?: string;
            /** @enum {string} */
            status: "up" | "throttled" | "unknown";
            /** Format: double */
            temperatureCelsius?: number;
            /** @description Why it is throttled. */
            throttleReasons: string[];
            /** @description host.type: the instance type. */
            type?: string;
            /**
             * Format: double
             * @description 0 to 1.
             */
            utilization?: number;
            /** @example nvidia */
            vendor?: string;
            /** @description process.workload.kind of its processes. */
            workloadKinds: string[];
        };
        GPUUsage: {
            /**
             * Format: double
             * @description Of these, with a process that holds memory or keeps it busy.
             */
            allocatedHours: number;
            cluster?: string;
            /** @description The energy comes from the counter. */
            energyCounted: boolean;
            /**
             * Format: double
             * @description From the energy counter, or from the power where there is none.
             */
            energyJoules: number;
            /** @description hw.id */
            gpu: string;
            host: string;
            /**
             * Format: double
             * @description Time for which it reported.
             */
            hours: number;
            /**
             * Format: date-time
             * @description Since when it has been lost without a pause; absent when its newest report is another. The start of the range at the earliest.
             */
            idleSince?: string;
            /**
             * Format: double
             * @description Of the allocated ones, with utilization below the threshold. Time without a known utilization is not lost.
             */
            lostHours: number;
            /** Format: double */
            meanPowerWatts: number;
            /**
             * Format: double
             * @description Over the measured hours, 0 to 1.
             */
            meanUtilization: number;
            /**
             * Format: double
             * @description Time for which its utilization is known.
             */
            measuredHours: number;
            name?: string;
            node?: string;
            vendor?: string;
        };
        GpuUsageAnswerBody: {
            /** @description The sums of the range that was compared with. */
            before?: components["schemas"]["Totals"];
            /** @description The GPUs of the range that was compared with. */
            beforeItems?: components["schemas"]["GPUUsage"][];
            /** Format: date-time */
            from: string;
            /** @description Most lost hours first. */
            items: components["schemas"]["GPUUsage"][];
            /** Format: double */
            threshold: number;
            /** Format: date-time */
            to: string;
            totals: components["schemas"]["Totals"];
        };
        Group: {
            /**
             * @description AND: all conditions must match; OR: any.
             * @enum {string}
             */
            condition_operator: "AND" | "OR";
            conditions: components["schemas"]["Condition"][];
        };
        GroupOutcome: {
            /** @description Whether each condition matches. */
            conditions: boolean[];
            matches: boolean;
        };
        History: {
            /** @description Records of each step, oldest first, not from before the server started. */
            counts: number[];
            /**
             * Format: date-time
             * @description When the last step ended.
             */
            end: string;
            /**
             * Format: int64
             * @example 30
             */
            stepSeconds: number;
        };
        Host: {
            /** @description All resource attributes of the newest metric. */
            attributes: {
                [key: string]: string;
            };
            cloudProvider?: string;
            /** @description k8s.cluster.name */
            cluster?: string;
            /**
             * Format: double
             * @description Logical CPUs.
             */
            cpus?: number;
            /**
             * Format: double
             * @description Mean of all logical CPUs, 0 to 1, at the end of the range. Absent when the host did not report in its last ten minutes.
             */
            cpuUtilization?: number;
            environment?: string;
            /**
             * Format: int64
             * @description GPUs that the host reported in the range, parts of one not counted.
             */
            gpus: number;
            /**
             * Format: date-time
             * @description Time of the newest metric in the range.
             */
            lastSeen: string;
            /**
             * Format: double
             * @description 0 to 1, at the end of the range.
             */
            memoryUtilization?: number;
            /**
             * @description host.name
             * @example gpu-a01
             */
            name: string;
            /** @description k8s.node.name */
            node?: string;
            /** @description cloud.region */
            region?: string;
            /** @description host.type: the instance type. */
            type?: string;
        };
        Inputs: {
            shouldCompile?: boolean;
            variables?: {
                [key: string]: unknown;
            };
            version?: string;
        } & {
            [key: string]: unknown;
        };
        Invitation: {
            /** Format: date-time */
            createdAt: string;
            email: string;
            /** Format: date-time */
            expiresAt: string;
            id: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** @description For the invited person; only in the answer that creates the invitation. */
            token?: string;
        };
        InvitationList: {
            items: components["schemas"]["Invitation"][];
        };
        ItemsConnection: {
            items: components["schemas"]["Connection"][];
        };
        ItemsDearPromptBody: {
            items: components["schemas"]["DearPrompt"][];
        };
        ItemsExceptionBody: {
            items: components["schemas"]["Exception"][];
        };
        ItemsExceptionGroupBody: {
            items: components["schemas"]["ExceptionGroup"][];
        };
        ItemsFacetBody: {
            items: components["schemas"]["Facet"][];
        };
        ItemsGPUBody: {
            items: components["schemas"]["GPU"][];
        };
        ItemsHostBody: {
            items: components["schemas"]["Host"][];
        };
        ItemsKernelBody: {
            items: components["schemas"]["Kernel"][];
        };
        ItemsMetricBody: {
            items: components["schemas"]["Metric"][];
        };
        ItemsProcessBody: {
            items: components["schemas"]["Process"][];
        };
        ItemsProvider: {
            items: components["schemas"]["Provider"][];
        };
        ItemsSpokenCallBody: {
            items: components["schemas"]["SpokenCall"][];
        };
        Kernel: {
            /** Format: double */
            launches: number;
            /** Format: double */
            meanSeconds?: number;
            /** @description cuda.kernel.name */
            name: string;
            /** @description Names of the executables that launched it. */
            processes: string[];
            /**
             * Format: double
             * @description Estimated time from launch to synchronization, summed up.
             */
            seconds: number;
        };
        Key: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy?: string;
            databaseConfigId?: string;
            /** @description Empty: every environment of the project. */
            environment?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @description First and last characters of the key. */
            hint: string;
            id: string;
            /** @description The key itself; only in the answer that creates it. */
            key?: string;
            /**
             * Format: date-time
             * @description Written about twice a minute.
             */
            lastUsedAt?: string;
            name: string;
            /** Format: date-time */
            revokedAt?: string;
            scopes: string[];
        };
        KeyList: {
            items: components["schemas"]["Key"][];
        };
        Log: {
            /** Format: date-time */
            at: string;
            attributes?: {
                [key: string]: string;
            };
            body: string;
            event?: string;
            /**
             * @description Names the record by its time and a hash of its content.
             * @example 1772600767000000000-4611686018427387904
             */
            id: string;
            /** Format: date-time */
            observedAt?: string;
            resource?: {
                [key: string]: string;
            };
            scope?: {
                [key: string]: string;
            };
            scopeName?: string;
            scopeVersion?: string;
            service: string;
            /** @example ERROR */
            severity?: string;
            /** Format: int32 */
            severityNumber?: number;
            spanId?: string;
            /** Format: int32 */
            traceFlags?: number;
            traceId?: string;
        };
        LogContext: {
            /** @description In the order of time. */
            after: components["schemas"]["Log"][];
            /** @description In the order of time. */
            before: components["schemas"]["Log"][];
            record: components["schemas"]["Log"];
            /** @description What the records around have in common with the record. */
            same: components["schemas"]["QueryKey"][];
        };
        LogSearchBody: {
            /** @description nextCursor of the page before. Send the same from, to and filters with it; from and to must not be relative. */
            cursor?: string;
            /** @description Conditions that records must all fulfil. */
            filters?: components["schemas"]["Filter"][];
            /**
             * @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end.
             * @example now-1h
             */
            from?: string;
            /**
             * Format: int64
             * @description Records to return; 50 when 0.
             */
            limit?: number;
            /**
             * @description Which records come first.
             * @default newest
             * @enum {string}
             */
            order: "newest" | "oldest";
            /**
             * @description Words that the body must contain, whatever their case; several words in quotes as they are.
             * @example connection "timed out"
             */
            text?: string;
            /**
             * @description End, not included: as from. Default: now.
             * @example now
             */
            to?: string;
        };
        LogTailBody: {
            /** @description To be sent with the next request. */
            cursor: string;
            /** @description Oldest first. */
            items: components["schemas"]["Log"][];
            /** @description More records arrived than are shown: older ones were left out. */
            skipped?: boolean;
        };
        MatchedEntity: {
            entity_id: string;
            /** @enum {string} */
            entity_type: "context" | "prompt" | "evaluation";
            rule_id: string;
        };
        Member: {
            /** Format: date-time */
            createdAt: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            userId: string;
        };
        MemberList: {
            items: components["schemas"]["Member"][];
        };
        MessagePart: {
            /** @description Of the tool's call, as JSON. */
            arguments?: string;
            /** @description Of the tool's call. */
            id?: string;
            /** @description Of the tool. */
            name?: string;
            /** @description What was said, or JSON of what has no text. */
            text?: string;
            /** @enum {string} */
            type: "text" | "reasoning" | "tool_call" | "tool_result" | "media" | "other";
        };
        Metric: {
            description: string;
            /** @enum {string} */
            kind: "gauge" | "counter" | "updowncounter" | "histogram" | "exponential_histogram" | "summary";
            /** Format: date-time */
            lastSeen: string;
            /** @example hw.gpu.utilization */
            name: string;
            /**
             * Format: int64
             * @description In the time range.
             */
            points: number;
            /**
             * Format: int64
             * @description About how many series had points in the last ten minutes of the time range; exact up to some ten thousand.
             */
            seriesEstimate: number;
            /** @example 1 */
            unit: string;
        };
        MetricDescriptionBody: {
            attributes: components["schemas"]["AttributeValues"][];
            /** @description Several when senders disagree on the kind. */
            metrics: components["schemas"]["Metric"][];
        };
        MetricPoint: {
            Attributes: {
                [key: string]: string;
            };
            ResourceAttributes: {
                [key: string]: string;
            };
            ServiceName: string;
            TimeUnix: string;
            /** Format: double */
            Value: number;
        };
        MetricRow: {
            /** Format: double */
            avgValue: number;
            /** Format: date-time */
            lastSeen: string;
            /** Format: double */
            latestValue: number;
            /** Format: double */
            maxValue: number;
            metricDescription: string;
            metricName: string;
            /** @enum {string} */
            metricType: "gauge" | "sum" | "histogram" | "summary" | "exponential_histogram";
            metricUnit: string;
            /** Format: double */
            minValue: number;
            /** Format: int64 */
            observationCount: number;
            /** Format: int64 */
            pointCount: number;
            serviceName: string;
        };
        Model: {
            /**
             * Format: double
             * @description USD per million input tokens written to the provider's cache; 0 when not priced apart.
             */
            cacheCreationPricePerMToken: number;
            /**
             * Format: double
             * @description USD per million input tokens read from the provider's cache; 0 when not priced apart.
             */
            cacheReadPricePerMToken: number;
            /**
             * @example [
             *       "function-calling"
             *     ]
             */
            capabilities: string[];
            /**
             * Format: int64
             * @description Tokens.
             */
            contextWindow: number;
            /** @description Id of the record. */
            customId: string;
            displayName: string;
            /** @description The same as model_id. */
            id: string;
            /**
             * Format: double
             * @description USD per million input tokens.
             */
            inputPricePerMToken: number;
            /** @description The model came with the catalog and was not changed. */
            isDefault: boolean;
            /** @example gpt-4o */
            model_id: string;
            /** @enum {string} */
            modelType: "chat" | "embeddings" | "images" | "audio";
            /**
             * Format: double
             * @description USD per million output tokens.
             */
            outputPricePerMToken: number;
            /** @example openai */
            provider: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ModelBody: {
            /**
             * Format: double
             * @description USD per million input tokens written to the provider's cache.
             */
            cacheCreationPricePerMToken?: number;
            /**
             * Format: double
             * @description USD per million input tokens read from the provider's cache.
             */
            cacheReadPricePerMToken?: number;
            capabilities?: string[];
            /**
             * Format: double
             * @description Tokens. Default 4096.
             */
            contextWindow?: number;
            /**
             * @description Required.
             * @example GPT-4o
             */
            displayName?: string;
            /**
             * Format: date-time
             * @description When the price starts to hold; now when left out.
             */
            effectiveFrom?: string;
            /** @description Taken for model_id when that is left out. */
            id?: string;
            /**
             * Format: double
             * @description USD per million input tokens. Default 0.
             */
            inputPricePerMToken?: number;
            /**
             * @description Required. With provider it names the model.
             * @example gpt-4o
             */
            model_id?: string;
            /** @description chat, embeddings, images or audio. Default chat. */
            modelType?: string;
            /**
             * Format: double
             * @description USD per million output tokens. Default 0.
             */
            outputPricePerMToken?: number;
        } & {
            [key: string]: unknown;
        };
        ModelChange: {
            /** @enum {string} */
            action: "create" | "update";
            displayName: string;
            fields?: components["schemas"]["ModelFieldChange"][];
            /** @description Empty: it is the provider itself. */
            model_id: string;
            provider: string;
        };
        ModelDeletedBody: {
            /** @description True also when there was no such model. */
            deleted: boolean;
            success: boolean;
        };
        ModelFieldChange: {
            /** @example inputPricePerMToken */
            field: string;
            /** @example 2.5 */
            from: string;
            /** @example 2 */
            to: string;
        };
        ModelMessage: {
            finishReason?: string;
            /** @description The model said it in this call; else it was given to the model. */
            output: boolean;
            parts: components["schemas"]["MessagePart"][];
            /** @example user */
            role: string;
        };
        ModelPrice: {
            /** Format: double */
            cacheCreationPricePerMToken: number;
            /** Format: double */
            cacheReadPricePerMToken: number;
            /**
             * Format: date-time
             * @description From then on, until the next entry. 1970 is the beginning of time.
             */
            effectiveFrom: string;
            /** Format: double */
            inputPricePerMToken: number;
            /** Format: double */
            outputPricePerMToken: number;
            /** @description The model was removed then and has no price. */
            removed?: boolean;
        };
        ModelPricesBody: {
            items: components["schemas"]["ModelPrice"][];
        };
        ModelPutBody: {
            created?: boolean;
            model: components["schemas"]["Model"];
            success: boolean;
            updated?: boolean;
        };
        ModelsImportedBody: {
            /** @description What is new or changes, in the order of the file, providers first. */
            changes: components["schemas"]["ModelChange"][];
            /**
             * Format: int64
             * @description Models that are new.
             */
            imported: number;
            /**
             * Format: int64
             * @description Providers that are new.
             */
            providersImported: number;
            /**
             * Format: int64
             * @description Providers that stay as they are.
             */
            providersSkipped: number;
            /**
             * Format: int64
             * @description Providers of which something else is said.
             */
            providersUpdated: number;
            /**
             * Format: int64
             * @description Models that stay as they are.
             */
            skipped: number;
            /**
             * Format: int64
             * @description Models that were changed.
             */
            updated: number;
        };
        Named: {
            /** @description Name, as people see it. */
            name: string;
        };
        Organisation: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            name: string;
            /**
             * @description Role of the caller.
             * @enum {string}
             */
            role?: "owner" | "admin" | "member";
        };
        OrganisationList: {
            items: components["schemas"]["Organisation"][];
        };
        OrganisationTree: {
            id: string;
            name: string;
            projects: components["schemas"]["ProjectTree"][];
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        Outcome: {
            condition_groups: components["schemas"]["GroupOutcome"][];
            matches: boolean;
        };
        Prices: {
            audio?: {
                [key: string]: number;
            };
            chat?: {
                [key: string]: components["schemas"]["ChatPrice"];
            };
            embeddings?: {
                [key: string]: number;
            };
            /** @description By model, quality and size. */
            images?: {
                [key: string]: {
                    [key: string]: {
                        [key: string]: number;
                    };
                };
            };
        };
        Probe: {
            /** @description Version of the engine that answered. */
            version: string;
        };
        Process: {
            commandLine?: string;
            container?: string;
            containerId?: string;
            executable?: string;
            /** @description hw.id */
            gpu: string;
            gpuIndex?: string;
            gpuName?: string;
            host: string;
            /** Format: date-time */
            lastSeen: string;
            /** Format: double */
            memoryBytes?: number;
            /** Format: double */
            memoryUtilization?: number;
            namespace?: string;
            owner?: string;
            ownerId?: string;
            /** @description process.pid */
            pid: string;
            pod?: string;
            /** @enum {string} */
            state?: "running" | "sleeping" | "zombie" | "stopped" | "dead" | "unknown";
            /** Format: double */
            uptimeSeconds?: number;
            /**
             * Format: double
             * @description 0 to 1.
             */
            utilization?: number;
            workloadFramework?: string;
            /** @enum {string} */
            workloadKind?: "llm_inference" | "llm_training" | "other";
        };
        Project: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            name: string;
            organisationId: string;
        };
        ProjectList: {
            items: components["schemas"]["Project"][];
        };
        ProjectTree: {
            environments: string[];
            id: string;
            name: string;
        };
        Prompt: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy: string;
            id: string;
            name: string;
            /** @description The draft first, then the highest version first. */
            versions: components["schemas"]["PromptVersion"][];
        };
        PromptCall: {
            /**
             * Format: double
             * @description In US dollars.
             */
            cost: number;
            spanId: string;
            /** Format: date-time */
            start: string;
            traceId: string;
        };
        PromptContent: {
            metaProperties?: {
                [key: string]: unknown;
            };
            /**
             * @description The text; {{name}} stands for a variable.
             * @example Answer in {{language}}: {{question}}
             */
            prompt: string;
            tags?: string[];
        };
        PromptDiffOutputBody: {
            /** @description Lines of the prompt, in order. */
            changes: components["schemas"]["Change"][];
            from: components["schemas"]["PromptVersion"];
            to: components["schemas"]["PromptVersion"];
        };
        PromptPublication: {
            /**
             * @description Instead: the part that is raised from the highest version. Default minor; the first version is 1.0.0.
             * @enum {string}
             */
            bump?: "major" | "minor" | "patch";
            /**
             * @description The number to publish under, which must be free.
             * @example 1.2.0
             */
            version?: string;
        };
        PromptsOutputList: {
            items: components["schemas"]["PromptSummary"][];
        };
        PromptsPromptPublication: {
            /**
             * @description Instead: the part that is raised from the highest version. Default minor; the first version is 1.0.0.
             * @enum {string}
             */
            bump?: "major" | "minor" | "patch";
            /**
             * @description The number to publish under, which must be free.
             * @example 1.2.0
             */
            version?: string;
        };
        PromptSummary: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy: string;
            hasDraft: boolean;
            id: string;
            name: string;
            tags: string[];
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: int64
             * @description How often applications fetched it.
             */
            uses: number;
            /**
             * @description Highest published version; left out when none is.
             * @example 1.2.0
             */
            version?: string;
            /**
             * Format: int64
             * @description How many there are, with the draft.
             */
            versions: number;
        };
        PromptUse: {
            apiKeyId: string;
            /** Format: date */
            day: string;
            /**
             * @description Kind of client.
             * @example python-sdk
             */
            source: string;
            /** Format: int64 */
            uses: number;
            versionId: string;
        };
        PromptUsesOutputBody: {
            /** @description By day. */
            items: components["schemas"]["PromptUse"][];
            /** Format: int64 */
            total: number;
        };
        PromptVersion: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy: string;
            id: string;
            metaProperties: {
                [key: string]: unknown;
            };
            prompt: string;
            /** Format: date-time */
            publishedAt?: string;
            /** @enum {string} */
            status: "DRAFT" | "PUBLISHED";
            tags: string[];
            /** Format: date-time */
            updatedAt: string;
            /** @description Names that the prompt mentions. */
            variables: string[];
            /**
             * @description Left out of a draft.
             * @example 1.2.0
             */
            version?: string;
        };
        Provider: {
            /** @description Empty when a connection must say it. */
            baseUrl: string;
            /**
             * @description Also its name in the model catalog.
             * @example openai
             */
            id: string;
            label: string;
            /** @enum {string} */
            protocol: "openai" | "anthropic";
            /** @description Name that its key usually has in the vault; empty when it needs none. */
            secret: string;
        };
        ProviderDeletedBody: {
            /**
             * Format: int64
             * @description How many models went with it.
             */
            deleted: number;
            success: boolean;
        };
        ProviderSavedBody: {
            providerId: string;
            success: boolean;
        };
        PutDashboardRequest: {
            description?: string;
            folder?: string;
            /**
             * Format: int64
             * @description How widgets are written.
             * @default 1
             * @enum {integer}
             */
            format: 1;
            name: string;
            tags?: string[];
            /**
             * Format: int64
             * @description The version that was read.
             */
            version: number;
            widgets: components["schemas"]["Widget"][];
        };
        PutModelBody: {
            /** @description Accepted and not needed: provider and model_id name the model. */
            customId?: string;
            /** @description Required. */
            model?: components["schemas"]["ModelBody"];
            /**
             * @description Required.
             * @example openai
             */
            provider?: string;
        } & {
            [key: string]: unknown;
        };
        PutTypesBody: {
            types: components["schemas"]["EvaluationTypeBody"][];
        } & {
            [key: string]: unknown;
        };
        QueryBody: {
            /**
             * @description How the values of the series of a group become one. Default: sum for counters and sums, else avg.
             * @enum {string}
             */
            across?: "sum" | "avg" | "min" | "max";
            /**
             * @description How the points of one series in a step become one value. Default: rate for counters, quantile for histograms, else avg.
             * @enum {string}
             */
            aggregation?: "avg" | "min" | "max" | "sum" | "count" | "last" | "rate" | "increase" | "quantile";
            filters?: components["schemas"]["Filter"][];
            from?: string;
            groupBy?: components["schemas"]["QueryKey"][];
            /**
             * @description Of several metrics of the same name, which one.
             * @enum {string}
             */
            kind?: "gauge" | "counter" | "updowncounter" | "histogram" | "exponential_histogram" | "summary";
            /**
             * Format: int64
             * @description Groups to return; 50 when 0.
             */
            limit?: number;
            /** @example hw.gpu.utilization */
            metric: string;
            /**
             * Format: double
             * @description For the aggregation quantile.
             * @example 0.95
             */
            quantile?: number;
            /**
             * Format: int64
             * @description Chosen by the range when 0.
             */
            stepSeconds?: number;
            to?: string;
        };
        QueryKey: {
            /**
             * @description Name of the field or attribute.
             * @example http.response.status_code
             */
            key: string;
            /**
             * @description Where to look: a field of every record, or attributes of the record, of its resource or of its scope.
             * @default attribute
             * @enum {string}
             */
            source: "field" | "attribute" | "resource" | "scope";
        };
        Refusal: {
            /** Format: int64 */
            count: number;
            /** @example trace id missing or zero */
            reason: string;
        };
        RestoreSecretBody: {
            /** Format: int64 */
            version: number;
        };
        RevealedSecretBody: {
            value: string;
        };
        RevealSecretBody: {
            /**
             * Format: int64
             * @description The newest when left out.
             */
            version?: number;
        };
        RotatedVaultBody: {
            /**
             * Format: int64
             * @description How many values were sealed anew.
             */
            values: number;
        };
        Route: {
            /** @description Empty: the project's default. */
            databaseConfigId: string;
            environment: string;
            /** @enum {string} */
            signal: "traces" | "logs" | "metrics" | "intelligence";
        };
        RouteList: {
            items: components["schemas"]["Route"][];
        };
        Rule: {
            condition_groups: components["schemas"]["Group"][];
            /** Format: date-time */
            created_at: string;
            /** @description Id of the user. */
            created_by: string;
            description: string;
            entities: components["schemas"]["Entity"][];
            /** @enum {string} */
            group_operator: "AND" | "OR";
            id: string;
            name: string;
            /** @enum {string} */
            status: "ACTIVE" | "INACTIVE";
            /** Format: date-time */
            updated_at: string;
        };
        RuleBody: {
            /** @description A rule without conditions matches nothing. */
            condition_groups?: components["schemas"]["Group"][];
            description?: string;
            /** @description What the rule leads to. */
            entities?: components["schemas"]["Entity"][];
            /**
             * @description AND: all groups must match; OR: any.
             * @default AND
             * @enum {string}
             */
            group_operator: "AND" | "OR";
            name: string;
            /**
             * @description Only active rules are evaluated.
             * @default ACTIVE
             * @enum {string}
             */
            status: "ACTIVE" | "INACTIVE";
        };
        RuleListBody: {
            items: components["schemas"]["Rule"][];
        };
        RunListBody: {
            items: components["schemas"]["EvaluationRun"][];
        };
        Secret: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy: string;
            id: string;
            /**
             * @description Name of the secret.
             * @example OPENAI_API_KEY
             */
            key: string;
            /**
             * Format: date-time
             * @description When its value was last given out; only in lists.
             */
            lastReadAt?: string;
            tags: string[];
            /** Format: date-time */
            updatedAt: string;
            /** @description Id of the user. */
            updatedBy: string;
            /**
             * Format: int64
             * @description Number of the newest version.
             */
            version: number;
        };
        SecretList: {
            items: components["schemas"]["Secret"][];
        };
        Secrets: {
            /** @description What went wrong; null when nothing did. */
            err: string | null;
            /** @description Names and values. */
            res: {
                [key: string]: string;
            };
        };
        SecretVersion: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user. */
            createdBy: string;
            /**
             * Format: int64
             * @description The version whose value it has again.
             */
            restoredFrom?: number;
            /** Format: int64 */
            version: number;
        };
        SecretVersionList: {
            items: components["schemas"]["SecretVersion"][];
        };
        Series: {
            /** @description Values of the keys that were grouped by. */
            labels: {
                [key: string]: string;
            };
            /** @description One for each time; null where there was nothing. */
            values: (number | null)[];
        };
        SeriesResult: {
            across: string;
            /** @description What was done. */
            aggregation: string;
            /**
             * Format: int64
             * @description Groups that are not shown: those with the smallest values.
             */
            left?: number;
            metric: components["schemas"]["Metric"];
            series: components["schemas"]["Series"][];
            /** Format: double */
            stepSeconds: number;
            /** @description Start of each step, milliseconds since 1970. */
            times: number[];
        };
        Session: {
            /** @description What the user is a member of, in the order of joining. */
            organisations: components["schemas"]["OrganisationTree"][];
            user: components["schemas"]["User"];
        };
        SignalStatus: {
            /**
             * Format: int64
             * @description Records stored since the server started.
             */
            accepted: number;
            history: components["schemas"]["History"];
            /**
             * Format: date-time
             * @description When the last record was stored; null when there is none. After a restart, the time of the newest record.
             */
            lastReceived: string | null;
            /**
             * Format: double
             * @description Records per minute over the last five minutes.
             */
            perMinute: number;
            /** @description Whole requests that were refused since the server started, and why. */
            refused: components["schemas"]["Refusal"][];
            /** @description Records that were refused since the server started, and why. */
            rejected: components["schemas"]["Refusal"][];
            /** @enum {string} */
            signal: "traces" | "logs" | "metrics";
        };
        SignInBody: {
            /** @description E-mail address. */
            email: string;
            /** @description Password. */
            password: string;
        };
        Span: {
            attributes?: {
                [key: string]: string;
            };
            /** @description Keys of attributes whose values are shortened here; the span's own page has them whole. */
            cut?: string[];
            /** Format: int64 */
            durationNs: number;
            events?: components["schemas"]["SpanEvent"][];
            /** @example Client */
            kind: string;
            links?: components["schemas"]["SpanLink"][];
            name: string;
            parentSpanId?: string;
            resource?: {
                [key: string]: string;
            };
            scopeName?: string;
            scopeVersion?: string;
            service: string;
            spanId: string;
            /** Format: date-time */
            start: string;
            /** @enum {string} */
            status: "Unset" | "Ok" | "Error";
            statusMessage?: string;
            traceId: string;
            traceState?: string;
        };
        SpanEvent: {
            /** Format: date-time */
            at: string;
            attributes?: {
                [key: string]: string;
            };
            name: string;
        };
        SpanGPUs: {
            /**
             * @description How they were found: by the pod whose processes use them, by the host or the node that sent the span, or not at all.
             * @enum {string}
             */
            by: "pod" | "host" | "node" | "none";
            /**
             * Format: date-time
             * @description Time around the span, to look at the GPUs with.
             */
            from: string;
            gpus: components["schemas"]["GPU"][];
            /** @description host.name of the GPUs, when it is one. */
            host?: string;
            /** Format: date-time */
            to: string;
        };
        SpanLink: {
            attributes?: {
                [key: string]: string;
            };
            spanId: string;
            traceId: string;
            traceState?: string;
        };
        SpanSearchBody: {
            /** @description nextCursor of the page before. Send the same from, to and filters with it; from and to must not be relative. */
            cursor?: string;
            /** @description true: only spans that failed; false: only others. Of traces: with such a span, or without any. */
            errors?: boolean;
            /** @description Conditions that records must all fulfil. */
            filters?: components["schemas"]["Filter"][];
            /**
             * @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end.
             * @example now-1h
             */
            from?: string;
            /** @description With attributes, events and links; long values are shortened. */
            full?: boolean;
            /**
             * Format: int64
             * @description Records to return; 50 when 0.
             */
            limit?: number;
            /**
             * @description Which records come first.
             * @default newest
             * @enum {string}
             */
            order: "newest" | "oldest";
            /** @description Count traces too of which no root span was received, in the days of the range and a day around: their earliest span stands for it. Of traces only, so of spans with roots. Costs more: it reads when all traces of these days began. */
            rootless?: boolean;
            /** @description Only the root spans of traces; filters, text and errors are then about their traces, as in the list of traces. */
            roots?: boolean;
            /**
             * @description What order means. By duration there is only one page.
             * @default time
             * @enum {string}
             */
            sort: "time" | "duration";
            /**
             * @description Words that one span must have in its name, its status message, or values of its attributes and of its events' attributes, whatever their case; several words in quotes as they are.
             * @example gpt-4o "timed out"
             */
            text?: string;
            /**
             * @description End, not included: as from. Default: now.
             * @example now
             */
            to?: string;
        };
        SpanTried: {
            /** Format: date-time */
            at: string;
            condition_groups: components["schemas"]["GroupOutcome"][];
            matches: boolean;
            name: string;
            service: string;
            spanId: string;
            traceId: string;
        };
        SpokenCall: {
            call: components["schemas"]["Call"];
            /** Format: int64 */
            durationNs: number;
            error?: string;
            failed: boolean;
            messages: components["schemas"]["ModelMessage"][];
            name: string;
            parentSpanId?: string;
            service: string;
            spanId: string;
            /** Format: date-time */
            start: string;
            traceId: string;
        };
        Status: {
            addresses: components["schemas"]["Addresses"];
            /** @description One entry for each of traces, logs and metrics. */
            signals: components["schemas"]["SignalStatus"][];
        };
        SummaryBucket: {
            /**
             * Format: double
             * @description Of spans, in nanoseconds.
             */
            avgDuration?: number;
            /**
             * Format: double
             * @description That spans tell of.
             */
            cost?: number;
            /** Format: int64 */
            count: number;
            /**
             * Format: int64
             * @description Log records of severity error and above.
             */
            errors?: number;
            /** @example 2026/03/04 05:00 */
            label: string;
            /** Format: int64 */
            metrics?: number;
            /** Format: int64 */
            services?: number;
            /** Format: double */
            tokens?: number;
        };
        TailLogsRequest: {
            /** @description cursor of the answer before. */
            cursor?: string;
            filters?: components["schemas"]["Filter"][];
            /**
             * Format: int64
             * @description Records to return; 200 when 0.
             */
            limit?: number;
            /** @description Words that the body must contain. */
            text?: string;
        };
        TestedConnectionBody: {
            /** @description What went wrong. */
            error?: string;
            /** @description As the provider names it. */
            model?: string;
            /** @description The model answered. */
            ok: boolean;
            /** Format: int64 */
            tookMs: number;
            usage: components["schemas"]["Usage"];
        };
        TimeBucket: {
            /**
             * Format: date-time
             * @description Start of the bucket.
             */
            at: string;
            /** Format: int64 */
            count: number;
            /**
             * Format: int64
             * @description Spans that failed, or log records of severity error and above.
             */
            errors: number;
            /**
             * Format: double
             * @description Median duration of spans.
             */
            p50Ns?: number;
            /** Format: double */
            p95Ns?: number;
            /** Format: double */
            p99Ns?: number;
        };
        TimeGroup: {
            /**
             * Format: int64
             * @description In all buckets.
             */
            count: number;
            /** @description One for each bucket. */
            counts: number[];
            value: string;
        };
        TimelineBody: {
            buckets: components["schemas"]["TimeBucket"][];
            /** @description With groupBy: its most frequent values. */
            groups?: components["schemas"]["TimeGroup"][];
            /** Format: double */
            stepSeconds: number;
        };
        Totals: {
            /** Format: double */
            allocatedHours: number;
            /** Format: double */
            energyJoules: number;
            /** Format: int64 */
            gpus: number;
            /** Format: double */
            hours: number;
            /** Format: double */
            lostHours: number;
            /**
             * Format: double
             * @description Lost hours as a part of all hours, 0 to 1.
             */
            lostShare: number;
            /**
             * Format: double
             * @description Over the measured hours.
             */
            meanUtilization: number;
            /** Format: double */
            measuredHours: number;
        };
        Trace: {
            /**
             * Format: int64
             * @description From the start of the first span to the end of the last.
             */
            durationNs: number;
            /**
             * Format: int64
             * @description Spans that failed.
             */
            errors: number;
            /**
             * Format: int64
             * @description Duration of the root span.
             */
            rootDurationNs: number;
            rootName: string;
            /** @description Whether a root span of the trace is there. Otherwise the trace still runs, or began where no spans are sent from; rootService, rootName, rootSpanId, rootDurationNs and status are then of its earliest span. */
            rootReceived: boolean;
            rootService: string;
            rootSpanId?: string;
            services: string[];
            /** Format: int64 */
            spans: number;
            /** Format: date-time */
            start: string;
            /** @description Of the span that was found. */
            status: string;
            traceId: string;
        };
        TriedRecentBody: {
            /** @description The spans, newest first. */
            items: components["schemas"]["SpanTried"][];
            /**
             * Format: int64
             * @description How many spans match.
             */
            matching: number;
        };
        TryPromptOutputBody: {
            compiledPrompt: string;
            /** @description Variables without a value. */
            missing: string[];
            /** @description Names that the prompt mentions. */
            variables: string[];
        };
        TryPromptRequest: {
            prompt: string;
            variables?: {
                [key: string]: unknown;
            };
        };
        TryRecentBody: {
            /**
             * Format: int64
             * @description How many spans, the newest first.
             * @default 100
             */
            limit: number;
            rule: components["schemas"]["RuleBody"];
        };
        TryRuleInputBody: {
            rule: components["schemas"]["RuleBody"];
            /** @description Fields by name, as an application would send them: for example the attributes of recent spans. */
            samples: {
                [key: string]: unknown;
            }[];
        };
        TryRuleOutputBody: {
            /** @description One for each sample, in order. */
            items: components["schemas"]["Outcome"][];
            /**
             * Format: int64
             * @description How many samples match.
             */
            matching: number;
        };
        TypeOutputBody: {
            data: components["schemas"]["EvaluationType"];
        };
        TypesPutBody: {
            data: components["schemas"]["EvaluationType"][];
        };
        UpdateMemberRequest: {
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        UpdateSecretBody: {
            /** @description All tags; left out, they stay. */
            tags?: string[];
            /** @description A new value is a new version; left out, it stays. */
            value?: string;
        };
        Usage: {
            /** Format: int64 */
            cacheReadTokens: number;
            /** Format: int64 */
            cacheWriteTokens: number;
            /** Format: int64 */
            inputTokens: number;
            /** Format: int64 */
            outputTokens: number;
        };
        User: {
            email: string;
            id: string;
            name: string;
        };
        ValueCount: {
            /** Format: int64 */
            count: number;
            value: string;
        };
        VaultEvent: {
            /** @enum {string} */
            action: "read" | "reveal" | "use" | "create" | "update" | "restore" | "delete" | "rotate";
            address?: string;
            /** @description The API key that did it, or */
            apiKeyId?: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: int64
             * @description How many secrets it concerned.
             */
            count: number;
            id: string;
            /** @description Their names, the first twenty. */
            keys: string[];
            /**
             * @description What the client said it is; of a use, what it was for.
             * @example python-sdk
             */
            source?: string;
            /** @description the person; neither for a command on the machine and for work that the server does by itself. */
            userId?: string;
        };
        VaultEventList: {
            items: components["schemas"]["VaultEvent"][];
        };
        Verdict: {
            classification: string;
            explanation: string;
            /**
             * Format: double
             * @description 0 to 1.
             */
            score: number;
            type: string;
            /**
             * @description yes: it was found, the answer fails.
             * @example no
             */
            verdict: string;
        };
        WholeTraceBody: {
            /** @description The trace has more spans than are shown. */
            more?: boolean;
            /** @description In the order of time. */
            spans: components["schemas"]["Span"][];
            traceId: string;
        };
        Widget: {
            /**
             * @description A number made of the queries, shown instead of them.
             * @example a / b * 100
             */
            formula?: string;
            /** @description Unique in the dashboard. */
            id: string;
            /**
             * @description series: lines over time. number: one value and how it changed since the range before. top: a table of groups. bar: bars of groups. text: a note.
             * @enum {string}
             */
            kind: "series" | "number" | "top" | "bar" | "text";
            /**
             * Format: int64
             * @description Groups of top and bar; 10 when 0.
             */
            limit?: number;
            place: components["schemas"]["WidgetPlace"];
            /** @description What is shown; called a, b, c and so on. A text has none. */
            queries?: components["schemas"]["WidgetQuery"][];
            /**
             * @description How the values of a range become one, for number, top and bar. Default: what suits the query.
             * @enum {string}
             */
            reduce?: "last" | "avg" | "min" | "max" | "sum";
            /** @description Lines of a series stand on each other. */
            stacked?: boolean;
            /** @description Of a text: lines, # titles, - lists, **strong**, and links. */
            text?: string;
            title?: string;
            /**
             * @description UCUM; that of the metric when left out.
             * @example By
             */
            unit?: string;
        };
        WidgetPlace: {
            /** Format: int64 */
            h: number;
            /** Format: int64 */
            w: number;
            /** Format: int64 */
            x: number;
            /** Format: int64 */
            y: number;
        };
        WidgetQuery: {
            /**
             * @description Of the source metric; what suits it when left out.
             * @enum {string}
             */
            across?: "sum" | "avg" | "min" | "max";
            /**
             * @description Of the source metric; what suits it when left out.
             * @enum {string}
             */
            aggregation?: "avg" | "min" | "max" | "sum" | "count" | "last" | "rate" | "increase" | "quantile";
            /** @description Of models: what calls are grouped by. */
            by?: ("model" | "provider" | "service" | "user" | "operation" | "conversation" | "agent" | "environment")[];
            /** @description Conditions on points, spans or log records. */
            filters?: components["schemas"]["Filter"][];
            /** @description Of spans and logs one key. */
            groupBy?: components["schemas"]["QueryKey"][];
            /** @description Only for the formula. */
            hidden?: boolean;
            /**
             * @description Of spans, logs and models: what is counted.
             * @enum {string}
             */
            measure?: "count" | "errors" | "errorRate" | "p50" | "p95" | "p99" | "cost" | "tokens" | "inputTokens" | "outputTokens" | "firstToken";
            /**
             * @description Of the source metric.
             * @example hw.gpu.utilization
             */
            metric?: string;
            /** Format: double */
            quantile?: number;
            /**
             * @description metric: a metric over time. spans, logs: counts and latencies. models: calls of language models.
             * @enum {string}
             */
            source: "metric" | "spans" | "logs" | "models";
            /** @description Of logs: words in the body. */
            text?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "list-dashboards": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardListBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-dashboard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-dashboard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the dashboard. */
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-dashboard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the dashboard. */
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutDashboardRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-dashboard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the dashboard. */
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "duplicate-dashboard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the dashboard. */
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "export-dashboard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the dashboard. */
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "import-dashboard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "evaluate-offline": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluateOfflineBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-evaluation-types": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationTypes"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-evaluation-types": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutTypesBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TypesPutBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-evaluation-type": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the type. */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "patch-evaluation-type": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the type. */
                type: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationTypeBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TypeOutputBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-evaluation-runs": {
        parameters: {
            query?: {
                /** @description Only runs before this time. */
                before?: string;
                /** @description Only those in which something was found. */
                failed?: boolean;
                limit?: number;
                /** @description Only those that the application called so. */
                run?: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunListBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-all-evaluation-types": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllTypesBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-conversation": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                conversation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsSpokenCallBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-dear-prompts": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DearPromptsRequestList"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsDearPromptBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-span-conversation": {
        parameters: {
            query?: {
                traceId?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                spanId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpokenCall"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-trace-conversation": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                traceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsSpokenCallBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-llm-usage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetLlmUsageRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallUsageAnswerBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-kernels": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                /** @description hw.id */
                gpu?: string;
                host?: string;
                limit?: number;
                pid?: string;
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsKernelBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-gpu-processes": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                /** @description hw.id */
                gpu?: string;
                host?: string;
                /** @description process.workload.kind */
                kind?: string;
                owner?: string;
                /** @description namespace/name, or the name. */
                pod?: string;
                /** @description process.state; zombie for triage. */
                state?: "running" | "sleeping" | "zombie" | "stopped" | "dead" | "unknown";
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsProcessBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-gpu-usage": {
        parameters: {
            query?: {
                cluster?: string;
                /** @description Start of another range, whose sums are answered too. */
                compareFrom?: string;
                compareTo?: string;
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                host?: string;
                /** @description hw.id */
                id?: string;
                /** @description process.workload.kind of one of its processes. */
                kind?: string;
                /** @description The product. */
                name?: string;
                node?: string;
                /** @description namespace/name, or the name. */
                pod?: string;
                /** @description Utilization below which an allocated GPU is idle. */
                threshold?: number;
                /** @description End, not included: as from. Default: now. */
                to?: string;
                vendor?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GpuUsageAnswerBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-gpus": {
        parameters: {
            query?: {
                cluster?: string;
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                host?: string;
                /** @description hw.id */
                id?: string;
                /** @description process.workload.kind of one of its processes. */
                kind?: string;
                /** @description The product. */
                name?: string;
                node?: string;
                /** @description namespace/name, or the name. */
                pod?: string;
                /** @description End, not included: as from. Default: now. */
                to?: string;
                vendor?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsGPUBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-gpu": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description hw.id */
                gpu: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GPU"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-hosts": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsHostBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-host": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description host.name */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Host"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-ingest-status": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-llm-connections": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsConnection"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-llm-connection": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-llm-connection": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the connection. */
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-llm-connection": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the connection. */
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-llm-providers": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsProvider"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "test-llm-connection": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestedConnectionBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-models": {
        parameters: {
            query?: {
                /** @description Only the models of this provider, as a list. */
                provider?: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["Model"][];
                    } | components["schemas"]["Model"][];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-model": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutModelBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelPutBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-model": {
        parameters: {
            query?: {
                /** @description Instead: customId of the record, or a model_id that only one provider has. */
                id?: string;
                /** @description With provider, names the model. */
                model_id?: string;
                provider?: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeletedBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "export-models": {
        parameters: {
            query?: {
                /** @description json and csv can be imported again; pricing is the price list that SDKs read. */
                format?: "json" | "csv" | "pricing";
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "text/csv": unknown;
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "import-models": {
        parameters: {
            query?: {
                /** @description What happens to models and providers that are there already. */
                existing?: "update" | "skip";
                /** @description Only tell what would change. */
                preview?: boolean;
                /** @description Provider of models in files that name none; custom when left out. */
                provider?: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelsImportedBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-model-prices": {
        parameters: {
            query: {
                model_id: string;
                provider: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelPricesBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-providers": {
        parameters: {
            query?: {
                /** @description Only this one, as an object. */
                provider?: string;
                /** @description Part of a name. */
                search?: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogProvider"][] | components["schemas"]["CatalogProvider"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-provider": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogProviderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderSavedBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-provider": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogProviderBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderSavedBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-provider": {
        parameters: {
            query: {
                provider: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderDeletedBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganisationList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Named"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-organisation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-organisation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-organisation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Named"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitationRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation: string;
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
                /** @description Id of the user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
                /** @description Id of the user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberRequest"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-projects": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organisation. */
                organisation: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Named"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "export-pricing": {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the database configuration. */
                dbConfigId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control"?: string;
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prices"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Named"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "revoke-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-database-configs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-database-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatabaseBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Database"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-database-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the database configuration. */
                config: string;
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Database"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-database-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the database configuration. */
                config: string;
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatabaseBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Database"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-database-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the database configuration. */
                config: string;
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "test-database-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the database configuration. */
                config: string;
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probe"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "test-database-settings": {
        parameters: {
            query?: {
                /** @description Configuration whose stored password is used. */
                config?: string;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatabaseBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probe"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-environments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-environment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-environment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-routes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-route": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Route"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-compiled-prompt": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompilePromptBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompiledAnswer"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-prompts": {
        parameters: {
            query?: {
                /** @description Only prompts whose name contains this. */
                search?: string;
                /** @description Only prompts with this tag. */
                tag?: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptsOutputList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-prompt": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePromptInputBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-prompt": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the prompt. */
                prompt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-prompt": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the prompt. */
                prompt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "diff-prompt": {
        parameters: {
            query: {
                /** @description A version, or draft. */
                from: string;
                /** @description A version, or draft. */
                to: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the prompt. */
                prompt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptDiffOutputBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "save-prompt-draft": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the prompt. */
                prompt: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptContent"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "discard-prompt-draft": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the prompt. */
                prompt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "prompt-usage": {
        parameters: {
            query?: {
                days?: number;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the prompt. */
                prompt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptUsesOutputBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "publish-prompt": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the prompt. */
                prompt: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptsPromptPublication"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "try-prompt": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TryPromptRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TryPromptOutputBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-contexts": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextListBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-context": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContextBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Context"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-context": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the context. */
                context: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Context"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-context": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the context. */
                context: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContextBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Context"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-context": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the context. */
                context: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "evaluate-rules": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluateRulesBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-rules": {
        parameters: {
            query?: {
                /** @description Only rules that lead to this entity. */
                entity_id?: string;
                /** @description Only rules that lead to an entity of this type. */
                entity_type?: "context" | "prompt" | "evaluation";
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleListBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-rule": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-rule": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-rule": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-rule": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "try-rule": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TryRuleInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TryRuleOutputBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "try-rule-on-spans": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TryRecentBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedRecentBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Named"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-attribute-keys": {
        parameters: {
            query: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                signal: "traces" | "logs" | "metrics";
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributeKeys"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-failed-spans": {
        parameters: {
            query?: {
                includeFilters?: boolean;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatPageCompatSpanBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-exceptions": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                limit?: number;
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsExceptionBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "search-exceptions": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExceptionSearchBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsExceptionGroupBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "count-values": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountValuesRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsFacetBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-log-record": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Log"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-log-context": {
        parameters: {
            query?: {
                after?: number;
                before?: number;
                same?: "all" | "service" | "host" | "stream" | "trace";
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogContext"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-logs": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatPageCompatLogBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-log": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                rowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatRecordCompatLogBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-log-attribute-keys": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatLogKeys"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-log-config": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatConfigCompatLogConfigBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "export-logs": {
        parameters: {
            query?: {
                format?: "ndjson" | "csv";
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogSearchBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "search-logs": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogSearchBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundLogBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "tail-logs": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TailLogsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogTailBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-metrics": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                limit?: number;
                /** @description Part of the name. */
                name?: string;
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsMetricBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "describe-metric": {
        parameters: {
            query?: {
                /** @description Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end. */
                from?: string;
                /** @description End, not included: as from. Default: now. */
                to?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricDescriptionBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-metric-rows": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatPageMetricRowBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-metric": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetMetricRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatMetricSeriesBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-metric-attribute-keys": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatMetricKeys"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-metric-config": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatConfigCompatMetricConfigBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "query-series": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResult"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-span": {
        parameters: {
            query?: {
                /** @description Its trace, by which it is found faster. */
                traceId?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                spanId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Span"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-span-gpus": {
        parameters: {
            query?: {
                /** @description Its trace, by which it is found faster. */
                traceId?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                spanId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpanGPUs"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "export-spans": {
        parameters: {
            query?: {
                format?: "ndjson" | "csv";
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpanSearchBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "search-spans": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpanSearchBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundSpanBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    summarize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                signal: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatSummaryBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "count-over-time": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountOverTimeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-spans": {
        parameters: {
            query?: {
                includeFilters?: boolean;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompatBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatPageCompatSpanBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-span-record": {
        parameters: {
            query?: {
                traceId?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatRecordCompatSpanBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-span-heirarchy": {
        parameters: {
            query?: {
                /** @description The span's trace, by which it is found faster. */
                traceId?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatRecordCompatNodeBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-span-hierarchy": {
        parameters: {
            query?: {
                /** @description The span's trace, by which it is found faster. */
                traceId?: string;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatRecordCompatNodeBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-trace-record": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatRecordCompatSpanBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-trace": {
        parameters: {
            query?: {
                /** @description With long attribute values as they are. */
                full?: boolean;
            };
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                traceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeTraceBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "search-traces": {
        parameters: {
            query?: never;
            header?: {
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpanSearchBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundTraceBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-secrets": {
        parameters: {
            query?: {
                /** @description Only the secret of this name. */
                key?: string;
                /** @description Only secrets with at least one of these tags; separated by commas. */
                tags?: string[];
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "restore-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreSecretBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "reveal-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevealSecretBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedSecretBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-secret-usage": {
        parameters: {
            query?: {
                /** @description Only entries of this kind. */
                action?: "read" | "reveal" | "use" | "create" | "update" | "restore" | "delete" | "rotate";
                /** @description Only entries before this time. */
                before?: string;
                /** @description Only what the API key or the user of this id did. */
                by?: string;
                limit?: number;
                /** @description Only entries from this time on. */
                since?: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VaultEventList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-secret-versions": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path: {
                /** @description Id of the secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretVersionList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-secrets": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GetSecretsBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secrets"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "rotate-vault-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedVaultBody"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-vault-usage": {
        parameters: {
            query?: {
                /** @description Only entries of this kind. */
                action?: "read" | "reveal" | "use" | "create" | "update" | "restore" | "delete" | "rotate";
                /** @description Only entries before this time. */
                before?: string;
                /** @description Only what the API key or the user of this id did. */
                by?: string;
                /** @description Only what concerns the secret of this name, also of one that was deleted. */
                key?: string;
                limit?: number;
                /** @description Only entries from this time on. */
                since?: string;
            };
            header?: {
                /** @description Database configuration of the key's project. */
                "x-platform-database-config-id"?: string;
                /** @description Environment of the request, for example production. */
                "x-platform-environment"?: string;
                /** @description Organisation of the request. */
                "x-platform-organisation-id"?: string;
                /** @description Project of the request. */
                "x-platform-project-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VaultEventList"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Error"];
                };
            };
        };
    };
}
