// Copying to the clipboard, and downloading as a file.

export async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyBySelection(text);
    }
}

/** Pages not served over HTTPS may not use the clipboard API. */
function copyBySelection(text: string): boolean {
    const field = document.createElement("textarea");
    field.className = "unseen";
    field.value = text;
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return copied;
}

export function download(name: string, text: string, type = "text/plain") {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
}

/** Formats whose name is the usual file extension. */
const endings = ["pgn", "sgf", "mat", "fen", "epd"];

export function fileName(game: string, format: string, text: string): string {
    const ending = text.startsWith("{") ? "json" : endings.includes(format) ? format : "txt";
    return `${game}-${format}.${ending}`;
}
