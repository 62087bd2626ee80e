// Starts the reference. A file of its own: the policy of the page allows no
// inline scripts. Requests that are tried go straight to this server, with
// the signed-in session's cookie or with the key that is typed in.
Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  baseServerURL: window.location.origin,
  proxyUrl: "",
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  mcp: { disabled: true },
  agent: { disabled: true },
  persistAuth: false,
});
