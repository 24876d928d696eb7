// Synthesised tones. Default: off.

import { preferences } from "../preferences.svelte";

export type Tone = "move" | "capture" | "alert" | "end" | "wrong";

interface Note {
    pitch: number;
    at: number;
    length: number;
}

const melodies: Record<Tone, Note[]> = {
    move: [{ pitch: 440, at: 0, length: 0.07 }],
    capture: [
        { pitch: 330, at: 0, length: 0.06 },
        { pitch: 247, at: 0.06, length: 0.09 },
    ],
    alert: [
        { pitch: 660, at: 0, length: 0.08 },
        { pitch: 880, at: 0.09, length: 0.12 },
    ],
    end: [
        { pitch: 523, at: 0, length: 0.14 },
        { pitch: 392, at: 0.15, length: 0.14 },
        { pitch: 262, at: 0.3, length: 0.3 },
    ],
    wrong: [{ pitch: 160, at: 0, length: 0.16 }],
};

const loudness = 0.12;
let audio: AudioContext | undefined;

export function sound(tone: Tone) {
    // Browsers allow no sound before the first click or key press.
    if (!preferences.sound || !navigator.userActivation.hasBeenActive) return;
    audio ??= new AudioContext();
    for (const { pitch, at, length } of melodies[tone]) {
        const begin = audio.currentTime + at;
        const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
        const volume = new GainNode(audio, { gain: loudness });
        volume.gain.setValueAtTime(loudness, begin);
        volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
        source.connect(volume).connect(audio.destination);
        source.start(begin);
        source.stop(begin + length);
    }
}
