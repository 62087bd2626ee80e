import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// app → features → ui, lib: one direction. Features share their requests (api/), never their components.
const within = (message, regex) => ({ regex, message });
const upwards = within("Name what lies outside of this folder by @/.", String.raw`^\.\./`);
const restrict = (...patterns) => ({ "no-restricted-imports": ["error", { patterns: [upwards, ...patterns] }] });
const app = within("Only app/ knows app/.", "^@/app/");
const features = within("ui/ and lib/ know no feature.", "^@/features/");
const components = within("Features share requests (api/), not components.", "^@/features/[^/]+/(?!api/)");

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "src/lib/api/schema.d.ts", "playwright-report/", "test-results/"] },
  ...tseslint.configs.strict,
  {
    files: ["**/*.{ts,tsx,js,mjs}"],
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "prefer-const": "error",
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  { ...reactHooks.configs.flat.recommended, files: ["src/**/*.{ts,tsx}"] },
  { files: ["src/app/**", "src/main.tsx"], rules: restrict() },
  { files: ["src/features/**"], rules: restrict(app, components) },
  { files: ["src/ui/**", "src/lib/**"], rules: restrict(app, features) },
  { files: ["src/lib/**"], rules: restrict(app, features, within("lib/ draws nothing.", "^@/ui/")) },
);
