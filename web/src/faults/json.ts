// Where the values of a JSON text stand. Not a judge of JSON: a text that is none is followed as far
// as it can be, since what is wrong with it is the very thing that is looked for.

export interface Range {
    start: number;
    end: number;
}

interface Member {
    /** Of its key, where it has one. */
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

    /** Steps over one value, telling each member of it if it has any. */
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

/** With its key. Of a value that has members there is only the bracket: they may be many lines. */
function shown(text: string, { key, value }: Member): Range {
    const isContainer = "{[".includes(text[value.start] ?? " ");
    return { start: key?.start ?? value.start, end: isContainer ? value.start + 1 : value.end };
}

/** What a JSON Pointer points at; where that is missing, what it is missing from. */
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
