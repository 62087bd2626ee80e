// Generated from openapi.json by `npm run types`. Do not edit.

export interface paths {
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
        ChangePasswordRequest: {
            newPassword: string;
            oldPassword: string;
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
        Probe: {
            /** @description Version of the engine that answered. */
            version: string;
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
        Refusal: {
            /** Format: int64 */
            count: number;
            /** @example trace id missing or zero */
            reason: string;
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
        Status: {
            /** @description One entry for each of traces, logs and metrics. */
            signals: components["schemas"]["SignalStatus"][];
        };
        UpdateMemberRequest: {
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        User: {
            email: string;
            id: string;
            name: string;
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
}
