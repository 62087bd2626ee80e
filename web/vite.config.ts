import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./vite-plugins";

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
  build: { target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { host: "127.0.0.1", port: 5173, strictPort: true },
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"], setupFiles: ["src/test-setup.ts"], restoreMocks: true },
});
