// `expectedState` of a move file: the first 16 hexadecimal digits of the SHA-256 of the state as canonical JSON
// (sorted keys, no whitespace), without messages and updatedAt. Pages served over plain HTTP cannot use the
// SHA-256 of the browser.

export function fingerprint({ messages, updatedAt, ...state }) {
  return sha256(new TextEncoder().encode(canonical(state))).slice(0, 16);
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(",")}}`;
}

// FIPS 180-4: the first 32 bits of the fractional parts of the roots of the first primes.
const primes = [];
for (let number = 2; primes.length < 64; ++number) {
  if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
const start = primes.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)));
const constants = primes.map((prime) => fraction(prime ** (1 / 3)));
const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));

function padded(bytes) {
  const size = ((bytes.length + 8) >> 6) + 1;
  const view = new DataView(new ArrayBuffer(size * 64));
  bytes.forEach((byte, i) => view.setUint8(i, byte));
  view.setUint8(bytes.length, 0x80);
  view.setBigUint64(size * 64 - 8, BigInt(bytes.length) * 8n);
  return view;
}

function schedule(view, offset) {
  const words = Array.from({ length: 16 }, (_, i) => view.getInt32(offset + 4 * i));
  for (let i = 16; i < 64; ++i) {
    const [a, b] = [words[i - 15], words[i - 2]];
    const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words.push((words[i - 16] + low + words[i - 7] + high) | 0);
  }
  return words;
}

function sha256(bytes) {
  const view = padded(bytes);
  const hash = [...start];
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    let [a, b, c, d, e, f, g, h] = hash;
    schedule(view, offset).forEach((word, i) => {
      const choice = (e & f) ^ (~e & g);
      const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + constants[i] + word) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    });
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = (hash[i] + word) | 0;
    });
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
