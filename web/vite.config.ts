import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./vite-plugins.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react(), tailwindcss(), compressed()],
  resolve: {
    alias: [
      { find: "@", replacement: at("./src") },
      // The complete reference page as one script, which its package does not export.
      { find: /^scalar-standalone/, replacement: at("./node_modules/@scalar/api-reference/dist/browser/standalone.js") },
    ],
  },
  optimizeDeps: { exclude: ["scalar-standalone?url"] }, // a file, not a module
  build: { target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { host: "127.0.0.1", port: 5173, strictPort: true },
  test: { include: ["src/**/*.test.{ts,tsx}", "scripts/*.test.mjs"], restoreMocks: true },
});
