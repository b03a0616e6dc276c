/** Verifies a real service: exercises its operations, and lets Prism judge each response. */

import { printReport } from '../../../cli/terminal/print-report.ts';
import { clearProgress, showProgress } from '../../../cli/terminal/progress.ts';
import { baseUrlOf } from '../../../core/service/route.ts';
import { loadServices } from '../../../simulation/load-services.ts';
import { Clock } from '../../../world/clock.ts';
import { createJudge } from '../prism.ts';
import { createRedactSecrets } from '../requests/credentials.ts';
import { toCurl } from '../requests/verified-request.ts';
import { createClient } from '../requests/verify-client.ts';
import { verifyService, whyUnjudged } from '../verify.ts';
import { createVerifyReport } from '../verify-report.ts';
import { chooseDocument, readExercise, readOperations, type VerifyFlags } from './read-flags.ts';

/** `document`: a file or a URL; undefined: the document that `serve` would load. Returns the exit code. */
export const verify = async (address: string, document: string | undefined, flags: VerifyFlags): Promise<number> => {
  const { url, timeoutMs, rate, credentials, files, isReadOnly } = readExercise(address, flags);
  const { services, options } = await chooseDocument('verify', document, flags);
  const { service } = await loadServices(services);
  const only = readOperations(flags, service);
  const judge = await createJudge(service);
  await service.ready();
  const baseUrl = baseUrlOf(url, service);
  const result = await verifyService(service, {
    send: createClient({ baseUrl, credentials, timeoutMs, rate }),
    judge,
    seed: options.seed ?? 1,
    now: new Clock({ at: undefined, frozen: false }).now(),
    isReadOnly,
    only,
    onProgress: (done, total, operation) => showProgress(`${done + 1}/${total} ${operation}`),
  });
  clearProgress();
  const unjudged = whyUnjudged(result, credentials);
  const report = createVerifyReport(result, {
    title: service.title,
    url: baseUrl,
    unjudged,
    toCurl: (request) => toCurl(baseUrl, request, credentials),
    redact: createRedactSecrets(credentials),
  });
  return printReport(report, { files, annotations: process.stdout, isJudged: unjudged === undefined });
};
