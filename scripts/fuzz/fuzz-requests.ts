/** Sends changed requests to running servers. Each must keep serving, without an internal error. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parse } from 'yaml';
import { type ChildServer, startChildServer } from '../child-server/child-server.ts';
import { type Chance, randomSequence } from '../child-server/random.ts';
import { type Finding, type FuzzResult, keepInput } from './finding.ts';
import { pickFrom } from './mutate.ts';
import { mutateRequest, type RequestParts } from './request-bytes.ts';
import { controlRequests, otherBodies, readSamples } from './request-corpus.ts';

const ownDocuments = 'test/documents/own';
/** Undefined: the shipped example. */
const documents = [undefined, ...readdirSync(ownDocuments).map((file) => `${ownDocuments}/${file}`)];

/** Without credentials, which few changed requests would have. */
const openDocument = (file: string): object => {
  const document = parse(readFileSync(file, 'utf8'));
  delete document.security;
  for (const item of Object.values<Record<string, { security?: unknown } | undefined>>(document.paths))
    for (const operation of Object.values(item)) delete operation?.security;
  return document;
};

/** In flight at a time. */
const batchSize = 20;
const batchesPerServer = 100;
/** A response that a fault holds is not waited for. */
const patienceMs = 1500;
/** Of the event loop, on a busy machine. */
const maxDelayMs = 5000;
const maxWorlds = 50;

/** Sends the bytes, and resolves with the beginning of the response when the connection has ended or nothing comes for long. */
const exchange = (port: number, bytes: Uint8Array): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      if (received.length < 20_000) received += chunk.toString('latin1');
    });
    socket.once('close', () => resolve(received));
    socket.end(bytes);
  });

/** Null if everything is as it should be. */
const problemOf = async (server: ChildServer, answers: readonly string[]): Promise<string | null> => {
  // Answered in order: all failures until now are known afterwards.
  const usage = await server.measure().catch(() => undefined);
  if (server.failures.length > 0) return server.failures.join('\n');
  if (usage === undefined) return 'the server does not respond';
  if (usage.delayMaxMs > maxDelayMs) return `the event loop stood still for ${Math.round(usage.delayMaxMs)} ms`;
  const broken = answers.find((answer) => answer !== '' && !/^HTTP\/1\.1 [1-5]\d\d /.test(answer));
  if (broken !== undefined && !broken.startsWith('\x81')) return `not a response: ${broken.slice(0, 200)}`;
  const leaking = answers.find((answer) => /\n {4}at |node_modules|\/src\/\w+\/[\w-]+\.ts/.test(answer));
  if (leaking !== undefined) return `a response shows the code: ${leaking.slice(0, 500)}`;
  const health = await fetch(`${server.url}/_vivarium/api/health`, { signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  return health?.status === 200 ? null : 'the server does not report its health';
};

const start = (document: string | undefined): Promise<ChildServer> =>
  startChildServer(
    { ...(document !== undefined && { document: openDocument(document) }), journal: 50, maxWorlds, scenario: {} },
    { isQuiet: true },
  );

/** The control API accepts its own host only. */
const forPort = (bytes: Uint8Array, port: number): Buffer =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`),
    'latin1',
  );

/** The world of the control calls. */
const openWorld = async (url: string): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/_vivarium/api/worlds/fuzz`, { method: 'PUT', headers, body: '{}' });
};

const corpusFor = async (chance: Chance, url: string): Promise<readonly RequestParts[]> => {
  const samples = await readSamples(url);
  const withBodies = samples.filter((parts) => 'json' in parts || 'body' in parts);
  const others = withBodies.flatMap(({ line, headers }) =>
    otherBodies.map(
      ([type, text]): RequestParts => ({
        line,
        headers: [...headers.filter((one) => !/^content-type:/i.test(one)), `Content-Type: ${type}`],
        body: Buffer.from(text),
      }),
    ),
  );
  // As many of each kind, whatever the size of the document.
  const some = <Value>(values: readonly Value[]): readonly Value[] =>
    values.length === 0 ? [] : Array.from({ length: 40 }, () => pickFrom(chance, values));
  return [...some(samples), ...some(withBodies), ...some(others), ...some(controlRequests)];
};

/** Finds the request of a batch, by sending each to a server of its own. */
const findCulprit = async (
  document: string | undefined,
  batch: readonly Uint8Array[],
): Promise<Uint8Array | undefined> => {
  for (const bytes of batch) {
    const server = await start(document);
    await openWorld(server.url);
    const problem = await problemOf(server, [await exchange(server.port, forPort(bytes, server.port))]);
    await server.stop();
    if (problem !== null) return bytes;
  }
  return undefined;
};

export const fuzzRequests = async (seed: number, isOver: () => boolean): Promise<FuzzResult> => {
  const findings: Finding[] = [];
  const outcomes: Record<string, number> = {};
  let count = 0;
  for (let round = 0; !isOver() && findings.length < 5; round++) {
    const chance = randomSequence(seed, round);
    const document = documents[(round + seed) % documents.length];
    const server = await start(document);
    await openWorld(server.url);
    const corpus = await corpusFor(chance, server.url);
    for (let batches = 0; batches < batchesPerServer && !isOver(); batches++) {
      const batch = Array.from({ length: batchSize }, () =>
        mutateRequest(chance, pickFrom(chance, corpus), `127.0.0.1:${server.port}`),
      );
      const answers = await Promise.all(batch.map((bytes) => exchange(server.port, bytes)));
      count += batch.length;
      for (const answer of answers) {
        const outcome = /^HTTP\/1\.1 (\d\d\d)/.exec(answer)?.[1] ?? 'nothing';
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      const problem = await problemOf(server, answers);
      if (problem === null) continue;
      const culprit = await findCulprit(document, batch);
      const name = `request-${seed}-${round}-${batches}`;
      const file = keepInput(name, culprit ?? Buffer.concat(batch));
      const where = culprit === undefined ? 'several requests together' : 'one request';
      const again = document === undefined ? '' : ` --document ${document}`;
      findings.push({
        what: `${problem}\n  ${where}, for ${document ?? 'the shipped example'}`,
        command:
          culprit === undefined
            ? `npm run fuzz -- --only requests --seed ${seed}`
            : `npm run fuzz -- --replay ${file}${again}`,
      });
      break;
    }
    await server.stop();
  }
  return { count, outcomes, findings };
};

/** Sends one kept request, and prints the response and the problem. */
export const replayRequest = async (file: string, document: string | undefined): Promise<boolean> => {
  const bytes = readFileSync(file);
  const server = await start(document);
  await openWorld(server.url);
  const answer = await exchange(server.port, forPort(bytes, server.port));
  const problem = await problemOf(server, [answer]);
  await server.stop();
  console.log(`${bytes.toString('latin1')}\n---\n${answer}\n---\n${problem ?? 'no problem'}`);
  return problem === null;
};
