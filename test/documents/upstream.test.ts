/** Two services of the same document, one behind the other: they do not differ, and a recording answers as what it recorded. */
import { expect, onTestFinished, test } from 'vitest';
import { isJsonObject, type Json, parseJson } from '../../src/core/primitives/json.ts';
import { createVivarium, type VivariumOptions, type VivariumWorld } from '../../src/index.ts';
import { type CallResult, createClient, type Send, type VerifyRequest } from '../../src/parts/verify/requests.ts';
import { compareService } from '../../src/parts/verify/verify.ts';
import { chosenFileNames, drivenOf, pathOf } from './sources.ts';
import { serviceOf } from './support/live-documents.ts';

const open = async (options: VivariumOptions) => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  return vivarium;
};

const compare = async (name: string) => {
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
  const read = new Map<string, { readonly request: VerifyRequest; readonly answer: CallResult }>();
  /** What it recorded before the first write, which the upstream does not forget. */
  let recording: ReturnType<VivariumWorld['save']> | undefined;
  const send: Send = async (request) => {
    const { path, query, operation } = request;
    if (operation.method !== 'GET') recording ??= world.save();
    const answer = await client(request);
    if (recording === undefined && answer.type === 'response' && answer.status === 200)
      read.set(`${path}?${query.join('&')}`, { request, answer });
    return answer;
  };
  await compareService(service, {
    drift: async () => world.drift(),
    send,
    seed: 1,
    now: Date.now(),
    isReadOnly: false,
    // The documents of this project are about all kinds of services; others only have other operations.
    only: drivenOf(service.operations, name.startsWith('own/') ? 2 : 1),
  });
  return { document, drift: world.drift(), read, recording: recording ?? world.save(), clientOf };
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

/** With what is not recorded. */
const unrecorded = new Map([
  ['own/depot.yaml', 'a property of a list beside its items and its page'],
  ['own/gateway.yaml', 'JSON lines'],
  ['own/helpdesk.yaml', 'a property of a list beside its items and its page'],
]);
const isRecordable = (name: string): boolean => name.startsWith('own/') && !unrecorded.has(name);

test.each(chosenFileNames)(
  'two services of %s have no differences, and a recording answers as they did',
  { timeout: 900_000 },
  async (name) => {
    const { document, drift, read, recording, clientOf } = await compare(name);
    expect(drift).toEqual([]);
    if (!isRecordable(name)) return;
    const recorded = clientOf((await open({ document, seed: 9, scenario: recording })).world());
    expect(read.size).toBeGreaterThan(0);
    for (const [target, { request, answer }] of read)
      expect([target, comparable(await recorded(request))]).toEqual([target, comparable(answer)]);
  },
);
