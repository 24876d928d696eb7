/* global self, caches, URL, location, fetch, Response */
// The page without a connection: its files are kept when it is first opened. The build replaces the list below with
// their names, which change with their contents. Games are on the server and are never kept.

const files = ["FILES"];
const kept = `arbiter-${files.join().length}-${files.filter((name) => name.includes("/index-")).join()}`;

self.addEventListener("install", (event) => {
    const keep = async () => (await caches.open(kept)).addAll(["/", ...files]);
    event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
    const forget = async () => {
        const old = (await caches.keys()).filter((name) => name.startsWith("arbiter-") && name !== kept);
        await Promise.all(old.map((name) => caches.delete(name)));
    };
    event.waitUntil(forget().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (pathname.startsWith("/assets/")) {
        event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
    } else if (request.mode === "navigate" && !pathname.startsWith("/docs")) {
        // The newest page, or the one that is kept.
        event.respondWith(fetch(request).catch(async () => (await caches.match("/")) ?? Response.error()));
    }
});
