/** No secret of a real service, or of its clients, is in what a server that records and compares writes or shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRealService } from '../../../parts/upstream/real-service.ts';
import { run, serve } from '../../in-process.ts';
import { folderOf } from '../../process.ts';

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const user = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: text,
    password: { ...text, writeOnly: true },
    pin: { ...text, format: 'password' },
    size: { type: 'integer' },
    profile: { type: 'object', properties: { motto: text, token: text } },
  },
};
const answer = (schema: object) => ({ description: 'Fine.', ...json(schema) });
const document = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Door' } } },
  security: [{ key: [] }],
  paths: {
    '/users': {
      get: { operationId: 'listUsers', responses: { 200: answer({ type: 'array', items: user }) } },
      post: {
        operationId: 'createUser',
        requestBody: json({ ...user, required: ['name'] }),
        responses: { 201: answer(user), 400: answer({ type: 'object' }) },
      },
    },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getUser', responses: { 200: answer(user) } },
      patch: {
        operationId: 'patchUser',
        requestBody: json({ ...user, required: ['name'] }),
        responses: { 200: answer(user) },
      },
    },
    '/sessions': {
      post: {
        operationId: 'login',
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
        responses: { 200: answer({ type: 'object', properties: { access_token: text, state: text } }) },
      },
    },
    '/motto': {
      get: { operationId: 'getMotto', responses: { 200: { description: '.', content: { 'text/plain': {} } } } },
    },
  },
};

/** Each one is another secret. */
let planted = 0;
const secret = (): string => `planted-${++planted}-secret`;

const long = 'much to say '.repeat(30);

const real = () =>
  startRealService((request, response) => {
    const url = request.url ?? '';
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, {
        'Content-Type': 'application/json',
        'Set-Cookie': `session=${secret()}; HttpOnly`,
        'X-Api-Key': secret(),
        Link: `</users?access_token=${secret()}>; rel="next"`,
      });
      response.end(JSON.stringify(body));
    };
    // Of another type, another value, and more properties than were sent: all of these are differences.
    const shown = {
      id: 1,
      name: `see https://user:${secret()}@x.test/?token=${secret()}`,
      password: secret(),
      pin: secret(),
      size: { token: secret(), text: long, password: secret() },
      profile: { motto: 'none', token: secret(), apiKey: secret() },
      refresh_token: secret(),
      extra: { text: long, nested: { access_token: secret() } },
    };
    if (url.startsWith('/sessions')) send(200, { access_token: secret(), refresh_token: secret(), state: 7 });
    else if (url.startsWith('/motto'))
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`token=${secret()}`);
    else if (request.method === 'GET' && url.startsWith('/users?')) send(200, [shown]);
    else if (url.startsWith('/users/9')) send(500, { message: `wrong token=${secret()}`, password: secret() });
    else send(request.method === 'POST' ? 201 : 200, shown);
  });

test('no secret is in a file, the log, an archive, the drift or what the panel shows', async () => {
  const { url, seen } = await real();
  const folder = folderOf({ 'openapi.json': JSON.stringify(document) });
  const reports = 'json=gate.json,md=gate.md,html=gate.html,junit=gate.xml';
  const server = await serve(
    [
      'openapi.json',
      '--upstream',
      `${url}/`,
      '--compare',
      '--save',
      'worlds',
      '--why',
      '--report',
      reports,
      '--fail-on',
      'drift',
      '--upstream-header',
      'X-Staging-Token: $STAGING',
    ],
    { cwd: folder, env: { STAGING: secret(), VIVARIUM_SCENARIO: '' } },
  );
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.listening.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret()}`,
        'x-door': secret(),
        cookie: `session=${secret()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const sent = () => ({
    name: 'Ann',
    password: secret(),
    pin: secret(),
    size: 3,
    profile: { motto: `${long} token=${secret()}`, token: secret() },
  });
  const events = await fetch(`${server.listening.url}/_vivarium/api/worlds/default/events`);
  await call('POST', '/users', sent());
  await call('GET', `/users?access_token=${secret()}`);
  await call('PATCH', '/users/1', sent());
  await call('GET', '/users/1');
  await call('GET', '/users/9');
  await call('GET', '/motto');
  const form = `grant_type=password&username=ann&password=${secret()}&client_secret=${secret()}`;
  await call('POST', '/sessions', form, { 'content-type': 'application/x-www-form-urlencoded' });
  const shown: string[] = [];
  const control = async (path: string, accept = 'application/json'): Promise<string> => {
    const response = await server.api(path, { headers: { accept } });
    expect([path, response.status]).toEqual([path, 200]);
    shown.push(await response.text());
    return shown.at(-1) as string;
  };
  const { items } = JSON.parse(await control('/worlds/default/drift'));
  for (const path of ['/drift', '/gate', '/worlds/default/exchanges.har', '/worlds/default/exchanges', '/exchanges'])
    await control(path);
  for (const path of ['/worlds/default/scenario', '/worlds/default/diff', '/worlds/default/faults'])
    await control(path);
  await control('/worlds/default/scenario', 'application/yaml');
  for (const id of seen.keys()) await control(`/worlds/default/exchanges/${id + 1}`);
  let streamed = '';
  for await (const chunk of events.body ?? []) {
    streamed += new TextDecoder().decode(chunk);
    if (streamed.split('event: exchange').length > seen.length) break;
  }
  shown.push(streamed);
  const gate = await run(['gate', server.listening.url, '--fail-on', 'drift']);
  expect(gate.code).toBe(1);
  const { code, stdout, stderr } = await server.stop();
  expect(code).toBe(1);
  expect(stderr).toContain('differ');
  const files = [
    'gate.json',
    'gate.md',
    'gate.html',
    'gate.xml',
    ...readdirSync(join(folder, 'worlds')).map((name) => join('worlds', name)),
  ];
  for (const file of files) shown.push(readFileSync(join(folder, file), 'utf8'));
  expect(files).toContain(join('worlds', 'default.yaml'));
  // What is looked for is there: otherwise nothing is proved.
  expect(planted).toBeGreaterThan(80);
  const kinds = items.map(({ operation, kind, pointer }: Record<string, string>) => `${operation} ${kind} ${pointer}`);
  expect(kinds).toEqual(expect.arrayContaining(['createUser type /size', 'createUser value /profile/motto']));
  const all = [...shown, stdout, stderr, gate.stdout, gate.stderr].join('\n');
  expect(all).toContain('[redacted]');
  expect(all.match(/.{60}planted-.{40}/g) ?? []).toEqual([]);
});
