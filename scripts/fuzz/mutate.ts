/** Small random changes of bytes and of JSON values. */
import type { Chance } from '../child-server/random.ts';

export const pickFrom = <Value>(chance: Chance, values: readonly Value[]): Value =>
  values[Math.floor(chance() * values.length)] as Value;

/** Tokens at which parsers of HTTP, JSON, URLs, forms, multipart bodies and YAML take decisions. */
const tokens: readonly (string | Uint8Array)[] = [
  ...['\r\n', '\n', '\r', '\r\n\r\n', ' ', '\t', '\0', ':', ';', ',', '=', '&', '?', '#', '/', '//', '..', '%', '%00'],
  ...['%2e%2e%2f', '%ff', '%zz', '%u0000', '~', '/~', '"', '""', "'", '\\', '\\u0000', '\\ud800', '{', '}', '[', ']'],
  ...['[]', '{}', 'null', 'true', '0', '-1', '-0', '1e400', '1.5', '9223372036854775808', '9'.repeat(400), 'NaN'],
  ...['__proto__', 'constructor', 'toString', 'id', '$ref', '*', '--', '--boundary', '--boundary--', 'é', '宵', '🐈'],
  ...['Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n', 'Expect: 100-continue\r\n', 'Connection: close\r\n'],
  ...['Content-Encoding: gzip\r\n', 'Prefer: code=99999999\r\n', 'Prefer: delay=1ms\r\n', 'Accept: */*;q=x\r\n'],
  ...['Cookie: a=b; a; =; vivarium-world=x\r\n', 'Host: \r\n', 'baggage: vivarium-world=%\r\n', 'Upgrade: h2c\r\n'],
  ...['Content-Type: multipart/form-data\r\n', 'Content-Type: text/csv; charset=utf-16\r\n', 'If-Match: *\r\n'],
  ...['&a: ', '*a', '<<: ', '!!binary ', '!!js/function ', '---\n', '? ', '- ', '|\n', '>-\n', '@', '`'],
  ...[Uint8Array.of(0xff), Uint8Array.of(0xfe, 0xff), Uint8Array.of(0xc0, 0x80), Uint8Array.of(0xed, 0xa0, 0x80)],
];

/** A copy with one to eight changes: flipped bits, removed, repeated or exchanged ranges, and inserted tokens. */
export const mutateBytes = (chance: Chance, start: Uint8Array): Buffer => {
  let bytes: Buffer = Buffer.from(start);
  for (let left = 1 + Math.floor(chance() ** 2 * 8); left > 0; left--) bytes = mutateOnce(chance, bytes);
  return bytes;
};

const mutateOnce = (chance: Chance, bytes: Buffer): Buffer => {
  const at = Math.floor(chance() * (bytes.length + 1));
  const end = Math.min(bytes.length, at + 1 + Math.floor(chance() ** 3 * 200));
  const splice = (middle: string | Uint8Array, next = at): Buffer =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(middle as Uint8Array), bytes.subarray(next)]);
  switch (Math.floor(chance() * 6)) {
    case 0: {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = (copy[at] as number) ^ (1 << Math.floor(chance() * 8));
      return copy;
    }
    case 1:
      return splice('', end);
    case 2: {
      const repeated = bytes
        .subarray(at, end)
        .toString('latin1')
        .repeat(1 + Math.floor(chance() ** 3 * 200));
      return splice(Buffer.from(repeated, 'latin1'));
    }
    case 3:
      return splice(pickFrom(chance, tokens), end);
    case 4:
      return splice(Uint8Array.of(Math.floor(chance() * 256)));
    default:
      return splice(pickFrom(chance, tokens));
  }
};

const texts = [
  '',
  'a',
  '\0',
  '\n',
  '__proto__',
  '宵🐈',
  '\ud800',
  'x'.repeat(3000),
  '1',
  'null',
  '%00',
  '../..',
  '2030-01-01',
];
const settings = [
  '7d',
  '-1s',
  '1e9s',
  '10KB',
  '1GiB',
  '9'.repeat(30),
  'invalid*',
  '*',
  '/0/name',
  '/*/*',
  'listPets',
  '$ref',
];
const numbers = [0, -0, -1, 1, 1.5, 100, 10_001, 1e6 + 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, 5e-324];
const nestedList = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const oddValue = (chance: Chance): unknown =>
  pickFrom<() => unknown>(chance, [
    () => null,
    () => chance() < 0.5,
    () => pickFrom(chance, numbers),
    () => pickFrom(chance, texts),
    () => pickFrom(chance, settings),
    () => [],
    () => ({}),
    () => [null],
    () => ({ [pickFrom(chance, texts)]: oddValue(chance) }),
    () => Array.from({ length: 200 }, () => ({})),
    () => nestedList(pickFrom(chance, [50, 101, 300])),
  ])();

/** A copy with one to four changed, removed, renamed, repeated or exchanged parts. */
export const mutateJson = (chance: Chance, start: unknown): unknown => {
  const box = { value: structuredClone(start) };
  for (let left = 1 + Math.floor(chance() * 4); left > 0; left--) mutatePart(chance, box);
  return box.value;
};

type Container = Record<string, unknown>;

const mutatePart = (chance: Chance, box: Container): void => {
  let owner: Container = box;
  let name = 'value';
  while (chance() < 0.8) {
    const value = owner[name];
    if (typeof value !== 'object' || value === null) break;
    const names = Object.keys(value);
    if (names.length === 0) break;
    owner = value as Container;
    name = pickFrom(chance, names);
  }
  const value = owner[name];
  switch (Math.floor(chance() * 5)) {
    case 0:
      if (Array.isArray(owner)) owner.splice(Number(name), 1);
      else if (owner !== box) delete owner[name];
      break;
    case 1:
      if (Array.isArray(owner)) owner.push(structuredClone(value));
      else setOwn(owner, owner === box ? 'value' : pickFrom(chance, [...texts, ...settings]), value);
      break;
    case 2:
      setOwn(owner, name, [value, structuredClone(value)]);
      break;
    default:
      setOwn(owner, name, oddValue(chance));
  }
};

/** Also for `__proto__`, which an assignment would not set. */
const setOwn = (owner: Container, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true });
};
