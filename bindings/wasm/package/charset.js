// Bytes of any charset as text. The module knows names and judges texts; `TextDecoder` converts. These are the
// rules of src/platform/charset.hpp.

const headSize = 64 << 10;
/** How much more plausible another charset must be before the one that a text names is not believed. */
const doubt = 400;

/** `judge` has the module's `charsets` and `plausibility`. */
export function decode(bytes, isNamed, judge) {
    const marked = byMark(bytes);
    if (marked) return { text: plain(bytes, marked), charset: marked, guessed: false };
    const { named, likely } = judge.charsets(plain(bytes.subarray(0, headSize), "windows-1252"));
    if (isNamed) return { text: plain(bytes, named), charset: named, guessed: false };
    const zeros = byZeros(bytes);
    if (zeros) return { text: plain(bytes, zeros), charset: zeros, guessed: true };
    const first = bytes.findIndex((byte) => byte >= 0x80);
    const head = bytes.subarray(Math.max(0, first - 1), first + headSize);
    const text = exactly(bytes, "UTF-8");
    if (text !== undefined && !isChance(head, text, named, likely, judge)) {
        return { text, charset: "UTF-8", guessed: false };
    }
    const chosen = choose(head, named, likely, judge);
    return { text: chosen.convert(bytes), charset: chosen.charset, guessed: chosen.guessed };
}

/** A few characters of GBK can be UTF-8 by chance: then they are letters that nobody writes. */
function isChance(head, text, named, likely, judge) {
    if (!likely.some(({ name, single_byte }) => name === named && !single_byte)) return false;
    if (head.some((byte) => byte >= 0xe0) || !fits(head, named)) return false;
    return judge.plausibility(plain(head, named), named) > judge.plausibility(text.slice(0, headSize), "windows-1252");
}

/** A text that names no charset is in the most plausible one; so is a text whose name is wrong. */
function choose(head, named, likely, judge) {
    const tried = likely.map(({ name, single_byte }) => {
        const convert = (bytes) => (single_byte ? mixed(bytes, name) : plain(bytes, name));
        return { charset: name, convert, plausibility: judge.plausibility(convert(head), name) };
    });
    const best = tried.reduce((one, other) => (other.plausibility > one.plausibility ? other : one));
    if (best.charset === named) return { ...best, guessed: false };
    const believed = tried.find(({ charset }) => charset === named) ?? {
        charset: named,
        convert: (bytes) => plain(bytes, named),
        plausibility: best.plausibility,
    };
    const stands = fits(head, named) && believed.plausibility + doubt >= best.plausibility;
    return stands ? { ...believed, guessed: false } : { ...best, guessed: true };
}

/** Whether a text can be in the charset that it names. Programs name Latin-1 without knowing, and any bytes are Latin-1. */
function fits(head, named) {
    if (!named || named === "windows-1252" || named.startsWith("UTF-")) return false;
    // The head may end within a character.
    return [0, 1, 2, 3].some((cut) => exactly(head.subarray(0, head.length - cut), named) !== undefined);
}

function byMark([first, second, third]) {
    if (first === 0xef && second === 0xbb && third === 0xbf) return "UTF-8";
    if (first === 0xff && second === 0xfe) return "UTF-16LE";
    if (first === 0xfe && second === 0xff) return "UTF-16BE";
    return undefined;
}

/** UTF-16 without a mark: every other byte of ASCII in it is zero. */
function byZeros(bytes) {
    const start = bytes.subarray(0, 1024);
    const zeros = [0, 0];
    start.forEach((byte, i) => {
        if (byte === 0) zeros[i % 2] += 1;
    });
    const many = (count) => count > 0 && 6 * count >= start.length;
    if (many(zeros[1]) && zeros[0] === 0) return "UTF-16LE";
    if (many(zeros[0]) && zeros[1] === 0) return "UTF-16BE";
    return undefined;
}

/** Undecodable bytes become U+FFFD; an unknown charset is a RangeError. */
function plain(bytes, charset) {
    return new TextDecoder(charset).decode(bytes);
}

/** Undefined if the bytes are not in the charset, or if it is unknown. */
function exactly(bytes, charset) {
    try {
        return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
        return undefined;
    }
}

/** A byte is a character, except in stretches of UTF-8. */
function mixed(bytes, charset) {
    const decoder = new TextDecoder(charset);
    let text = "";
    for (let start = 0; start < bytes.length;) {
        const beyond = bytes[start] >= 0x80;
        let end = start + 1;
        while (end < bytes.length && bytes[end] >= 0x80 === beyond) end += 1;
        const stretch = bytes.subarray(start, end);
        text += (beyond ? exactly(stretch, "UTF-8") : undefined) ?? decoder.decode(stretch);
        start = end;
    }
    return text;
}
