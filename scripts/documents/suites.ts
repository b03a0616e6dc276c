/**
 * `npm run suites`: what the generated test suite of an SDK does, for each document of the tests. Every operation is called with an id
 * that the suite invents and a bearer token with spaces, with what is required and with all that is optional, and a success is expected. Sent to
 * this server with `--stateless` and to Prism, side by side. `npm run suites -- shared/` takes the documents whose names contain the text.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { createVivarium } from '../../src/index.ts';
import { allFileNames, pathOf } from '../../test/documents/sources.ts';
import { type Reply, sendBy } from '../../test/documents/support/client.ts';
import { createJudge } from '../../test/documents/support/judge.ts';
import { noScenarios } from '../../test/documents/support/live-documents.ts';
import { documentedAs, readRawDocument, successesOf } from '../../test/documents/support/raw-document.ts';
import { type BuiltRequest, createRequestBuilder } from '../../test/documents/support/requests.ts';
import { report } from '../../test/documents/support/table.ts';

interface Measured {
  readonly calls: number;
  /** Calls that got a success. */
  readonly own: number;
  /** Those of them with a documented status and a body that its schema allows. */
  readonly valid: number;
  /** Undefined if Prism cannot load the document. */
  readonly prism: number | undefined;
  /** What Prism answers and this server does not, or not as documented. */
  readonly findings: readonly string[];
}

type Server = { readonly url: string; readonly close: () => Promise<void> };

const startOwn = async (name: string): Promise<Server> => {
  const vivarium = await createVivarium({ document: pathOf(name), scenarios: noScenarios(), stateless: true, seed: 1 });
  const { serviceUrl } = await vivarium.listen({ port: 0 });
  return { url: serviceUrl, close: () => vivarium.close() };
};

const startPrism = async (name: string): Promise<Server | undefined> => {
  try {
    const prism = createServer(await getHttpOperationsFromSpec(pathOf(name)), {
      cors: false,
      components: { logger: createLogger('prism', { level: 'silent' }) },
      config: {
        ...{ isProxy: false, errors: false, validateRequest: true, validateResponse: false, checkSecurity: true },
        upstreamProxy: undefined,
        mock: { dynamic: false },
      },
    });
    return { url: await prism.listen(0, '127.0.0.1'), close: () => prism.close() };
  } catch {
    return undefined;
  }
};

/** An SDK gives up after a minute. */
const waitMs = 60_000;

/** Ends the present call without a response. */
let lose: () => void = () => undefined;

const call = async ({ url }: Server, built: BuiltRequest): Promise<Reply | undefined> => {
  const send = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    fetch(input, { ...init, redirect: 'manual', signal: AbortSignal.timeout(waitMs) });
  const lost = new Promise<undefined>((resolve) => {
    lose = () => resolve(undefined);
  });
  return Promise.race([sendBy(send, url, built).catch(() => undefined), lost]);
};

/** A redirect that is documented is a success too. */
const succeeds = (reply: Reply | undefined): boolean =>
  reply !== undefined && reply.status >= 200 && reply.status < 400;

const withSpaces = (built: BuiltRequest): BuiltRequest =>
  built.headers.authorization?.startsWith('Bearer ')
    ? { ...built, headers: { ...built.headers, authorization: 'Bearer My API Key' } }
    : built;

const measure = async (name: string): Promise<Measured> => {
  const document = readRawDocument(name);
  const judge = createJudge(document);
  const builder = createRequestBuilder(document, judge);
  const [own, prism] = [await startOwn(name), await startPrism(name)];
  const counts = { calls: 0, own: 0, valid: 0, prism: 0 };
  const findings: string[] = [];
  for (const operation of document.operations) {
    if (successesOf(operation).length === 0) continue;
    const requests = [false, true]
      .filter((isWhole) => builder.problemsOf(operation, isWhole).length === 0)
      .map((isWhole) => withSpaces(builder.build(operation, { known: new Map(), isWhole })));
    const different = new Map(requests.map((built) => [JSON.stringify(built), built]));
    for (const built of different.values()) {
      counts.calls++;
      const mine = await call(own, built);
      const theirs = prism && (await call(prism, built));
      const problems =
        mine === undefined
          ? ['no response']
          : !succeeds(mine)
            ? [mine.text.slice(0, 200)]
            : documentedAs(operation, mine.status) === undefined
              ? ['the status is not documented']
              : judge.judgeAnswer(operation, mine);
      if (succeeds(mine)) counts.own++;
      if (problems.length === 0) counts.valid++;
      if (succeeds(theirs)) counts.prism++;
      if (problems.length > 0)
        findings.push(
          `${name}: ${built.method} ${built.path}: ${mine?.status} (Prism ${theirs?.status}): ${problems.slice(0, 2).join('; ')}`,
        );
    }
  }
  await own.close();
  await prism?.close();
  return { ...counts, prism: prism && counts.prism, findings };
};

const [flag = '', only] = process.argv.slice(2);
if (flag === '--one' && only !== undefined) {
  // Prism throws where nothing catches: such a request gets no response.
  process.on('uncaughtException', () => lose());
  process.stdout.write(JSON.stringify(await measure(only)));
  // Prism may keep connections open.
  process.exit();
}
const rows: (readonly (string | number)[])[] = [];
const all: Measured[] = [];
for (const name of allFileNames.filter((file) => file.includes(flag))) {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), '--one', name], {
    maxBuffer: 2 ** 26,
  });
  const found = JSON.parse(stdout) as Measured;
  all.push(found);
  rows.push([name, found.calls, found.own, found.valid, found.prism ?? '-']);
}
const sum = (list: readonly Measured[], key: 'calls' | 'own' | 'valid' | 'prism'): number =>
  list.reduce((total, found) => total + (found[key] ?? 0), 0);
const loaded = all.filter(({ prism }) => prism !== undefined);
rows.push(
  ['all that Prism loads', ...(['calls', 'own', 'valid', 'prism'] as const).map((key) => sum(loaded, key))],
  ['all', ...(['calls', 'own', 'valid', 'prism'] as const).map((key) => sum(all, key))],
);
report(
  'suites',
  ['document', 'calls', 'successes', 'valid', 'of Prism'],
  rows,
  all.flatMap(({ findings }) => findings),
);
