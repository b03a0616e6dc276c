/** Two services of the same document, one behind the other: they do not differ, and a recording answers as what it recorded. */
import { expect, onTestFinished, test } from 'vitest';
import { isJsonObject, type Json, parseJson } from '../../src/core/primitives/json.ts';
import { createVivarium, type VivariumOptions, type VivariumWorld } from '../../src/index.ts';
import { compareService } from '../../src/verify/compare-service.ts';
import { type CallResult, createClient, type Send } from '../../src/verify/requests/client.ts';
import type { VerifyRequest } from '../../src/verify/requests/request.ts';
import { drivenOf, fileNames, pathOf } from './sources.ts';
import { serviceOf } from './support/live-documents.ts';

const open = async (options: VivariumOptions) => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  return vivarium;
};

const compare = async (name: string, isReadOnly: boolean) => {
  const document = pathOf(name);
  const { url: upstream } = await (await open({ document, seed: 7 })).listen({ port: 0 });
  const vivarium = await open({ document, seed: 8, scenario: {}, upstream, compare: true });
  const world = vivarium.world();
  const service = serviceOf(vivarium);
  const clientOf = ({ fetch }: VivariumWorld): Send =>
    createClient({
      baseUrl: service.basePaths[0] ?? '',
      credentials: { key: undefined, headers: [] },
      timeoutMs: 60_000,
      rate: undefined,
      fetch,
    });
  const client = clientOf(world);
  const read = new Map<string, VerifyRequest>();
  const send: Send = async (request) => {
    const answer = await client(request);
    const { path, query, operation } = request;
    if (operation.method === 'GET' && answer.type === 'response' && answer.status === 200)
      read.set(`${path}?${query.join('&')}`, request);
    return answer;
  };
  await compareService(service, {
    drift: async () => world.drift(),
    send,
    seed: 1,
    now: Date.now(),
    isReadOnly,
    // The documents of this project are about all kinds of services; others only have other operations.
    only: drivenOf(service.operations, name.startsWith('own/') ? 4 : 2),
  });
  return { document, world, read, client, clientOf };
};

/** Secrets are never recorded, and links name the server that responds. */
const comparable = (answer: CallResult): Json => {
  if (answer.type === 'failed') return answer.reason;
  const parsed = parseJson(answer.text.replaceAll(/http:\/\/(?:127\.0\.0\.1:\d+|vivarium\.test)/g, ''));
  return [answer.status, parsed.ok ? withoutSecrets(parsed.value) : answer.text];
};

const withoutSecrets = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  const shown = Object.keys(value).filter((name) => !/token|secret|password|key/i.test(name));
  return Object.fromEntries(shown.map((name) => [name, withoutSecrets(value[name] as Json)]));
};

/** All of them take an hour: a plain run has the small ones of this project. */
const names = fileNames.filter((name) => process.env.DOCUMENTS !== undefined || name.startsWith('own/'));

test.each(names)('two services of %s have no differences', { timeout: 900_000 }, async (name) => {
  const { world } = await compare(name, false);
  expect(world.drift()).toEqual([]);
});

/** With what is not recorded. */
const unrecorded = new Map([
  ['own/depot.yaml', 'a property of a list beside its items and its page'],
  ['own/gateway.yaml', 'JSON lines'],
  ['own/helpdesk.yaml', 'a property of a list beside its items and its page'],
]);
const recordable = names.filter((name) => name.startsWith('own/') && !unrecorded.has(name));

test.each(recordable)('a recording of %s answers the same requests the same', { timeout: 900_000 }, async (name) => {
  const { document, world, read, client, clientOf } = await compare(name, true);
  const recorded = clientOf((await open({ document, seed: 9, scenario: world.save() })).world());
  expect(read.size).toBeGreaterThan(0);
  for (const [target, request] of read)
    expect([target, comparable(await recorded(request))]).toEqual([target, comparable(await client(request))]);
});
