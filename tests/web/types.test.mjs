// The page passes the type check, and no component has a warning.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const web = join(process.env.ARBITER_SOURCE_DIR, "web");
const check = spawnSync("npm", ["run", "--prefix", web, "--silent", "check"], { stdio: "inherit" });
process.exit(check.status ?? 1);
