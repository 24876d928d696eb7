// Mutations of bytes, JSON, HTTP requests and WebSocket frames, accidental or
// malicious. The first argument is the random source (random.mjs).

const oddBytes = [0x00, 0x01, 0x0a, 0x0d, 0x20, 0x22, 0x25, 0x2f, 0x5c, 0x7b, 0x7f, 0x80, 0xc0, 0xed, 0xf4, 0xff];
const badUtf8 = ["c0af", "eda080", "f4908080", "80", "ffff", "e282", "f0288cbc"].map((hex) => Buffer.from(hex, "hex"));

const place = (random, bytes) => random.below(bytes.length + 1);

const onBytes = [
  function flip(random, bytes) {
    const flipped = Buffer.from(bytes);
    for (let count = 1 + random.below(8); count > 0 && flipped.length > 0; --count) {
      flipped[random.below(flipped.length)] ^= 1 << random.below(8);
    }
    return flipped;
  },
  function replace(random, bytes) {
    const replaced = Buffer.from(bytes);
    for (let count = 1 + random.below(4); count > 0 && replaced.length > 0; --count) {
      replaced[random.below(replaced.length)] = random.pick(oddBytes);
    }
    return replaced;
  },
  (random, bytes) => bytes.subarray(0, place(random, bytes)),
  (random, bytes) => bytes.subarray(place(random, bytes)),
  function double(random, bytes) {
    const [from, to] = [place(random, bytes), place(random, bytes)].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  function remove(random, bytes) {
    const from = place(random, bytes);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(20))]);
  },
  function insert(random, bytes) {
    const at = place(random, bytes);
    const piece = random.chance(0.5) ? random.pick(badUtf8) : Buffer.from(random.hex(1 + random.below(40)), "hex");
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
  },
  function swell(random, bytes) {
    const at = place(random, bytes);
    const piece = Buffer.alloc(random.pick([100, 5_000, 70_000]), random.pick(oddBytes));
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
  },
];

export const mutateBytes = (random, bytes) => random.pick(onBytes)(random, bytes);
const mutateText = (random, text) => mutateBytes(random, Buffer.from(text)).toString("latin1");

// Raw text that JSON.stringify never writes.
const oddTexts = [
  "null",
  "true",
  "-1",
  "0",
  "1e400",
  "-0.0",
  "9223372036854775807",
  "9223372036854775808",
  "1.5",
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  "[]",
  "{}",
  "[[]]",
  '{"":null}',
  '"../../etc/passwd"',
  "nul",
  "+1",
  "'x'",
  "NaN",
  "[1,]",
  '{"a":1,"a":2}',
  '"\u2028"',
  '"%00"',
];
const swollenTexts = [
  () => "[".repeat(50_000),
  () => `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
  () => '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000),
  () => `"${"x".repeat(60_000)}"`,
  () => `[${"0,".repeat(20_000)}0]`,
  () => "9".repeat(10_000),
  () => `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join(",")}}`,
];

const oddText = (random) => (random.chance(0.1) ? random.pick(swollenTexts)() : random.pick(oddTexts));

// Replaces a part of the value; returns text, which is usually JSON.
export function mutateJson(random, value) {
  const mark = `mark-${random.hex(4)}`;
  const marked = replaceSomewhere(random, structuredClone(value), mark);
  return JSON.stringify(marked).replace(`"${mark}"`, oddText(random));
}

function replaceSomewhere(random, value, mark) {
  if (value === null || typeof value !== "object" || random.chance(0.15)) return mark;
  const keys = Object.keys(value);
  if (keys.length === 0 || random.chance(0.1)) {
    if (!Array.isArray(value)) value[random.pick(["game", "x", "options", "__proto__", "version", "clock"])] = mark;
    return Array.isArray(value) ? [...value, mark] : value;
  }
  const key = random.pick(keys);
  if (random.chance(0.1)) delete value[key];
  else value[key] = replaceSomewhere(random, value[key], mark);
  return value;
}

// A request as {method, target, headers: [[name, value]], body}.
export function requestBytes({ method, target, version = "HTTP/1.1", headers, body = "" }) {
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body)]);
}

const withHeader = (request, name, value) => ({ ...request, headers: [...request.headers, [name, value]] });
const withoutHeader = (request, name) => ({
  ...request,
  headers: request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()),
});

const oddTargets = [
  "*",
  "/..",
  "//",
  "/%00",
  "/%zz",
  "/%",
  "/api/games/%2e%2e/%2e%2e",
  "http://example.org/api/games",
  "http://",
  "/api/games?limit=-1",
  "/api/games?limit=1&limit=2",
  "/api/games?before=%ff",
  "/api/games/x/board.svg?size=-1",
  "/api/games/x/events?after=99999999999999999999",
  "?",
  "/?=&&==&",
  "/\u00ff",
  `/${"a".repeat(20_000)}`,
  `/api/games/${"%41".repeat(2_000)}`,
  "/api/rules/..",
  "/ws",
  "/api/games?player=%c0%af",
];
const oddLengths = ["-1", "0", "1", "5, 6", "0x10", "1e3", "99999999999999999999", "1048577", " ", "+5", "5 5"];
const oddChunks = [
  "ffffffffffffffff\r\nx\r\n",
  "zz\r\n",
  "-1\r\n",
  "5\r\nab",
  "0\r\n",
  "5\r\nabcdefg\r\n0\r\n\r\n",
  "\r\n\r\n",
  "1;" + "x".repeat(30_000) + "\r\na\r\n0\r\n\r\n",
  "1\r\na\r\n".repeat(3_000) + "0\r\n\r\n",
  "100001\r\n",
  "2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n",
  "2\r\n{}\r\n0\r\n" + "T: x\r\n".repeat(5_000) + "\r\n",
  "00000000000000002\r\n{}\r\n0\r\n\r\n",
];
const oddHeaders = [
  ["Host", "another"],
  ["Expect", "100-continue"],
  ["Expect", "miracles"],
  ["Transfer-Encoding", "gzip"],
  ["Connection", "upgrade"],
  ["Upgrade", "h2c"],
  ["If-Match", '"99999999999999999999999"'],
  ["If-Match", "*"],
  ["Authorization", "Bearer"],
  ["Authorization", `Bearer ${"k".repeat(9_000)}`],
  ["Accept", "text/event-stream"],
  ["Idempotency-Key", ""],
  ["Idempotency-Key", "\u00ff".repeat(40)],
  ["Content-Type", "text/plain"],
  ["", "x"],
  ["X Y", "z"],
  ["X", "a\r\n b"],
  ["X", "\0"],
  ["Last-Event-ID", "-5"],
  ["Accept", ",".repeat(5_000)],
  ["X-Forwarded-For", "1.2.3.4, x"],
  ["Content-Encoding", "gzip"],
  ["Range", "bytes=0-1"],
  ["Upgrade", "websocket"],
];

const oddMethods = ["PUT", "get", "POST ", "", "TRACE", "X".repeat(9_000)];
const oddVersions = ["HTTP/1.0", "HTTP/2.0", "HTTP/1.9", "HTTP/0.9", "", "http/1.1"];

const withLength = (request, length) => withHeader(withoutHeader(request, "Content-Length"), "Content-Length", length);
const inChunks = (request, body) => ({
  ...withHeader(withoutHeader(request, "Content-Length"), "Transfer-Encoding", "chunked"),
  body,
});

const onRequests = [
  (random, request) => requestBytes({ ...request, method: random.pick(oddMethods) }),
  (random, request) => requestBytes({ ...request, target: random.pick(oddTargets) }),
  (random, request) => requestBytes({ ...request, target: mutateText(random, request.target) }),
  (random, request) => requestBytes({ ...request, version: random.pick(oddVersions) }),
  (random, request) => requestBytes(withHeader(request, ...random.pick(oddHeaders))),
  (random, request) => requestBytes(withHeader(request, "X-Huge", "h".repeat(random.pick([1_000, 15_000, 200_000])))),
  (random, request) => requestBytes({ ...request, headers: [...request.headers, ...Array(2_000).fill(["X", "y"])] }),
  (random, request) => requestBytes(withHeader(request, "Content-Length", random.pick(oddLengths))),
  (random, request) => requestBytes(withLength(request, random.pick(oddLengths))),
  (random, request) => requestBytes(withoutHeader(request, random.pick(["Host", "Content-Length"]))),
  (random, request) => requestBytes(inChunks(request, random.pick(oddChunks))),
  (random, request) => mutateBytes(random, requestBytes(request)),
  (random, request) => mutateBytes(random, mutateBytes(random, requestBytes(request))),
  (random, request) => Buffer.concat([requestBytes(request), mutateBytes(random, requestBytes(request))]),
];

// A body with a correct length and damaged content, which gets further than malformed requests.
function withMutatedBody(random, request) {
  const body = random.chance(0.8)
    ? Buffer.from(mutateJson(random, JSON.parse(request.body)))
    : mutateBytes(random, Buffer.from(request.body));
  return requestBytes({ ...withLength(request, body.length), body });
}

export function mutateRequest(random, request) {
  if (request.body && random.chance(0.5)) return withMutatedBody(random, request);
  return random.pick(onRequests)(random, request);
}

// RFC 6455 5.2. `length` may be wrong; without `mask` the frame is unmasked.
export function frame(
  payload,
  { fin = true, rsv = 0, opcode = 1, mask = [1, 2, 3, 4], length = payload.length, wide = 0 } = {},
) {
  const head = [(fin ? 0x80 : 0) | (rsv << 4) | opcode];
  const masked = mask ? 0x80 : 0;
  if (length < 126 && wide === 0) head.push(masked | length);
  else if (length < 65_536 && wide < 2) head.push(masked | 126, length >> 8, length & 0xff);
  else {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(length));
    head.push(masked | 127, ...bytes);
  }
  const body = mask ? payload.map((byte, index) => byte ^ mask[index % 4]) : payload;
  return Buffer.concat([Buffer.from(head), Buffer.from(mask ?? []), Buffer.from(body)]);
}

const closing = (code, reason = "") => Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]);

const onFrames = [
  (random, text) => frame(text, { mask: undefined }),
  (random, text) => frame(text, { rsv: 1 + random.below(7) }),
  (random, text) => frame(text, { opcode: random.pick([0, 2, 3, 5, 7, 11, 15]) }),
  (random, text) => frame(text, { fin: false }),
  (random, text) => frame(text, { wide: 1 + random.below(2) }),
  (random, text) => frame(text, { length: random.pick([0, text.length + 1, 100_000, 2 ** 40, 2 ** 53]), wide: 2 }),
  (random, text) => frame(text.subarray(0, 100), { opcode: random.pick([8, 9, 10]), fin: false }),
  (random) => frame(Buffer.alloc(126 + random.below(1_000)), { opcode: random.pick([8, 9, 10]) }),
  (random) => frame(closing(random.pick([0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535])), { opcode: 8 }),
  () => frame(Buffer.from([3]), { opcode: 8 }),
  (random) => frame(Buffer.concat([closing(1000), random.pick(badUtf8)]), { opcode: 8 }),
  (random, text) => frame(Buffer.concat([text, random.pick(badUtf8)])),
  (random) => frame(Buffer.alloc(random.pick([65_536, 65_537, 200_000, 1_000_000]), 0x20)),
  (random, text) => Buffer.concat([frame(text, { fin: false }), frame(text, { opcode: 1 })]),
  function pingAmidst(random, text) {
    const ping = frame(Buffer.from("?"), { opcode: 9 });
    return Buffer.concat([frame(text.subarray(0, 3), { fin: false }), ping, frame(text.subarray(3), { opcode: 0 })]);
  },
  function neverEnding(random, text) {
    const nothing = frame(Buffer.alloc(0), { opcode: 0, fin: false });
    return Buffer.concat([frame(text, { fin: false }), ...Array(500).fill(nothing)]);
  },
  () => Buffer.concat(Array(200).fill(frame(Buffer.from("!"), { opcode: 9 }))),
  (random, text) => mutateBytes(random, frame(text)),
  (random, text) => mutateBytes(random, Buffer.concat([frame(text), frame(text)])),
];

// A JSON message, damaged itself or in its frames.
export function mutateMessage(random, message) {
  if (random.chance(0.5)) return frame(Buffer.from(mutateJson(random, message)));
  const text = Buffer.from(JSON.stringify(message));
  if (random.chance(0.3)) return frame(mutateBytes(random, text));
  return random.pick(onFrames)(random, text);
}
