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
    // Tests also contain functions that run in the browser they control.
    {
        files: ["**/*.mjs", "tools/**/*.js", "web/*.js"],
        languageOptions: { globals: { ...globals.node, ...globals.browser } },
    },
    { files: ["bindings/**/*.js", "src/**/*.js"], languageOptions: { globals: globals["shared-node-browser"] } },
    { files: ["src/**/*.js"], languageOptions: { globals: globals.browser } },
    // Colours of a terminal are matched by their escape sequences.
    { files: ["tests/**/*.mjs"], rules: { "no-control-regex": "off" } },
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
        rules: {
            // A plain Map, Set or URL is right where nothing on the page depends on it.
            "svelte/prefer-svelte-reactivity": "off",
            "svelte/no-useless-mustaches": ["error", { ignoreStringEscape: true }],
        },
    },
    {
        files: ["**/*.svelte"],
        rules: {
            // Arguments of callbacks in markup are `any` to ESLint; svelte-check knows their types.
            "@typescript-eslint/no-unsafe-argument": "off",
            "@typescript-eslint/no-unsafe-assignment": "off",
            "@typescript-eslint/no-unsafe-call": "off",
            "@typescript-eslint/no-unsafe-return": "off",
        },
    },
);
