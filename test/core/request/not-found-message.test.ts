import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { noOperationMessage } from '../../../src/core/request/not-found-message.ts';
import { combineServices } from '../../../src/core/service/combine.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { documentOf, requestOf } from '../helpers.ts';
import { askNotes, explainSteps } from '../notes.ts';

describe('a request that matches no operation', () => {
  test('and is HEAD gets the headers of GET', () => {
    const head = askNotes('HEAD', '/jobs');
    const get = askNotes('GET', '/jobs');
    expect([head.status, get.status]).toEqual([405, 405]);
    expect(explainSteps(head)).toContain('rejected with 405: GET is not allowed on /jobs. Allowed: OPTIONS, POST');
    expect(head.header('Content-Length')).toBe(get.header('Content-Length'));
    expect(head.reply.response.body).toBeUndefined();
  });

  test('and is HEAD gets the message for GET', () => {
    const head = askNotes('HEAD', '/nothing');
    expect(explainSteps(head).at(-1)).toContain('There is no operation GET /nothing.');
    expect(head.header('Content-Length')).toBe(askNotes('GET', '/nothing').header('Content-Length'));
    expect(explainSteps(askNotes('POST', '/nothing')).at(-1)).toContain('There is no operation POST /nothing.');
  });

  test('and has a long path gets a short message', () => {
    const path = '9'.repeat(1000);
    const message = explainSteps(askNotes('GET', `/finds/${path}`)).at(-1) as string;
    expect(message).toContain('Did you mean GET /find/999');
    expect(message.length).toBeLessThan(500);
  });

  test('gets the path as the document has it where a segment is not only a parameter, or empty', () => {
    const responses = { '200': { description: 'Fine.' } };
    const service = compileService(documentOf({ '/p/{id}.{ext}': { get: { responses } } }));
    const messageFor = (path: string): string => noOperationMessage(service, requestOf('GET', path));
    expect(messageFor('/pp/{id}.{ext}')).toContain('Did you mean GET /p/{id}.{ext}?');
    expect(messageFor('/p/5')).toBe('There is no operation GET /p/5.');
    const other = compileService(documentOf({ '/orders/{id}/x': { get: { responses } } }));
    expect(noOperationMessage(other, requestOf('GET', '/orders//x'))).toBe(
      'There is no operation GET /orders//x. Did you mean GET /orders/{id}/x?',
    );
  });

  test.each([
    ['', '/', '/'],
    ['/v1', '/v1', '/v1'],
    ['/v1', '/v1/', '/v1'],
    ['', '/other', undefined],
    ['/v1', '/v1/other', undefined],
  ])('of the base path %j, as %s, gets the URL of the API: %s', (base, path, expected) => {
    const responses = { '200': { description: 'Fine.' } };
    const service = compileService(documentOf({ '/orders': { get: { responses } } }), { name: 'shop', base });
    const message = noOperationMessage(service, requestOf('GET', path));
    expect(/The API is at (\S+)\. /.exec(message)?.[1]).toBe(expected);
    expect(message.includes(`Try GET ${base}/orders.`)).toBe(expected !== undefined);
  });

  test('of the base path gets the first operation that needs nothing but its path', () => {
    const responses = { '200': { description: 'Fine.' } };
    const tried = (paths: JsonObject): string | undefined => {
      const service = compileService(documentOf(paths), { name: 'shop', base: '/v1' });
      return /Try .*/.exec(noOperationMessage(service, requestOf('GET', '/v1')))?.[0];
    };
    const orders = { post: { responses } };
    const query = [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }];
    const others = { '/orders': orders, '/find': { get: { responses, parameters: query } } };
    expect(tried({ ...others, '/orders/{id}': { get: { responses } } })).toBeUndefined();
    expect(tried({ ...others, '/notes': { get: { responses } } })).toBe('Try GET /v1/notes.');
  });

  test('and has no path gets the URL of the API, even if it is the root', () => {
    const decided = askNotes('GET', '*', { headers: { host: 'localhost' } });
    expect(decided.status).toBe(404);
    expect(JSON.stringify(decided.body)).toContain('The API is at http://localhost/.');
  });
});

describe('a request that matches no operation of several services', () => {
  const parts = Array.from({ length: 12 }, (_, index) => {
    const responses = { '200': { description: 'Fine.' } };
    return compileService(documentOf({ [`/orders${index}`]: { get: { responses } } }), {
      name: `service${index}`,
      base: `/v${index}`,
    });
  }) as [Service, ...Service[]];
  const served = combineServices(parts);

  test('gets the addresses of the first ones, and the number of the others', () => {
    const message = noOperationMessage(served, requestOf('GET', '/nothing'));
    expect(message).toMatch(/The APIs are at \/v0 \(service0\), .*\/v9 \(service9\) and 2 more\.$/);
  });

  test('gets the most similar operation of the services at its path', () => {
    const message = noOperationMessage(served, requestOf('GET', '/v7/order7'));
    expect(message).toBe('There is no operation GET /v7/order7. Did you mean GET /v7/orders7?');
    expect(noOperationMessage(served, requestOf('GET', '/v7/orders8'))).not.toContain('/v8');
  });

  test('gets the addresses of all if they are few', () => {
    const few = combineServices(parts.slice(0, 2) as [Service, ...Service[]]);
    const message = noOperationMessage(few, requestOf('GET', '/nothing', { headers: { host: 'mock' } }));
    expect(message).toMatch(/The APIs are at http:\/\/mock\/v0 \(service0\), http:\/\/mock\/v1 \(service1\)\.$/);
  });

  test('gets no operation of a service whose base path is not above the request', () => {
    const message = noOperationMessage(served, requestOf('GET', '/v7/completely/else'));
    expect(message).toBe('There is no operation GET /v7/completely/else.');
  });
});
