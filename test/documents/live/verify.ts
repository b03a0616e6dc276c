/** `vivarium verify` raises no alarm against Vivarium: it serves what the document describes, and Prism judges it. */
import { expect } from 'vitest';
import type { Judge } from '../../../src/parts/verify/prism.ts';
import { createClient } from '../../../src/parts/verify/requests.ts';
import { verifyService } from '../../../src/parts/verify/verify.ts';
import { isExcepted } from '../exceptions.ts';
import { chosenFileNames, drivenOf } from '../sources.ts';
import { type LiveDocument, serviceOf } from '../support/live-documents.ts';
import { report } from '../support/table.ts';

interface Finding {
  readonly document: string;
  readonly operation: string;
  readonly kind: 'verify';
  readonly what: string;
}

const rows: (readonly (string | number)[])[] = [];
const all: string[] = [];

export const reportVerify = (): void =>
  report('documents-verify', ['document', 'operations', 'requests', 'findings'], rows, all);

export const isVerified = (name: string): boolean => chosenFileNames.includes(name);

export const expectNoFindings = async ({ document, url, vivarium }: LiveDocument, judge: Judge): Promise<void> => {
  const service = serviceOf(vivarium);
  const { operations } = await verifyService(service, {
    send: createClient({
      baseUrl: url,
      credentials: { key: undefined, headers: [] },
      timeoutMs: 60_000,
      rate: undefined,
      fetch: vivarium.world('verify').fetch,
    }),
    judge,
    seed: 1,
    now: Date.now(),
    isReadOnly: false,
    only: drivenOf(service.operations, 2),
  });
  const findings = operations.flatMap(({ operation, findings: found }) =>
    found.map(
      ({ label, message, status }): Finding => ({
        document: document.name,
        operation: operation.name,
        kind: 'verify',
        what: `${label}: ${status}: ${message}`,
      }),
    ),
  );
  const requests = operations.reduce((sum, { statuses }) => sum + [...statuses.values()].reduce((a, b) => a + b, 0), 0);
  rows.push([document.name, operations.length, requests, findings.length]);
  const texts = findings
    .filter((finding) => !isExcepted(finding))
    .map(({ document: name, operation, what }) => `${name}: ${operation}: ${what}`);
  all.push(...texts);
  expect(texts).toEqual([]);
};
