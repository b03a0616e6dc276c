/**
 * Every operation of the public documents gets valid requests, in process. Each response must be a documented
 * success with a valid body.
 */
import { expect } from 'vitest';
import { type Exception, exceptions, isExcepted } from '../exceptions.ts';
import { fileNames } from '../sources.ts';
import type { LiveDocument } from '../support/live-documents.ts';
import { readRawDocument } from '../support/raw-document.ts';
import { type OnReply, type SweepFinding, sweep, sweptOf } from '../support/sweep.ts';
import { report } from '../support/table.ts';

const tell = ({ document, request, kind, what }: SweepFinding): string => `${document}: ${request}: ${kind}: ${what}`;

const isOfThisTest = ({ kinds }: Exception): boolean => kinds.includes('status') || kinds.includes('body');

const rows: (readonly (string | number)[])[] = [];
const all: SweepFinding[] = [];

export const reportSweep = (): void => {
  const unused = exceptions
    .filter(isOfThisTest)
    .flatMap(({ document, operations }) => operations.map((operation) => ({ document, operation })))
    .filter((one) => !all.some(({ document, operation }) => document === one.document && operation === one.operation))
    .map(({ document, operation }) => `${document}: ${operation}: is excepted, and nothing is found`);
  const header = ['document', 'operations', 'documented success', 'unknown id', 'valid body'];
  report('documents-sweep', header, rows, [...all.map(tell), ...unused]);
};

/** `onReply` may judge the responses too. */
export const expectSuccesses = async (live: LiveDocument, onReply?: OnReply): Promise<void> => {
  const findings = await sweep(live, onReply);
  const { name } = live.document;
  const count = sweptOf(live.document).length;
  all.push(...findings);
  const operationsWith = (...kinds: readonly string[]): number =>
    new Set(findings.filter(({ kind }) => kinds.includes(kind)).map(({ operation }) => operation)).size;
  rows.push([
    name,
    count,
    count - operationsWith('status', 'unknown'),
    operationsWith('unknown'),
    count - operationsWith('body'),
  ]);
  expect(findings.filter((one) => one.kind !== 'unknown' && !isExcepted(one)).map(tell)).toEqual([]);
};

export const expectFewExceptions = (): void => {
  const excepted = exceptions.filter(isOfThisTest).flatMap(({ operations }) => operations);
  const count = fileNames.flatMap((name) => readRawDocument(name).operations).length;
  expect(excepted.length).toBeLessThan(count * 0.02);
};
