// Tells by the browser's notification that it is one's turn, while the page is not looked at.

import { preferences } from "../preferences.svelte";

const isPossible = () => "Notification" in window;

/** Asks the browser, which asks its user; to be called on a press. */
export async function mayNotify(): Promise<boolean> {
    return isPossible() && (await Notification.requestPermission()) === "granted";
}

/** `tag` names the game: a newer notification replaces the older one. */
export function notify(title: string, body: string, tag: string) {
    if (!preferences.notify || document.visibilityState === "visible") return;
    if (!isPossible() || Notification.permission !== "granted") return;
    try {
        const shown = new Notification(title, { body, tag });
        shown.addEventListener("click", () => {
            focus();
            shown.close();
        });
    } catch {
        // Phones allow it only to a service worker.
        void navigator.serviceWorker.ready.then((worker) => worker.showNotification(title, { body, tag }));
    }
}
