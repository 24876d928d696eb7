import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import { fileURLToPath } from "node:url";
import ts from "typescript-eslint";

const root = fileURLToPath(new URL("../..", import.meta.url));
const typed = ["web/**/*.ts", "web/**/*.svelte"];
const unused = ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }];

export default ts.config(
    { ignores: ["build/", "**/node_modules/", "**/*.d.ts"] },
    { linterOptions: { reportUnusedDisableDirectives: "error" } },
    js.configs.recommended,
    {
        rules: {
            eqeqeq: ["error", "always", { null: "ignore" }],
            "no-unused-vars": unused,
            "no-var": "error",
            "object-shorthand": "error",
            "prefer-const": ["error", { destructuring: "all" }],
        },
    },
    // Tests also hold functions that run in the browser they drive.
    { files: ["**/*.mjs"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
    { files: ["bindings/**/*.js", "src/**/*.js"], languageOptions: { globals: globals["shared-node-browser"] } },
    { files: ["src/**/*.js"], languageOptions: { globals: globals.browser } },
    {
        files: typed,
        extends: [ts.configs.recommendedTypeChecked],
        languageOptions: {
            globals: globals.browser,
            parserOptions: { project: "web/tsconfig.json", tsconfigRootDir: root, extraFileExtensions: [".svelte"] },
        },
        rules: {
            "no-unused-vars": "off",
            "@typescript-eslint/no-unused-vars": unused,
            "@typescript-eslint/no-unnecessary-condition": "error",
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
        },
    },
    svelte.configs.recommended,
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: { parserOptions: { parser: ts.parser } },
    },
);
