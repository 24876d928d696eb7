// Finds the places of values in a JSON text. It does not validate: invalid JSON is followed as far as
// possible, because its faults are what the places are needed for.

export interface Range {
    start: number;
    end: number;
}

interface Member {
    /** The range of the key, if there is one. */
    key: Range | null;
    value: Range;
}

const space = /\s*/y;
const string = /"(?:[^"\\]|\\.)*"?/y;
const word = /[^\s,\]}]+/y;

class Walker {
    constructor(
        readonly text: string,
        private at = 0,
    ) {}

    #match(pattern: RegExp): Range {
        pattern.lastIndex = this.at;
        const found = pattern.exec(this.text);
        const start = this.at;
        this.at += found?.[0].length ?? 0;
        return { start, end: this.at };
    }

    #skip(...characters: string[]): boolean {
        this.#match(space);
        if (!characters.includes(this.text[this.at] ?? "")) return false;
        this.at += 1;
        return true;
    }

    /** Skips one value and reports each of its members. */
    value(tell: (name: string, member: Member) => void = () => {}): Range {
        this.#match(space);
        const start = this.at;
        const opening = this.text[start];
        if (opening === "{") this.#object(tell);
        else if (opening === "[") this.#array(tell);
        else this.#match(opening === '"' ? string : word);
        return { start, end: this.at };
    }

    #object(tell: (name: string, member: Member) => void) {
        this.at += 1;
        while (!this.#skip("}") && this.at < this.text.length) {
            const before = this.at;
            const key = this.#match(string);
            if (this.#skip(":")) {
                const value = new Walker(this.text, this.at).value();
                tell(keyOf(this.text.slice(key.start, key.end)), { key, value });
                this.at = value.end;
            }
            this.#skip(",");
            if (this.at === before) this.at += 1;
        }
    }

    #array(tell: (name: string, member: Member) => void) {
        this.at += 1;
        for (let index = 0; !this.#skip("]") && this.at < this.text.length; index++) {
            const before = this.at;
            const value = new Walker(this.text, this.at).value();
            tell(String(index), { key: null, value });
            this.at = value.end;
            this.#skip(",");
            if (this.at === before) this.at += 1;
        }
    }
}

function keyOf(quoted: string): string {
    try {
        return JSON.parse(quoted) as string;
    } catch {
        return quoted.slice(1, -1);
    }
}

/** The value with its key; of an object or array only the bracket, as it may be many lines long. */
function shown(text: string, { key, value }: Member): Range {
    const isContainer = "{[".includes(text[value.start] ?? " ");
    return { start: key?.start ?? value.start, end: isContainer ? value.start + 1 : value.end };
}

/** The target of a JSON Pointer; if it is missing, the value that should contain it. */
export function rangeOfPointer(text: string, pointer: string): Range {
    const path = pointer.split("/").slice(1);
    let here: Member = { key: null, value: new Walker(text).value() };
    for (const step of path) {
        const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
        const found: Member[] = [];
        new Walker(text, here.value.start).value((other, member) => {
            if (other === name) found.push(member);
        });
        // Of a key that occurs twice, the second occurrence is the faulty one.
        const next = found.at(-1);
        if (!next) break;
        here = next;
    }
    return shown(text, here);
}
