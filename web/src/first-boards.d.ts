declare module "virtual:looks.css";

declare module "virtual:first-boards" {
    const drawn: Record<string, Record<"light" | "dark", string>>;
    export default drawn;
}
