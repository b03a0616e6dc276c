/** Credentials in the URL of a document: no command, message or log shows them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, serve } from '../cli/in-process.ts';
import { folderOf } from '../cli/process.ts';

const secret = 'PLANTED-HERE';

const document = `openapi: 3.1.0
info: { title: Guarded, version: '1' }
paths:
  /a:
    get:
      operationId: getA
      responses: { '200': { description: '', content: { application/json: { schema: { $ref: 'missing.yaml' } } } } }
`;

const answers: Readonly<Record<string, string | undefined>> = { '/api.yaml': document, '/broken.yaml': 'openapi: [' };

const server = createServer(({ url = '', headers }, response) => {
  const text = answers[url.replace(/\?.*/, '')];
  const isAllowed = headers.authorization === `Basic ${btoa(`ann:${secret}`)}`;
  response.writeHead(text === undefined || !isAllowed ? 404 : 200).end(text);
});
let origin = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const urlOf = (name: string): string => `http://ann:${secret}@${origin}/${name}.yaml?token=${secret}`;
const shown = (name: string): string => `http://[redacted]@${origin}/${name}.yaml`;

test.each([
  ['check', 'api'],
  ['check', 'broken'],
  ['check', 'none'],
  ['explain', 'api'],
  ['explain', 'broken'],
  ['init', 'api'],
  ['init', 'none'],
])('%s of the document "%s"', async (command, name) => {
  const cwd = folderOf({});
  for (const options of command === 'check' ? [[], ['--json']] : [[]]) {
    const { stdout, stderr } = await run([command, urlOf(name), ...options], { cwd });
    expect(stdout + stderr).toContain(`${shown(name)}?token=[redacted]`);
    expect(stdout + stderr).not.toContain(secret);
  }
});

test.each(['json', 'pretty'])('serve with the log in %s', async (log) => {
  const cwd = folderOf({});
  const { output, until, stop } = await serve([urlOf('api'), '--log', log], { cwd });
  await until(log === 'json' ? /VIV_REFERENCE_UNRESOLVED/ : /vivarium check/);
  await stop();
  expect(output.stdout + output.stderr).toContain(shown('api'));
  expect(output.stdout + output.stderr).not.toContain(secret);
});
