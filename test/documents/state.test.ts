/**
 * The engine keeps the state that it claims: every collection that it finds in the public documents is tested with all of
 * its operations. Operations without a binding are not tested.
 */
import { afterAll, expect, test } from 'vitest';
import { isExcepted } from './exceptions.ts';
import { fileNames } from './sources.ts';
import { type BoundOperations, type Finding, liveThrough, type Step } from './support/life.ts';
import { type LiveDocument, timeoutMs, withDocument } from './support/live-documents.ts';
import { report } from './support/table.ts';

const steps: readonly Step[] = ['create', 'read', 'list', 'update', 'replace', 'act', 'delete', 'gone', 'page'];

interface Life {
  readonly document: string;
  readonly collection: string;
  readonly findings: readonly Finding[];
}

const collectionsOf = ({ document, bindingOf }: LiveDocument): ReadonlyMap<string, BoundOperations> => {
  const bound = document.operations.flatMap((operation) => {
    const binding = bindingOf(operation);
    return binding === undefined ? [] : [{ operation, ...binding }];
  });
  return Map.groupBy(bound, ({ collection }) => collection);
};

const lives: Life[] = [];

const liveAll = async (live: LiveDocument): Promise<readonly Life[]> => {
  const own: Life[] = [];
  for (const [at, [collection, operations]] of [...collectionsOf(live)].entries()) {
    const findings = await liveThrough(live, live.clientOf(`state-${at}`), operations);
    own.push({ document: live.document.name, collection, findings });
  }
  return own;
};

const isFailed = ({ problem }: Finding): boolean => problem !== undefined;

/** `ok`, `FAILS`, or a dash where the document has no operation for it. */
const cell = (findings: readonly Finding[], step: Step): string => {
  const own = findings.filter((one) => one.step === step);
  return own.length === 0 ? '-' : own.some(isFailed) ? 'FAILS' : 'ok';
};

const tellProblems = ({ document, collection, findings }: Life): readonly string[] =>
  findings
    .filter(isFailed)
    .map(({ step, operation, problem }) => `${document}: ${collection}: ${step} (${operation}): ${problem}`);

const withoutExceptions = (life: Life): Life => ({
  ...life,
  findings: life.findings.filter(
    ({ step, operation }) => !isExcepted({ document: life.document, operation, kind: `state: ${step}` }),
  ),
});

afterAll(() => {
  const rows = lives.map(({ document, collection, findings }) => [
    document,
    collection,
    ...steps.map((step) => cell(findings, step)),
  ]);
  report('documents-state', ['document', 'collection', ...steps], rows, lives.flatMap(tellProblems));
});

test.each(fileNames)(
  'items of each collection of %s can be read, listed, changed and deleted',
  async (name) => {
    const own = await withDocument(name, liveAll);
    lives.push(...own);
    expect(own.map(withoutExceptions).flatMap(tellProblems)).toEqual([]);
  },
  timeoutMs,
);
