/** Header lines of `GET /v1/pets` of the shipped example. Names and values in documents and faults are in `../headers.ts`. */
export interface HostileHeaders {
  readonly name: string;
  readonly lines: readonly string[];
  readonly status: number;
}

const one = (name: string, line: string, status: number): HostileHeaders => ({ name, lines: [line], status });

export const hostileHeaders: readonly HostileHeaders[] = [
  one('a header of 70 KB', `X-Long: ${'a'.repeat(70_000)}`, 431),
  { name: 'nine hundred headers', lines: Array.from({ length: 900 }, (_, at) => `X-${at}: 1`), status: 200 },
  { name: 'ten thousand headers', lines: Array.from({ length: 10_000 }, (_, at) => `X-${at}: 1`), status: 431 },
  one('a name with a space', 'X Y: 1', 400),
  one('a name named like a property', '__proto__: 1', 200),
  one('a line without a colon', 'X-Nothing', 400),
  one('a folded line', 'X-Folded: a\r\n b', 400),
  one('a value with NUL', 'X-Null: a\0b', 400),
  one('two lengths', 'Content-Length: 1\r\nContent-Length: 2', 400),
  one('a negative length', 'Content-Length: -1', 400),
  one('a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked', 400),
  one('an unknown transfer coding', 'Transfer-Encoding: zebra', 501),
  one('an expectation', 'Expect: a-miracle', 417),
  one('preferences without an end', `Prefer: ${'code=404; a="'.repeat(2000)}`, 404),
  one('a status that is none', 'Prefer: code=99999999999', 200),
  one('a delay beyond all clocks', 'Prefer: delay=99999999999999999d', 200),
  one('a fault named like a property', 'Prefer: fault=__proto__', 200),
  one('an example named like a property', 'Prefer: example=constructor', 200),
  one('an Accept of 10,000 types', `Accept: ${'a/b;q=0.1,'.repeat(5000)}*/*`, 200),
  one('an Accept that is broken', 'Accept: ;;;q=,,/', 200),
  one('5,000 cookies', `Cookie: ${'a=b; '.repeat(5000)}`, 200),
  one('a cookie with a broken world', 'Cookie: vivarium-world=../a', 400),
  one('a world named like a property', 'Vivarium-World: __proto__', 400),
  one('a world with a line break', 'Vivarium-World: a%0d%0aX: 1', 400),
  one('5,000 entries of baggage', `baggage: ${'a=b,'.repeat(5000)}`, 200),
  one('baggage with broken encoding', 'baggage: vivarium-world=%zz', 400),
  one('an empty credential', 'Authorization: Bearer ', 200),
  one('an origin with markup', 'Origin: "><script>alert(1)</script>', 200),
  one('an upgrade', 'Connection: Upgrade\r\nUpgrade: h2c', 200),
];
