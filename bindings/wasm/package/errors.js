/** A move that the game turns down: what was asked for is clear, or clearly no move. */
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

/** Something that cannot be read, or asked for: with everything that is wrong with it. */
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

/** The module has stopped, for want of memory: this engine and its games are lost. */
export class EngineFailed extends Error {
    constructor(cause) {
        super("the engine has stopped; load another one", { cause });
        this.name = "EngineFailed";
    }
}
