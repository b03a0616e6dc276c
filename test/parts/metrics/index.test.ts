/** `GET /_vivarium/metrics`: the text format of Prometheus, version 0.0.4. */
import { expect, test } from 'vitest';
import { startForTest, type TestServer } from '../../server/control/control-server.ts';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Read {
  readonly text: string;
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
  /** The only sample with this name and these labels. */
  readonly value: (name: string, labels?: Readonly<Record<string, string>>) => number | undefined;
}

/** The format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const parse = (text: string): Read => {
  expect(text.endsWith('\n')).toBe(true);
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples = text
    .slice(0, -1)
    .split('\n')
    .flatMap((line): Sample[] => {
      const [, kind, family, rest = ''] = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line) ?? [];
      if (kind === 'HELP') helped.add(family as string);
      if (kind === 'TYPE') types.set(family as string, rest);
      if (kind !== undefined) return [];
      const [, name = '', labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      expect(line, 'a sample').toMatch(/^[a-z_]+(\{([a-z]+="([^"\\]|\\["\\n])*",?)+\})? \S+$/);
      const base = name.replace(/_(bucket|sum|count)$/, '');
      expect(helped, name).toContain(types.get(base) === 'histogram' ? base : name);
      const pairs = [...labels.matchAll(/([a-z]+)="((?:[^"\\]|\\["\\n])*)"/g)];
      const plain = (label: string): string =>
        label.replaceAll(/\\(.)/g, (_whole, one: string) => (one === 'n' ? '\n' : one));
      return [
        {
          name,
          labels: Object.fromEntries(pairs.map(([, label, own]) => [label, plain(own as string)])),
          value: Number(value),
        },
      ];
    });
  const value: Read['value'] = (name, labels = {}) =>
    samples.find((sample) => sample.name === name && JSON.stringify(sample.labels) === JSON.stringify(labels))?.value;
  return { text, types, samples, value };
};

const read = async (server: TestServer): Promise<Read> => {
  const { status, headers, text } = await server.send('GET', '/_vivarium/metrics');
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
  });
  return parse(text);
};

test('requests are counted by operation and status, over all worlds, each once', async () => {
  const server = await startForTest();
  for (const path of ['/v1/pets', '/~a/v1/pets', '/v1/pets?limit=0', '/v1/pets/4711', '/nothing'])
    await server.call('GET', path);
  await server.vivarium.world().fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  await server.api('POST', '/worlds/default/exchanges/1/replay');
  const { samples, value } = await read(server);
  expect(samples.filter(({ name }) => name === 'vivarium_requests_total')).toEqual(
    expect.arrayContaining([
      { name: 'vivarium_requests_total', labels: { operation: 'listPets', status: '200' }, value: 4 },
      { name: 'vivarium_requests_total', labels: { operation: 'listPets', status: '400' }, value: 1 },
      { name: 'vivarium_requests_total', labels: { operation: 'getPet', status: '404' }, value: 1 },
      { name: 'vivarium_requests_total', labels: { operation: '', status: '404' }, value: 1 },
    ]),
  );
  expect(value('vivarium_request_duration_seconds_count')).toBe(7);
  expect(value('vivarium_violations_total', { side: 'request' })).toBe(1);
  expect(value('vivarium_violations_total', { side: 'response' })).toBe(0);
});

test('every family has its help and its type', async () => {
  const { types } = await read(await startForTest());
  expect(Object.fromEntries(types)).toEqual({
    vivarium_requests_total: 'counter',
    vivarium_request_duration_seconds: 'histogram',
    vivarium_faults_total: 'counter',
    vivarium_violations_total: 'counter',
    vivarium_worlds: 'gauge',
    vivarium_items: 'gauge',
    vivarium_journal_entries: 'gauge',
    vivarium_journal_bytes: 'gauge',
    vivarium_journal_dropped_total: 'counter',
    vivarium_event_streams: 'gauge',
  });
});

test('worlds, items and journals have their present numbers', async () => {
  const server = await startForTest({ journal: 2 });
  await server.api('PUT', '/worlds/a', { scenario: 'empty' });
  for (let at = 0; at < 3; at++) await server.call('POST', '/~a/v1/pets', { name: 'Maple', categoryId: 3 });
  await server.call('GET', '/v1/pets');
  const full = await read(server);
  expect(full.value('vivarium_worlds')).toBe(2);
  expect(full.value('vivarium_items')).toBe(27);
  expect(full.value('vivarium_journal_entries')).toBe(3);
  expect(full.value('vivarium_journal_bytes')).toBeGreaterThan(1000);
  expect(full.value('vivarium_journal_dropped_total')).toBe(1);
  expect(full.value('vivarium_event_streams')).toBe(0);
  await server.api('DELETE', '/worlds/a');
  const { value } = await read(server);
  expect([value('vivarium_worlds'), value('vivarium_items'), value('vivarium_journal_entries')]).toEqual([1, 24, 1]);
  // Counters never decrease.
  expect(value('vivarium_requests_total', { operation: 'createPet', status: '201' })).toBe(3);
  expect(value('vivarium_journal_dropped_total')).toBe(1);
});

test('they exist before the first request, need the token if there is one, and allow only GET', async () => {
  const server = await startForTest({ token: 'secret' }, '0.0.0.0');
  expect((await server.send('GET', '/_vivarium/metrics')).status).toBe(401);
  const headers = { authorization: 'Bearer secret' };
  expect((await server.send('GET', '/_vivarium/metrics', { headers })).text).toContain('vivarium_worlds 1\n');
  expect(await server.send('HEAD', '/_vivarium/metrics', { headers })).toMatchObject({ status: 200, text: '' });
  expect((await server.send('POST', '/_vivarium/metrics', { headers })).status).toBe(405);
  expect((await server.send('GET', '/_vivarium/metrics?x=1', { headers })).status).toBe(400);
});
