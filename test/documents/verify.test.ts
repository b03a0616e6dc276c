/** `vivarium verify` raises no alarm against Vivarium: it serves what the document describes, and Prism judges it. */
import { afterAll, expect, test } from 'vitest';
import { createJudge } from '../../src/verify/prism.ts';
import { createClient } from '../../src/verify/requests/client.ts';
import { verifyService } from '../../src/verify/verify.ts';
import { isExcepted } from './exceptions.ts';
import { drivenOf, fileNames } from './sources.ts';
import { type LiveDocument, serviceOf, withDocument } from './support/live-documents.ts';
import { report } from './support/table.ts';

interface Finding {
  readonly document: string;
  readonly operation: string;
  readonly kind: 'verify';
  readonly what: string;
}

const verify = async ({ url, vivarium }: LiveDocument) => {
  const service = serviceOf(vivarium);
  return verifyService(service, {
    send: createClient({
      baseUrl: url,
      credentials: { key: undefined, headers: [] },
      timeoutMs: 60_000,
      rate: undefined,
      fetch: vivarium.world().fetch,
    }),
    judge: await createJudge(service),
    seed: 1,
    now: Date.now(),
    isReadOnly: false,
    only: drivenOf(service.operations),
  });
};

const rows: (readonly (string | number)[])[] = [];
const all: string[] = [];

afterAll(() => report('documents-verify', ['document', 'operations', 'requests', 'findings'], rows, all));

/** Documents that Prism can judge. All of them take minutes: a plain run has the small ones of this project. */
const isSelected = (name: string): boolean => process.env.DOCUMENTS !== undefined || name.startsWith('own/');
const judged = fileNames
  .filter(isSelected)
  .filter((name) => !isExcepted({ document: name, operation: '*', kind: 'prism: document' }));

test.each(judged)('no response to a client of %s is a finding', { timeout: 600_000 }, async (name) => {
  const { operations } = await withDocument(name, verify);
  const findings = operations.flatMap(({ operation, findings: found }) =>
    found.map(
      ({ label, message, status }): Finding => ({
        document: name,
        operation: operation.name,
        kind: 'verify',
        what: `${label}: ${status}: ${message}`,
      }),
    ),
  );
  const requests = operations.reduce((sum, { statuses }) => sum + [...statuses.values()].reduce((a, b) => a + b, 0), 0);
  rows.push([name, operations.length, requests, findings.length]);
  const texts = findings
    .filter((finding) => !isExcepted(finding))
    .map(({ document, operation, what }) => `${document}: ${operation}: ${what}`);
  all.push(...texts);
  expect(texts).toEqual([]);
});
