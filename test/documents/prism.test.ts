/** Prism as the second judge over the public documents: it accepts every response to a valid request. */
import { afterAll, expect, test } from 'vitest';
import { responseFor } from '../../src/core/service/operation.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { createJudge, type Judge } from '../../src/verify/prism.ts';
import { isExcepted } from './exceptions.ts';
import { fileNames, pathOf } from './sources.ts';
import { textsOf } from './support/client.ts';
import { type LiveDocument, timeoutMs, withDocument } from './support/live-documents.ts';
import { type RawOperation, readRawDocument } from './support/raw-document.ts';
import { report } from './support/table.ts';

interface Finding {
  readonly document: string;
  readonly operation: string;
  readonly kind: 'prism';
  readonly status: number;
  readonly what: string;
}

/** The judge of `vivarium verify`, and the operations that it knows. */
const createJudgeFor = async (name: string) => {
  const service = compileService((await loadDocument(pathOf(name), [])).document);
  const judge: Judge = await createJudge(service);
  const operationOf = ({ method, path }: RawOperation) =>
    service.operations.find((operation) => operation.method === method && operation.path === path);
  return { judge, operationOf };
};

const sweep = async (live: LiveDocument): Promise<readonly Finding[]> => {
  const { judge, operationOf } = await createJudgeFor(live.document.name);
  const findings: Finding[] = [];
  for (const [index, raw] of live.document.operations.entries()) {
    const operation = operationOf(raw);
    if (operation === undefined) continue;
    const world = `prism-${index}`;
    const known = textsOf(await live.clientOf(world).findIds(raw));
    const { status, headers, text } = await live.sendTo(world)(live.builder.build(raw, { known, isWhole: false }));
    // The status is judged by the sweep, which knows the expected one.
    if (responseFor(operation, status) === undefined) continue;
    const response = { type: 'response', status, headers: Object.fromEntries(headers), text } as const;
    for (const what of judge(operation, response).violations)
      findings.push({ document: live.document.name, operation: raw.name, kind: 'prism', status, what });
  }
  return findings;
};

const tell = ({ document, operation, status, what }: Finding): string =>
  `${document}: ${operation}: ${status}: ${what}`;

const rows: (readonly (string | number)[])[] = [];
const all: Finding[] = [];

afterAll(() => report('documents-prism', ['document', 'operations', 'no objection'], rows, all.map(tell)));

/** Documents that Prism can judge. */
const judged = fileNames.filter((name) => !isExcepted({ document: name, operation: '*', kind: 'prism: document' }));

test.each(judged)(
  'Prism accepts every response of %s',
  async (name) => {
    const findings = await withDocument(name, sweep);
    all.push(...findings);
    const count = readRawDocument(name).operations.length;
    rows.push([name, count, count - new Set(findings.map(({ operation }) => operation)).size]);
    expect(findings.filter((one) => !isExcepted(one)).map(tell)).toEqual([]);
  },
  timeoutMs,
);
