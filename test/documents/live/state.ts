/**
 * The engine keeps the state that it claims: every collection that it finds in the public documents is tested with all of
 * its operations. Operations without a binding are not tested.
 */
import { expect } from 'vitest';
import { type Finding, type Life, liveAll, problemsOf, type Step, withoutExceptions } from '../support/life.ts';
import type { LiveDocument } from '../support/live-documents.ts';
import { report } from '../support/table.ts';

const steps: readonly Step[] = ['create', 'read', 'list', 'update', 'replace', 'act', 'delete', 'gone', 'page'];

const lives: Life[] = [];

/** `ok`, `FAILS`, or a dash where the document has no operation for it. */
const cell = (findings: readonly Finding[], step: Step): string => {
  const own = findings.filter((one) => one.step === step);
  return own.length === 0 ? '-' : own.some(({ problem }) => problem !== undefined) ? 'FAILS' : 'ok';
};

export const reportState = (): void => {
  const rows = lives.map(({ document, collection, findings }) => [
    document,
    collection,
    ...steps.map((step) => cell(findings, step)),
  ]);
  report('documents-state', ['document', 'collection', ...steps], rows, lives.flatMap(problemsOf));
};

export const expectState = async (live: LiveDocument): Promise<void> => {
  const own = await liveAll(live);
  lives.push(...own);
  expect(own.map(withoutExceptions).flatMap(problemsOf)).toEqual([]);
};
