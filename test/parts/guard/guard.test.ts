import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ConfigError, createGuard, type Guard } from '../../../src/index.ts';

import { notes } from './notes.ts';
import '../../../src/parts/testing/vitest.ts';

const note = { id: 1, text: 'Milk', status: 'open', createdAt: '2026-01-01T10:00:00Z' };
const wrong = { ...note, id: '1' };

const create = async (options: object = {}): Promise<Guard> => {
  const contract = await createGuard({ document: notes, ...options });
  onTestFinished(() => contract.close());
  return contract;
};

const requestTo = (path: string, init: RequestInit = {}): Request =>
  new Request(`https://api.example.com/v1${path}`, { ...init, headers: { authorization: 'Bearer demo' } });
const list = (...items: unknown[]): readonly [Request, Response] => [requestTo('/notes'), Response.json(items)];

/** The message of the error. */
const messageOf = (contract: Guard): Promise<string> =>
  contract.assertNoViolations().then(
    () => 'none',
    (error: Error) => error.message,
  );

test('a violation is kept, however many requests follow', async () => {
  const contract = await create();
  await contract.check(...list(wrong));
  for (let count = 0; count < 1100; count++) await contract.check(...list(note));
  expect(contract.violations()).toHaveLength(1);
  await expect(contract.assertNoViolations()).rejects.toThrow('met         once in #1 GET /v1/notes');
});

test('headers of happy-dom, which keep their case, are read', async () => {
  const contract = await create();
  const { Request: Sent } = new Window();
  const request = new Sent('https://api.example.com/v1/notes', {
    method: 'POST',
    headers: { Authorization: 'Bearer demo', 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: 'Milk' }),
  });
  const { violations } = await contract.check(request as unknown as Request, Response.json(note, { status: 201 }));
  expect(violations.filter(({ side }) => side === 'request')).toEqual([]);
});

test('an assertion waits for what is being judged', async () => {
  const contract = await create();
  void contract.check(...list(wrong));
  await expect(contract.assertNoViolations()).rejects.toThrow('it is       "1"');
});

test('the matcher is awaited', async () => {
  const contract = await create();
  void contract.check(...list(note));
  await expect(contract).toHaveNoViolations();
  void contract.check(...list(wrong));
  await expect(contract).not.toHaveNoViolations();
  await expect(expect(contract).toHaveNoViolations()).rejects.toThrow("listNotes: the mock's response, /0/id");
  contract.reset();
  await expect(expect(contract).not.toHaveNoViolations()).rejects.toThrow('there is nothing to assert');
  await expect(contract).toHaveNoViolations({ allowEmpty: true });
});

test('what is being judged at a reset is forgotten', async () => {
  const contract = await create();
  const late = contract.check(...list(wrong)).catch((error: Error) => error.message);
  contract.reset();
  expect(await late).toBe('The guard was reset before it judged this.');
  expect(contract.violations()).toEqual([]);
});

test('the value is shown, also of a parameter, and in a large body; requests without an operation are told apart', async () => {
  const contract = await create();
  await contract.check(requestTo('/notes?limit=many'), Response.json([note]));
  await contract.check(requestTo('/notes/x'), Response.json(note));
  await contract.check(...list(...Array.from({ length: 2000 }, () => note), { ...note, status: 'closed' }));
  await contract.check(requestTo('/none'), new Response());
  await contract.check(requestTo('/nowhere'), new Response());
  await contract.check(requestTo('/notes'), new Response(null, { status: 418 }));
  const message = await messageOf(contract);
  expect(message).toMatch(/listNotes: the client's request, \/limit: .*\n {2}it is {7}"many"/);
  expect(message).toMatch(/the client's request, \/id: .*\n {2}it is {7}"x"/);
  expect(message).toMatch(/\/2000\/status: .*\n {2}it is {7}"closed"/);
  expect(message).toContain('GET /v1/none: ');
  expect(message).toContain('GET /v1/nowhere: ');
  expect(message).toMatch(/status 418 is not documented for listNotes \(status\)\n {2}documented .*: 200/);
});

test('a body that was read before, or is not read to its end, is said to be unjudged', async () => {
  const contract = await create();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const request = requestTo('/notes', { method: 'POST', body: '{}' });
  request.headers.set('content-type', 'application/json');
  await request.text();
  const read = Response.json(wrong);
  await read.text();
  const { violations, why } = await contract.check(request, read);
  expect(violations.filter(({ in: place }) => place === 'body')).toEqual([]);
  expect(why.join()).toMatch(
    /the body of the request was read before.*,.*the body was read before the guard saw it, and is not judged/,
  );
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    cancel: () => {
      isCancelled = true;
    },
  });
  const slow = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('[')) });
  const responses = [endless, slow].map(
    (body) => new Response(body, { headers: { 'content-type': 'application/json' } }),
  );
  const checks = responses.map((response) => contract.check(requestTo('/notes'), response));
  const asserted = messageOf(contract);
  const [first, second] = checks as [Promise<{ readonly why: readonly string[] }>, (typeof checks)[1]];
  expect((await first).why.join()).toContain('is larger than 10485760 bytes');
  await vi.advanceTimersByTimeAsync(2000);
  expect((await second)?.why.join()).toContain('had not ended, and is not judged');
  expect(await asserted).toContain('status 200 is not documented');
  await responses[0]?.body?.cancel();
  expect(isCancelled).toBe(true);
});

test('a closed guard, and what is no message or no format, are errors that say so', async () => {
  const contract = await create();
  const [request, response] = list(note);
  await expect(contract.check({} as never, response)).rejects.toThrow('check takes a Request, not {}');
  await expect(contract.check(request, undefined as never)).rejects.toThrow('check takes a Response');
  await expect(contract.report('xml' as never, 'x')).rejects.toThrow('no format "xml"');
  await expect(create({ examples: 'yes' })).rejects.toThrow('option "examples" must be true or false');
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-guard-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await contract.check(...list(wrong));
  await contract.report('md', join(folder, 'a, b.md'));
  expect(readFileSync(join(folder, 'a, b.md'), 'utf8')).toContain('`/0/id`');
  await contract.close();
  await expect(contract.check(request, response)).rejects.toThrow('The guard is closed');
});

test('a documented media type that the simulation does not serve is not judged', async () => {
  const text = { schema: { type: 'string' } };
  const contract = await createGuard({
    document: {
      openapi: '3.1.0',
      info: { title: 'Login', version: '1' },
      paths: {
        '/login': {
          get: {
            operationId: 'login',
            responses: { 200: { description: 'Done', content: { 'application/xml': text, 'application/json': text } } },
          },
        },
      },
    },
  });
  onTestFinished(() => contract.close());
  const answer = (type: string): Response => new Response('"done"', { headers: { 'content-type': type } });
  const request = new Request('https://api.example.com/login');
  const { violations, why } = await contract.check(request, answer('application/xml'));
  expect([violations, why.join()]).toEqual([[], expect.stringContaining('is application/xml, which is not judged')]);
  expect((await contract.check(request, answer('text/html'))).violations).toMatchObject([{ rule: 'mediaType' }]);
});

test.each([
  ['a name', 'getNote'],
  ['a template', 'GET /notes/{id}'],
  ['a template with the base path', 'GET /v1/notes/{id}'],
  ['another name of the parameter', 'GET /v1/notes/{noteId}'],
  ['a parameter of a router', 'get /notes/:id'],
  ['a path', 'GET /v1/notes/1'],
  ['a path below the base path', 'GET /notes/1'],
  ['a star', 'GET /notes/*'],
  ['a star for the method', '* /v1/notes/*'],
])('%s is ignored, also by check', async (_, entry) => {
  const contract = await create({ ignore: [entry] });
  const { violations, why } = await contract.check(requestTo('/notes/1'), Response.json({}));
  expect(violations).toEqual([]);
  expect(why.join()).toContain('the body is not judged: `ignore` names the request');
  await contract.check(requestTo('/notes'), Response.json({}));
  expect(contract.violations()).toMatchObject([{ operation: 'listNotes' }]);
});

test('what is ignored exists, or is no near miss of what does', async () => {
  for (const [entry, ...texts] of [
    ['listNote', 'neither an operation nor a method and a path', 'Did you mean "listNotes"?'],
    ['GET /note', 'ignore names "GET /note", which the document does not have', 'Did you mean "/notes"?'],
    ['GET /v1/note', 'Did you mean "/notes"?', 'named with a star: "GET /v1/note*"'],
    ['GET /notes/{id}/tags/{tag}', 'The paths with GET are /notes, /notes/{id}, /pages.'],
    ['PUT /notes/{id}', 'There are no paths with PUT.'],
  ] as const)
    for (const text of texts) {
      const error = await create({ ignore: [entry] }).catch((thrown: unknown) => thrown);
      const { message, hint } = (error as ConfigError).problems[0] ?? {};
      expect(`${message} ${hint}`).toContain(text);
    }
  const contract = await create({ ignore: ['GET /health', 'GET /note*'] });
  await contract.check(requestTo('/health'), new Response());
  await contract.check(requestTo('/note'), new Response());
  expect(contract.violations()).toEqual([]);
});

test('a guard without a document is an error, not a guard by the shipped example', async () => {
  await expect(createGuard()).rejects.toThrow('a guard needs the OpenAPI document of the service');
});

const swagger = {
  swagger: '2.0',
  info: { title: 'Notes', version: '1' },
  host: 'api.example.com',
  basePath: '/v1',
  produces: ['application/json'],
  paths: {
    '/notes': {
      get: {
        responses: { 200: { description: 'All', schema: { type: 'array', items: { $ref: '#/definitions/Note' } } } },
      },
    },
  },
  definitions: { Note: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
};

test('the document may be an object, a file or an address, also of Swagger 2.0, and have an overlay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-guard-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'swagger.json');
  const overlay = join(folder, 'overlay.json');
  const text = JSON.stringify(swagger, null, 2);
  writeFileSync(file, text);
  const wider = { target: '$.components.schemas.Note.properties.id', update: { type: 'string' } };
  writeFileSync(overlay, JSON.stringify({ overlay: '1.0.0', info: { title: 'O', version: '1' }, actions: [wider] }));
  const server = createServer((_, response) => response.end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/swagger.json`;
  for (const document of [swagger, file, address, new URL(address)]) {
    const plain = await create({ document });
    await plain.check(...list(wrong));
    expect(plain.violations()).toMatchObject([{ operation: 'GET /notes', pointer: '/0/id', rule: 'type' }]);
    const overlaid = await create({ document, overlay });
    await overlaid.check(...list(wrong));
    await overlaid.assertNoViolations();
    await overlaid.check(...list(note));
    expect(overlaid.violations()).toMatchObject([{ pointer: '/0/id', rule: 'type' }]);
  }
  await expect(create({ document: file, overlay: 'none.yaml' })).rejects.toThrow('none.yaml');
});
