/** Whatever a client repeats in a header or in a target, the request costs little: a pattern that tries again at each place would take seconds. */
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { listOf, object } from '../short-document.ts';
import { cpuSlowness } from './cpu.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Everything that is read from a request', version: '1' },
  paths: {
    '/things/{id}.{format}': {
      post: {
        security: [{ key: [] }, { basic: [] }, { cookie: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'format', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'sort', in: 'query', schema: { type: 'string' } },
          { name: 'tags', in: 'query', explode: false, schema: listOf({ type: 'string' }) },
          { name: 'deep', in: 'query', style: 'deepObject', schema: object({ a: { type: 'string' } }) },
          { name: 'At', in: 'header', schema: { type: 'string', format: 'date-time' } },
        ],
        requestBody: { content: { 'application/json': {}, 'multipart/form-data': { schema: { type: 'object' } } } },
        responses: {
          200: { description: 'Fine.', content: { 'application/json;v=1': {}, 'text/html': {}, 'image/svg+xml': {} } },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    },
  },
};

const headers = [
  ...[
    'Accept',
    'Accept-Encoding',
    'Authorization',
    'At',
    'Baggage',
    'Content-Encoding',
    'Content-Type',
    'Cookie',
    'Forwarded',
  ],
  ...['Origin', 'Prefer', 'Referer', 'Vivarium-Expect', 'Access-Control-Request-Headers'],
];
const units = [
  ' ',
  '\t',
  ';',
  '; ',
  ',',
  ', ',
  '=',
  '"',
  '\\',
  ',a="',
  ';a="',
  '; q',
  'a/',
  '/json',
  '+xml ',
  '; boundary="',
  '; charset=',
  'a=b',
  '-',
];
const targets = [
  '/things/~.json',
  '/things/~',
  '/~',
  '/things/1.json?sort=~',
  '/things/1.json?tags=~',
  '/things/1.json?~',
  '/things/1.json?deep[~',
];
const targetUnits = [
  '/',
  '-',
  '.',
  '%',
  '%20',
  ',',
  '&',
  '=',
  '[',
  ']',
  '[]',
  'a[',
  '+',
  ';',
  ':',
  '~',
  'asc',
  ',desc',
];
const size = 12_000;
const beginnings: Readonly<Record<string, readonly string[]>> = {
  Accept: ['application/json'],
  Authorization: ['Bearer '],
  'Content-Type': ['application/json', 'multipart/form-data'],
  Prefer: ['code=404'],
};

const vivarium = await createVivarium({ document });
const url = new URL((await vivarium.listen({ port: 0 })).url);
afterAll(() => vivarium.close());

const send = (path: string, fields: Readonly<Record<string, string>>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { host: url.hostname, port: url.port, method: 'POST', path, headers: fields };
    const sent = request(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end('{}');
  });

/** Of this process, which is the client too. */
const maxCpuMs = 250;

const costOf = async (path: string, fields: Readonly<Record<string, string>>): Promise<number> => {
  const before = process.cpuUsage();
  expect(await send(path, fields)).toBeLessThan(500);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** The cheaper of two: anything else in this process may run during one of them. */
const expectCheap = async (path: string, fields: Readonly<Record<string, string>>, name: string): Promise<void> => {
  if ((await costOf(path, fields)) < maxCpuMs) return;
  const limit = maxCpuMs * cpuSlowness();
  expect(await costOf(path, fields), name).toBeLessThan(limit);
};

test.each(headers)('the header %s', async (header) => {
  for (const beginning of ['', ...(beginnings[header] ?? [])])
    for (const unit of units) {
      const text = `${beginning}${unit.repeat(size / unit.length)}x`;
      const fields = { 'Content-Type': 'application/json', Authorization: 'Bearer demo', [header]: text };
      await expectCheap('/things/1.json', fields, `${header}: ${beginning}${unit}...`);
    }
});

test.each(targets)('the target %s', async (target) => {
  const fields = { 'Content-Type': 'application/json', Authorization: 'Bearer demo' };
  for (const unit of targetUnits)
    await expectCheap(target.replace('~', `${unit.repeat(size / unit.length)}x`), fields, `${target} with ${unit}`);
});
