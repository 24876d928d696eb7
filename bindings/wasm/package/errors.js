/** A move was rejected. The game has not changed. */
export class Refused extends Error {
    constructor({ code, kind, sentence, data }) {
        super(sentence);
        this.name = "Refused";
        this.code = code;
        this.kind = kind;
        this.sentence = sentence;
        this.data = data;
    }
}

/** A text cannot be read, or an argument is invalid; with all faults. */
export class Unreadable extends Error {
    constructor(faults) {
        const first = faults.find(({ severity }) => severity === "error") ?? faults[0];
        super(first.sentence);
        this.name = "Unreadable";
        this.code = first.code;
        this.sentence = first.sentence;
        this.place = first.place;
        this.faults = faults;
    }
}

/** The module ran out of memory: this engine and its games can no longer be used. */
export class EngineFailed extends Error {
    constructor(cause) {
        super("the engine has stopped; load another one", { cause });
        this.name = "EngineFailed";
    }
}
