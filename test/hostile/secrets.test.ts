/** One secret in each place where a client or a server may put one: no output shows it, and the world's data keep it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { run, serve } from '../cli/in-process.ts';
import { folderOf } from '../cli/process.ts';
import {
  type Answered,
  type Loose,
  sendTo,
  startForTest,
  startServer,
  type TestServer,
} from '../server/control/control-server.ts';
import { document, type SecretRow, secretOf, secretRows } from './secrets.ts';

const itemSecret = 'KEPT-IN-THE-ITEM';

const secretAt = (place: string): string => secretOf(secretRows.findIndex((row) => row.place === place));

const scenario = {
  data: {
    accounts: [
      {
        id: 1,
        name: 'Ann',
        website: 'https://ann:KEPT-IN-THE-ITEM@example.com',
        pin: itemSecret,
        password: itemSecret,
      },
      { id: 2, codes: Array<string>(20).fill(secretAt('a property that a fault alters')) },
      { id: 3, name: 'Cid' },
    ],
    sessions: [
      { token: secretAt('an id in a list and its links') },
      { token: secretAt('an id that exists') },
      { token: secretAt('an id that exists, in a form') },
    ],
    vaults: [{ id: secretAt('an id of format password that exists') }],
  },
};

const options = { document: parse(document) as JsonObject, scenario };

/** Sends a row, with a fault of its own where it needs one. */
const sendRow = async (port: number, row: SecretRow): Promise<Answered> => {
  const name = row.place.replaceAll(/\W+/g, '-');
  if (row.fault !== undefined)
    await sendTo(port, 'PUT', `/_vivarium/api/worlds/default/faults/${name}`, {
      body: { ...row.fault, enabled: false },
    });
  const prefer = row.fault === undefined ? {} : { prefer: `fault=${name}` };
  return sendTo(port, row.method, row.path, {
    headers: { ...row.headers, ...prefer },
    body: row.body !== undefined && row.encoding !== undefined ? Buffer.from(row.body, row.encoding) : row.body,
  });
};

const sendRows = async (port: number): Promise<void> => {
  for (const row of secretRows) await sendRow(port, row);
};

/** A text with what its parts in base64 mean. */
const decoded = (text: string): string => {
  const parts = [...text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)];
  return [text, ...parts.map(([part]) => Buffer.from(part, 'base64').toString('latin1'))].join('\n');
};

/** The places of the secrets that a text shows. */
const shownIn = (text: string): readonly string[] => {
  // JSON writes the zero bytes of UTF-16 as escapes.
  const everything = decoded(text).replaceAll(/\0|\\u0000/g, '');
  return secretRows.filter((_, index) => everything.includes(secretOf(index))).map(({ place }) => place);
};

const paths = {
  'the list of exchanges': '/exchanges?limit=1000',
  HAR: '/exchanges.har',
  coverage: '/coverage',
  'the held responses': '/held',
};

describe('with the secrets in its journal', () => {
  let server: TestServer;
  let events = '';
  let answered: readonly Loose[] = [];

  beforeAll(async () => {
    server = await startServer(options);
    const stream = await fetch(`http://127.0.0.1:${server.port}/_vivarium/api/worlds/default/events`);
    const reading = stream.body?.pipeThrough(new TextDecoderStream());
    void (async () => {
      for await (const text of reading ?? []) events += text;
    })().catch(() => {});
    await sendRows(server.port);
    const { items } = (await server.api('GET', '/worlds/default/exchanges?limit=1000')).body;
    const exchanges = items.map(({ id }: Loose) => server.api('GET', `/worlds/default/exchanges/${id}`));
    answered = (await Promise.all(exchanges)).map(({ body }) => body).toReversed();
  });
  afterAll(() => server.vivarium.close());

  test('the exchanges show none of them, and everything else', () => {
    expect(answered).toHaveLength(secretRows.length);
    expect(answered.flatMap((exchange) => shownIn(JSON.stringify(exchange)))).toEqual([]);
    const withoutMark = answered.filter((exchange) => !decoded(JSON.stringify(exchange)).includes('[redacted]'));
    expect(withoutMark.map(({ id }) => secretRows[id - 1]?.place)).toEqual([]);
  });

  test.each(Object.entries(paths))('%s shows none of them', async (_, path) => {
    const { status, text } = await server.api('GET', `/worlds/default${path}`);
    expect(status).toBe(200);
    expect(shownIn(text)).toEqual([]);
  });

  test('the events show none of them', async () => {
    await expect.poll(() => events.match(/^event: exchange$/gm)?.length).toBe(secretRows.length);
    expect(shownIn(events)).toEqual([]);
  });

  test('the metrics, and the exchanges of the library, show none of them', async () => {
    expect(shownIn((await server.send('GET', '/_vivarium/metrics')).text)).toEqual([]);
    const exchanges = server.vivarium.world('default').exchanges({ limit: 1000 });
    expect(exchanges).toHaveLength(secretRows.length);
    expect(shownIn(JSON.stringify(exchanges))).toEqual([]);
  });

  test('the report of the coverage shows none of them', async () => {
    const { code, stdout } = await run(['coverage', `http://127.0.0.1:${server.port}`, '--json']);
    expect(code).toBe(0);
    expect(shownIn(stdout)).toEqual([]);
  });

  test('the findings of the gate, and its reports, show none of them', async () => {
    const { text } = await server.api('GET', '/gate');
    expect(text).toContain('/v1/nothing/api_key=[redacted]');
    expect(shownIn(text)).toEqual([]);
    const cwd = folderOf({});
    const reports = ['junit', 'md', 'json', 'html'];
    const asked = reports.flatMap((format) => ['--report', `${format}=report.${format}`]);
    const judged = ['gate', `http://127.0.0.1:${server.port}`, '--fail-on', 'violations,unmatched', ...asked];
    const { code, stdout, stderr } = await run(judged, { cwd, env: { GITHUB_ACTIONS: 'true' } });
    expect(code).toBe(1);
    const written = reports.map((format) => readFileSync(join(cwd, `report.${format}`), 'utf8'));
    for (const report of [stdout + stderr, ...written]) {
      expect(report).toContain('[redacted]');
      expect(shownIn(report)).toEqual([]);
    }
  });

  test('the exchanges of all worlds show none of them', async () => {
    const { status, text } = await server.api('GET', '/exchanges?limit=1000');
    expect(status).toBe(200);
    expect(shownIn(text)).toEqual([]);
  });

  test('a replay has the secrets, and shows none', async () => {
    for (const [index] of secretRows.entries()) {
      const { status, text } = await server.api('POST', `/worlds/default/exchanges/${index + 1}/replay`);
      expect([200, 409]).toContain(status);
      expect(shownIn(text)).toEqual([]);
    }
  });

  test('everything else is shown', () => {
    const of = (place: string): Loose => answered[secretRows.findIndex((row) => row.place === place)];
    expect(of('api_key in the query').query).toBe('a=1&api_key=[redacted]&b=2');
    expect(of('the fragment of Referer').request.headers.referer).toBe(
      'https://example.com/#access_token=[redacted]&a=1',
    );
    expect(of('user info in Location').response.headers.location).toBe('https://[redacted]@example.com/');
    expect(of('a parameter of a segment').path).toBe('/v1/accounts/1;a=1;Token=[redacted]');
    expect(of('an escaped URL with user info').path).toBe('/v1/nothing/https%3A%2F%2F[redacted]%40e.com');
    expect(of('a path parameter with a usual name').path).toBe('/v1/resets/[redacted]');
    expect(of('an id, in Location').response.headers.location).toBe('/v1/sessions/[redacted]');
    expect(of('an id, in the reasons').why).toContain('created item [redacted] of sessions');
    expect(of('an id that exists').why).toContain('rejected with 409: body.token [redacted] already exists');
    expect(of('an id in a list and its links').response).toMatchObject({
      headers: { link: expect.stringContaining('/v1/sessions?limit=1&after=[redacted]>; rel="next"') },
      body: { items: [{ token: '[redacted]' }], next_cursor: '[redacted]' },
    });
    expect(of('a secret path in a URL').request.body).toEqual({
      website: 'https://example.com/v1/vaults/[redacted]#top',
    });
    expect(of('a secret path in a sentence').request.body).toEqual({ name: 'See /v1/resets/[redacted], please.' });
    expect(of('a map of passwords').request.body).toEqual({ name: 'a', vault: '[redacted]' });
    expect(of('a body that breaks off').request.body).toBe('[redacted]');
    expect(of('a form').request.body).toBe('name=a&pin=[redacted]&b=1');
    expect(of('a multipart body').request.body).toBe(
      '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n[redacted]\r\n--b--\r\n',
    );
    expect(of('XML').request.body).toBe('<a><name>x</name><pin>[redacted]</pin></a>');
    expect(of('a table').request.body).toBe('name,"pin",b\r\nx,[redacted],1\r\n');
    expect(of('a text').request.body).toBe('[redacted]');
  });
});

test('all secrets are shown if credentials are: each row plants its own', async () => {
  const server = await startForTest({ ...options, showCredentials: true });
  await sendRows(server.port);
  const missing: string[] = [];
  for (const [index, row] of secretRows.entries()) {
    const { body } = await server.api('GET', `/worlds/default/exchanges/${index + 1}`);
    const part = body[row.in ?? 'request'];
    const isShown = shownIn(JSON.stringify(part)).includes(row.place);
    if (!isShown) missing.push(row.place);
  }
  expect(missing).toEqual([]);
});

test("the client, and the world's own data, keep them", async () => {
  const server = await startForTest(options);
  const item = {
    id: 1,
    name: 'Ann',
    website: `https://ann:${itemSecret}@example.com`,
    pin: itemSecret,
    password: itemSecret,
  };
  expect((await server.send('GET', '/v1/accounts/1')).body).toEqual(item);
  const created = await server.send('POST', '/v1/accounts', {
    body: { name: 'Dan', pin: itemSecret, phrase: itemSecret },
  });
  expect(created.body).toMatchObject({ id: 4, pin: itemSecret });
  expect((await server.api('GET', '/worlds/default/collections/accounts/1')).body).toEqual(item);
  const collection = (await server.api('GET', '/worlds/default/collections/accounts')).body.items;
  expect(collection.at(-1)).toMatchObject({ name: 'Dan', pin: itemSecret });
  expect((await server.api('GET', '/worlds/default/diff')).body.items).toMatchObject([{ after: { pin: itemSecret } }]);
  const saved = (await server.api('GET', '/worlds/default/scenario')).body;
  expect(saved.data.accounts).toEqual(collection);
  await server.api('PUT', '/worlds/again', { inline: saved });
  expect((await server.send('GET', '/~again/v1/accounts/4')).body).toEqual(created.body);
});

test('the JSON log shows none of them', async () => {
  const cwd = folderOf({ 'api.yaml': document });
  const { listening, until, output } = await serve(['api.yaml', '--why'], { cwd });
  await sendRows(Number(new URL(listening.url).port));
  await fetch(`${listening.service}/last`);
  await until(/"operation":"last"/);
  expect(output.stdout).toContain('a=1&api_key=[redacted]&b=2');
  expect(shownIn(output.stdout + output.stderr)).toEqual([]);
});

test('the pretty log shows none of them', async () => {
  const cwd = folderOf({ 'api.yaml': document });
  const { until, output } = await serve(['api.yaml', '--why', '--log', 'pretty'], { cwd });
  const [, service = ''] = await until(/API +(\S+)\n/);
  await sendRows(Number(new URL(service).port));
  await fetch(`${service}/last`);
  await until(/matched operation last/);
  expect(output.stdout).toContain('a=1&api_key=[redacted]&b=2');
  expect(shownIn(output.stdout + output.stderr)).toEqual([]);
});
