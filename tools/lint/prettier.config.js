// Indentation and line length come from .editorconfig, which Prettier reads too.
import * as svelte from "prettier-plugin-svelte";

export default {
    plugins: [svelte],
    overrides: [{ files: "*.svelte", options: { parser: "svelte" } }],
};
