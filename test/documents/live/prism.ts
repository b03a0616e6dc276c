/** Prism as the second judge over the public documents: it accepts every response to a valid request. */
import { expect } from 'vitest';
import { responseFor } from '../../../src/core/service/operation.ts';
import { createJudge, type Judge } from '../../../src/parts/verify/prism.ts';
import { isExcepted } from '../exceptions.ts';
import { type LiveDocument, serviceOf } from '../support/live-documents.ts';
import { type OnReply, sweptOf } from '../support/sweep.ts';
import { report } from '../support/table.ts';

interface Finding {
  readonly document: string;
  readonly operation: string;
  readonly kind: 'prism';
  readonly status: number;
  readonly what: string;
}

export interface Objections {
  readonly judge: Judge;
  /** The responses to judge. */
  readonly onReply: OnReply;
  readonly expectNone: () => void;
}

const tell = ({ document, operation, status, what }: Finding): string =>
  `${document}: ${operation}: ${status}: ${what}`;

const rows: (readonly (string | number)[])[] = [];
const all: Finding[] = [];

export const reportPrism = (): void =>
  report('documents-prism', ['document', 'operations', 'no objection'], rows, all.map(tell));

export const canJudge = (name: string): boolean =>
  !isExcepted({ document: name, operation: '*', kind: 'prism: document' });

export const judgeByPrism = async ({ document, vivarium }: LiveDocument): Promise<Objections> => {
  const service = serviceOf(vivarium);
  // That of `vivarium verify`.
  const judge = await createJudge(service);
  const findings: Finding[] = [];
  const swept = sweptOf(document).length;
  let seen = 0;
  return {
    judge,
    onReply: ({ method, path, name: operation }, { status, headers, text }) => {
      seen++;
      const own = service.operations.find((one) => one.method === method && one.path === path);
      // The status is judged by the sweep, which knows the expected one.
      if (own === undefined || responseFor(own, status) === undefined) return;
      const response = { type: 'response', status, headers: Object.fromEntries(headers), text } as const;
      for (const what of judge(own, response).violations)
        findings.push({ document: document.name, operation, kind: 'prism', status, what });
    },
    expectNone: () => {
      expect(seen).toBeGreaterThanOrEqual(swept);
      all.push(...findings);
      rows.push([document.name, swept, swept - new Set(findings.map((one) => one.operation)).size]);
      expect(findings.filter((one) => !isExcepted(one)).map(tell)).toEqual([]);
    },
  };
};
