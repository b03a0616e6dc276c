import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import {
  createMatcher,
  type Match,
  type Matcher,
  matchGone,
  matchOperation,
} from '../../../src/core/service/router.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import fc from '../../fast-check.ts';
import { documentOf } from '../helpers.ts';

/** `GET /orders`, ... in the order of the document; every operation is named by its line. */
const matcherOf = (...lines: readonly string[]): Matcher => {
  const paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { description: string }> }>
  > = {};
  for (const line of lines) {
    const [method = '', path = ''] = line.split(' ');
    paths[path] ??= {};
    (paths[path] as Record<string, object>)[method.toLowerCase()] = {
      operationId: line,
      responses: { 200: { description: 'Fine.' } },
    };
  }
  const operations = compileService(documentOf(paths)).operations;
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return createMatcher(lines.map((line) => byName.get(line) as Operation));
};

const nothingIsGone = () => false;
const match = (
  matcher: Matcher,
  method: string,
  path: string,
  isGone: (one: Operation) => boolean = nothingIsGone,
): Match => matchOperation(matcher, method, path, isGone);

/** The operation's name and its path values; `other: GET` for another method, `none` for nothing. */
const shown = (found: Match): string => {
  switch (found.type) {
    case 'operation':
      return [found.operation.name, ...[...found.path].map(([name, value]) => `${name}=${value}`)].join(' ');
    case 'other-method':
      return `other: ${found.methods.join(' ')}`;
    default:
      return found.type;
  }
};

test('a literal segment has precedence over a parameter, regardless of the order in the document', () => {
  const matcher = matcherOf(
    'GET /orders/{id}',
    'GET /orders/latest',
    'GET /orders/{id}/items',
    'GET /orders/latest/notes',
  );
  expect(shown(match(matcher, 'GET', '/orders/latest'))).toBe('GET /orders/latest');
  expect(shown(match(matcher, 'GET', '/orders/7'))).toBe('GET /orders/{id} id=7');
  expect(shown(match(matcher, 'GET', '/orders/latest/notes'))).toBe('GET /orders/latest/notes');
  // The literal does not match here, so the parameter is used.
  expect(shown(match(matcher, 'GET', '/orders/latest/items'))).toBe('GET /orders/{id}/items id=latest');
});

test('a literal segment that only leads to longer paths leaves its own path to a parameter', () => {
  const matcher = matcherOf('GET /orders/{id}', 'GET /orders/latest/notes');
  expect(shown(match(matcher, 'GET', '/orders/latest'))).toBe('GET /orders/{id} id=latest');
});

test('the template of a path is a path with values too', () => {
  const matcher = matcherOf('GET /orders/{id}');
  expect(shown(match(matcher, 'GET', '/orders/{id}'))).toBe('GET /orders/{id} id={id}');
});

test('a segment with more literal text goes before one with less: {id}.json before {id}', () => {
  const matcher = matcherOf(
    'GET /files/{id}',
    'GET /files/{id}.json',
    'GET /files/{name}.{type}',
    'GET /files/v{major}-{minor}.json',
  );
  expect(shown(match(matcher, 'GET', '/files/7.json'))).toBe('GET /files/{id}.json id=7');
  expect(shown(match(matcher, 'GET', '/files/7.xml'))).toBe('GET /files/{name}.{type} name=7 type=xml');
  expect(shown(match(matcher, 'GET', '/files/v1-2.json'))).toBe('GET /files/v{major}-{minor}.json major=1 minor=2');
  expect(shown(match(matcher, 'GET', '/files/7'))).toBe('GET /files/{id} id=7');
  const archive = matcherOf('GET /{a}-{b}-{c}', 'GET /{id}.gz');
  expect(shown(match(archive, 'GET', '/1-2-3.gz'))).toBe('GET /{id}.gz id=1-2-3');
  // A parameter is never empty.
  expect(shown(match(matcher, 'GET', '/files/.json'))).toBe('GET /files/{id} id=.json');
});

test('a failed alternative leaves no path values', () => {
  const matcher = matcherOf('GET /files/{id}.json/raw', 'GET /files/{id}/lines');
  expect(shown(match(matcher, 'GET', '/files/7.json/raw'))).toBe('GET /files/{id}.json/raw id=7');
  expect(shown(match(matcher, 'GET', '/files/7.json/lines'))).toBe('GET /files/{id}/lines id=7.json');
});

test('special characters of regular expressions are literal in a template', () => {
  const matcher = matcherOf('GET /a.b({id})+', 'GET /$[{id}]');
  expect(shown(match(matcher, 'GET', '/a.b(7)+'))).toBe('GET /a.b({id})+ id=7');
  expect(shown(match(matcher, 'GET', '/aXb(7)+'))).toBe('none');
  expect(shown(match(matcher, 'GET', '/$[7]'))).toBe('GET /$[{id}] id=7');
});

test('HEAD is handled as GET if the document has no HEAD', () => {
  const matcher = matcherOf('GET /a', 'POST /b', 'GET /c', 'HEAD /c');
  expect(shown(match(matcher, 'HEAD', '/a'))).toBe('GET /a');
  expect(shown(match(matcher, 'HEAD', '/b'))).toBe('other: POST');
  expect(shown(match(matcher, 'HEAD', '/c'))).toBe('HEAD /c');
});

test('a trailing slash makes no other path, a second one does', () => {
  const matcher = matcherOf('GET /orders', 'GET /orders/{id}', 'GET /');
  expect(shown(match(matcher, 'GET', '/orders/'))).toBe('GET /orders');
  expect(shown(match(matcher, 'GET', '/orders/7/'))).toBe('GET /orders/{id} id=7');
  expect(shown(match(matcher, 'GET', '/orders//'))).toBe('none');
  expect(shown(match(matcher, 'GET', '//orders'))).toBe('none');
  expect(shown(match(matcher, 'GET', '/'))).toBe('GET /');
  expect(shown(match(matcher, 'GET', ''))).toBe('GET /');
  expect(shown(match(matcher, 'GET', '//'))).toBe('none');
  expect(shown(match(matcherOf('GET /{id}'), 'GET', '/'))).toBe('none');
});

test('a template with a trailing slash is the path without it', () => {
  const matcher = matcherOf('GET /orders/');
  expect(shown(match(matcher, 'GET', '/orders'))).toBe('GET /orders/');
  expect(shown(match(matcher, 'GET', '/orders/'))).toBe('GET /orders/');
});

test('path values are handed on as they were sent, percent-encoded and all', () => {
  const matcher = matcherOf('GET /orders/{id}');
  expect(shown(match(matcher, 'GET', '/orders/a%2Fb'))).toBe('GET /orders/{id} id=a%2Fb');
  expect(shown(match(matcher, 'GET', '/orders/%zz'))).toBe('GET /orders/{id} id=%zz');
  expect(shown(match(matcher, 'GET', '/orders/__proto__'))).toBe('GET /orders/{id} id=__proto__');
});

test('a percent-encoded literal matches, and a malformed escape does not', () => {
  const matcher = matcherOf('GET /größe', 'GET /constructor');
  expect(shown(match(matcher, 'GET', '/gr%C3%B6%C3%9Fe'))).toBe('GET /größe');
  expect(shown(match(matcher, 'GET', '/gr%zz%C3%9Fe'))).toBe('none');
  expect(shown(match(matcher, 'GET', '/%63onstructor'))).toBe('GET /constructor');
  expect(shown(match(matcher, 'GET', '/toString'))).toBe('none');
});

test('a known path with another method lists the allowed methods', () => {
  const matcher = matcherOf('GET /orders', 'POST /orders', 'DELETE /orders/{id}');
  expect(shown(match(matcher, 'PUT', '/orders'))).toBe('other: GET POST');
  expect(shown(match(matcher, 'get', '/orders'))).toBe('other: GET POST');
  expect(shown(match(matcher, 'constructor', '/orders/7'))).toBe('other: DELETE');
  expect(shown(match(matcher, 'GET', '/order'))).toBe('none');
  expect(shown(match(matcher, 'GET', '/orders/7/items'))).toBe('none');
});

describe('a path that has the method only in a less specific template', () => {
  const matcher = matcherOf('PUT /orders/mine', 'GET /orders/{id}', 'DELETE /orders/{id}', 'PUT /orders/{id}/lines');

  test('is that of the template', () => {
    expect(shown(match(matcher, 'GET', '/orders/mine'))).toBe('GET /orders/{id} id=mine');
    expect(shown(match(matcher, 'HEAD', '/orders/mine'))).toBe('GET /orders/{id} id=mine');
    expect(shown(match(matcher, 'PUT', '/orders/mine'))).toBe('PUT /orders/mine');
    expect(shown(match(matcher, 'PUT', '/orders/mine/lines'))).toBe('PUT /orders/{id}/lines id=mine');
  });

  test('allows the methods of both', () => {
    expect(shown(match(matcher, 'POST', '/orders/mine'))).toBe('other: PUT GET DELETE');
    expect(shown(match(matcher, 'POST', '/orders/7'))).toBe('other: GET DELETE');
  });

  test('is unknown where the more specific operation was removed', () => {
    const isGone = (operation: Operation) => operation.path === '/orders/mine';
    expect(shown(match(matcher, 'PUT', '/orders/mine', isGone))).toBe('none');
    expect(shown(match(matcher, 'POST', '/orders/mine', isGone))).toBe('other: GET DELETE');
  });
});

test('templates that differ in the names of their parameters only are one path, each value under its own name', () => {
  const matcher = matcherOf('GET /orders/{id}', 'PUT /orders/{orderId}', 'GET /orders/{other}');
  expect(shown(match(matcher, 'GET', '/orders/7'))).toBe('GET /orders/{id} id=7');
  expect(shown(match(matcher, 'PUT', '/orders/7'))).toBe('PUT /orders/{orderId} orderId=7');
});

describe('parameters in a part of a segment', () => {
  const shapes = ['{a}.json', 'v{a}', '{a}-{b}', '{a}{b}', 'x{a}--{b}y', '{a}.{b}.{c}', '{a}-{b}-'];

  /** The last of two parameters behind a dot, or without a text between them, is an extension. */
  const expressionOf = (shape: string): RegExp => {
    if (shape === '{a}{b}') return /^(?<a>[^/]+)(?<b>\.[^/]+)$|^(?<a>[^/]+)(?<b>)$/;
    const source = shape.replaceAll(/[.]/g, '\\.').replaceAll(/\{(\w)\}/g, '(?<$1>[^/]+?)');
    return new RegExp(`^${source.replace('?)\\.(?<c>', ')\\.(?<c>')}$`);
  };

  test('have the values that a regular expression with the shortest values finds', () => {
    const segment = fc.string({ unit: fc.constantFrom('-', '.', 'v', 'x', 'y', 'json'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.constantFrom(...shapes), segment, (shape, text) => {
        const matcher = matcherOf(`GET /${shape}`);
        const expected = Object.entries(expressionOf(shape).exec(text)?.groups ?? {});
        const found = match(matcher, 'GET', `/${text}`);
        expect(found.type === 'operation' ? [...found.path] : []).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  // A regular expression tries every combination: more steps than any machine has time for.
  test.each(['{a}-{b}-{c}-{d}-{e}.json', '{a}{b}{c}{d}{e}{f}.json'])(
    '%s costs in proportion to the segment',
    (shape) => {
      expect(shown(match(matcherOf(`GET /${shape}`), 'GET', `/${'-'.repeat(20_000)}`))).toBe('none');
    },
  );
});

test.each([
  ['/{id}{ext}', '/anna.json', 'id=anna ext=.json'],
  ['/{id}{ext}', '/anna.b.json', 'id=anna.b ext=.json'],
  ['/{id}{ext}', '/anna', 'id=anna ext='],
  ['/{id}{ext}', '/.json', 'id=.json ext='],
  ['/v{id}{ext}.gz', '/v7.json.gz', 'id=7 ext=.json'],
  ['/{name}.{format}', '/annual.2024.pdf', 'name=annual.2024 format=pdf'],
  ['/{name}.{format}', '/a.', ''],
  ['/{a}.{b}.{c}', '/1.2.3.4', 'a=1 b=2.3 c=4'],
  ['/{a}-{b}', '/ab-cd-ef', 'a=ab b=cd-ef'],
])('the last parameter of %s takes the extension of %s', (template, path, values) => {
  const found = shown(match(matcherOf(`GET ${template}`), 'GET', path));
  expect(found).toBe(values === '' ? 'none' : `GET ${template} ${values}`);
});

test('a parameter at the end takes one of the values that the document lists', () => {
  const ext = { name: 'ext', in: 'path', required: true, schema: { type: 'string', enum: ['json', 'xml'] } };
  const paths = { '/{id}{ext}': { get: { parameters: [ext], responses: { 200: { description: 'Fine.' } } } } };
  const matcher = createMatcher(compileService(documentOf(paths)).operations);
  expect(shown(match(matcher, 'GET', '/annajson'))).toMatch(/ id=anna ext=json$/);
  expect(shown(match(matcher, 'GET', '/annatxt'))).toMatch(/ id=annatxt ext=$/);
});

describe('a removed operation', () => {
  const matcher = matcherOf('GET /orders/{id}', 'DELETE /orders/{id}', 'GET /old');
  const isGone = (operation: Operation) => operation.method === 'GET';

  test('matches no longer, and neither does its HEAD', () => {
    expect(shown(match(matcher, 'GET', '/old', isGone))).toBe('none');
    expect(shown(match(matcher, 'HEAD', '/old', isGone))).toBe('none');
    expect(matchGone(matcher, 'GET', '/old')?.name).toBe('GET /old');
    expect(matchGone(matcher, 'HEAD', '/old')?.name).toBe('GET /old');
    expect(matchGone(matcher, 'GET', '/never')).toBeUndefined();
  });

  test('is not another method of its path', () => {
    expect(shown(match(matcher, 'GET', '/orders/7', isGone))).toBe('none');
    expect(shown(match(matcher, 'PUT', '/orders/7', isGone))).toBe('other: DELETE');
    expect(shown(match(matcher, 'DELETE', '/orders/7', isGone))).toBe('DELETE /orders/{id} id=7');
  });

  test('leaves no path behind when it was the last one there', () => {
    expect(shown(match(matcher, 'PUT', '/old', isGone))).toBe('none');
  });
});
