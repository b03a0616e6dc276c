/** Compares a real service with the simulation of its document, in a world of this process that forwards and compares. */

import { Output } from '../../../cli/terminal/output.ts';
import { printReport } from '../../../cli/terminal/print-report.ts';
import { clearProgress, showProgress } from '../../../cli/terminal/progress.ts';
import { baseUrlOf } from '../../../core/service/route.ts';
import { createSimulation } from '../../../simulation/simulation.ts';
import { createFetch, createPendingCalls, type Fetch } from '../../../world/fetch.ts';
import type { World } from '../../../world/world.ts';
import { createCompareReport } from '../compare-report.ts';
import { compareService } from '../compare-service.ts';
import { createRedactSecrets } from '../requests/credentials.ts';
import { toCurl } from '../requests/verified-request.ts';
import { createClient, UnsentRequest } from '../requests/verify-client.ts';
import { whyUnjudged } from '../verify.ts';
import { chooseDocument, readExercise, readOperations, type VerifyFlags } from './read-flags.ts';

/** `document`: a file or a URL; undefined: the document that `serve` would load. Returns the exit code. */
export const compare = async (address: string, document: string | undefined, flags: VerifyFlags): Promise<number> => {
  const { url, timeoutMs, rate, credentials, files, isReadOnly } = readExercise(address, flags);
  const { services, options, names } = await chooseDocument('compare', document, flags);
  const { seed = 1, maxWorlds, journal, maxBody, showCredentials, token } = options;
  const { worlds } = await createSimulation(
    {
      ...names,
      services,
      scenarios: options.scenarios,
      // From empty collections.
      scenario: {},
      fault: [],
      seed,
      upstreams: {
        urls: new Map([[services.list[0].name, url]]),
        forward: ['all'],
        record: true,
        compare: true,
        headers: new Map(),
        timeoutMs,
        allowedOrigins: [],
      },
    },
    { maxWorlds, journal, maxBody, showCredentials, token, logger: new Output().logger },
  );
  const { service } = worlds;
  const only = readOperations(flags, service);
  await worlds.ready();
  const world = worlds.get('default') as World;
  const fetch = createFetch(worlds, () => world, maxBody, createPendingCalls()(world.name));
  const baseUrl = baseUrlOf(url, service);
  const result = await compareService(service, {
    send: createClient({
      baseUrl: service.basePaths[0] ?? '',
      shownUrl: baseUrl,
      credentials,
      timeoutMs,
      rate,
      fetch: onlyForwarded(fetch, world),
    }),
    drift: async () => (await worlds.totals()).findings.drift,
    seed,
    now: world.clock.now(),
    isReadOnly,
    only,
    onProgress: (done, total, operation) => showProgress(`${done + 1}/${total} ${operation}`),
  });
  worlds.dismiss();
  clearProgress();
  const isCompared = result.operations.some((operation) => operation.unjudged === undefined);
  const unjudged = whyUnjudged(result, credentials) ?? (isCompared ? undefined : 'no operation could be compared');
  const report = createCompareReport(result, {
    title: service.title,
    url: baseUrl,
    unjudged,
    toCurl: (request) => toCurl(baseUrl, request, credentials),
    redact: createRedactSecrets(credentials),
  });
  return printReport(report, { files, annotations: process.stdout, isJudged: unjudged === undefined });
};

/** What the service does not answer rejects, as if nothing were in between: that includes a path which leaves the base path. */
const onlyForwarded =
  (fetch: Fetch, world: World): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.headers.get('vivarium-origin') === 'upstream') return response;
    const exchange = world.journal.find(Number(response.headers.get('vivarium-exchange')));
    const refused = exchange?.steps.find((step) => step.type === 'refused');
    const message = refused?.message ?? 'the request was not forwarded';
    throw refused?.unanswered ? new TypeError(message) : new UnsentRequest(message);
  };
