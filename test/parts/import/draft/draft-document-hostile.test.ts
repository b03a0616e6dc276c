/** Requests that nobody would write by hand: the draft is as large as what they tell, and its time follows their size. */
import { expect, test } from 'vitest';
import { compileService } from '../../../../src/openapi/compile.ts';
import { documentToYaml } from '../../../../src/parts/import/import-command.ts';
import { draft, pathsOf, seen } from './drafted.ts';

const words = Array.from(
  { length: 3000 },
  (_, index) => `w${index.toString(26).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)}x`,
);

test('thousands of distinct segments are values', () => {
  const paths = pathsOf(...words.map((word) => seen(`GET /things/${word}`, 200, [word])));
  expect(paths).toEqual(['/things/{thingId}']);
  const deep = pathsOf(...words.map((word) => seen(`GET /${word}/${word}/${word}`, 200, [])));
  expect(deep.length).toBeLessThan(100);
});

test('operations, parameters and names are limited', () => {
  const calls = Array.from({ length: 1200 }, (_, index) =>
    seen(`GET /a${Math.floor(index / 50)}x/b${Math.floor(index / 25) % 2}x/c${index % 25}x?${words[index]}=1`, 200, {
      ok: true,
    }),
  );
  expect(pathsOf(...calls)).toHaveLength(1000);
  const query = words.map((word) => `${word}=1`).join('&');
  expect(draft(seen(`GET /books?${query}`, 200, [])).paths['/books'].get.parameters).toHaveLength(50);
  const names = Object.fromEntries(words.map((word) => [word, 1]));
  const { components } = draft(seen('GET /me', 200, { names }));
  expect(components.schemas.Me.properties.names).toEqual({ type: 'object', additionalProperties: { type: 'integer' } });
});

test('deep paths and deep bodies end', () => {
  const path = '/a'.repeat(50_000);
  expect(pathsOf(seen('GET /books', 200, []), seen(`GET ${path}`, 200, {}))).toEqual(['/books']);
  let nested: unknown = 1;
  for (let depth = 0; depth < 99; depth++) nested = depth % 2 === 0 ? [nested] : { a: nested };
  const document = draft(seen('GET /me', 200, nested), seen('GET /me', 200, nested));
  expect(JSON.stringify(document).length).toBeLessThan(3000);
});

test('names of the language are names', () => {
  const body = JSON.parse(
    '{"id":1,"__proto__":{"a":1},"constructor":"x","toString":null,"hasOwnProperty":[]}',
  ) as object;
  const document = draft(
    seen('GET /__proto__/constructor?__proto__=1&constructor=2', 200, body, {
      headers: [['authorization', 'constructor __proto__']],
      sent: body,
    }),
    seen('GET /constructors', 200, [body]),
    seen('POST /constructors', 400, body, { sent: body }),
    seen('GET /errors', 200, [{ id: 1, name: 'x' }]),
    seen('GET /problems/1', 422, { message: 'x' }),
    seen('GET /problems/1', 200, { id: 1 }),
  );
  const schemas = document.components.schemas as Record<string, object>;
  expect(Object.keys((schemas.Constructor as { properties: object }).properties)).toEqual(Object.keys(body));
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Constructor', 'Error', 'Error2', 'Problem']));
  expect(({} as { a?: unknown }).a).toBeUndefined();
  expect(() => documentToYaml(document)).not.toThrow();
  expect(compileService(document).operations.length).toBe(5);
});

test('strange segments, types, names and texts are no parts of a document that they would break', () => {
  const odd = (type: string) => ({
    more: { response: { status: 200, headers: [], body: { text: '{', isBase64: false, type } } },
  });
  const document = draft(
    seen('GET /a{b}/%7Bx%7D/..%2f/%00/%F0%9F%92%A9', 200, {}),
    seen('GET /x', 200, undefined, odd('__proto__')),
    seen('GET /y', 200, undefined, odd('application/json')),
    seen('GET /z', 200, undefined, odd('text/html; charset="\u0000"')),
    seen(
      'PUT /z',
      299,
      { '': 1, 'a b': 2, '💩': '\u0000\ud800' },
      {
        sent: 'text',
        headers: [
          ['x-', ''],
          ['x-a', ''],
        ],
      },
    ),
    seen('GET /z', 599, 7),
  );
  expect(compileService(document).operations.length).toBe(5);
  expect(() => documentToYaml(document)).not.toThrow();
});

/** Of the processor, in milliseconds: other processes do not count. */
const timeOf = (count: number): number => {
  const item = (index: number) => ({
    id: index,
    name: words[index % 3000],
    at: '2030-01-01T00:00:00Z',
    tags: [{ id: 1, x: 'y' }],
  });
  const calls = Array.from({ length: count }, (_, index) => [
    seen(`GET /books/${words[index % 3000]}?q=${index}`, 200, item(index)),
    seen(`POST /${words[index % 3000]}/things`, 201, [item(index), item(index + 1)], { sent: item(index) }),
  ]).flat();
  const start = process.cpuUsage();
  draft(...calls);
  return process.cpuUsage(start).user / 1000;
};

test('its time follows the size of what was recorded', () => {
  timeOf(500);
  const [short, long] = [Math.min(timeOf(1000), timeOf(1000)), Math.min(timeOf(8000), timeOf(8000))];
  expect(long).toBeLessThan(short * 8 * 3 + 200);
});
