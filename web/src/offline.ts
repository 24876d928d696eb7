// Keeps the page for times without a connection, once it has nothing better to do.

const pause_ms = 3000;

export function keepOffline() {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => {});
    addEventListener("load", () => setTimeout(register, pause_ms));
}
