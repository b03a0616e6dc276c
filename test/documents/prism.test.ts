/** Prism as the second judge over the public documents: it accepts every response to a valid request. */
import { afterAll, expect, test } from 'vitest';
import { readObjections, startPrism } from '../contract/prism.ts';
import { isExcepted } from './exceptions.ts';
import { fileNames } from './sources.ts';
import { sendTo, textsOf } from './support/client.ts';
import { type LiveDocument, timeoutMs, withDocument } from './support/live-documents.ts';
import {
  at,
  isObject,
  type Raw,
  type RawDocument,
  type RawOperation,
  readRawDocument,
} from './support/raw-document.ts';
import { report } from './support/table.ts';

interface Finding {
  readonly document: string;
  readonly operation: string;
  readonly kind: 'prism';
  readonly status: number;
  readonly what: string;
}

/** Prism does not load a document with a broken reference; it is replaced by an empty schema. */
const withoutBrokenReferences = ({ raw }: RawDocument): object => {
  const mend = (value: Raw): Raw => {
    if (Array.isArray(value)) return value.map(mend);
    if (!isObject(value)) return value;
    if (typeof value.$ref === 'string' && value.$ref.startsWith('#') && at(raw, value.$ref) === undefined) return {};
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mend(member)]));
  };
  return mend(raw) as object;
};

const judgeOperation = async (live: LiveDocument, prismUrl: string, operation: RawOperation): Promise<Finding[]> => {
  const world = `prism-${live.document.operations.indexOf(operation)}`;
  const known = textsOf(await live.clientOf(world).findIds(operation.path));
  const reply = await sendTo(prismUrl, live.builder.build(operation, { known, isWhole: false }), world);
  return (
    readObjections(reply.headers.get('sl-violations'))
      // The status is judged by the sweep, which knows the expected one.
      .filter(({ location }) => location[0] === 'response' && location.length > 1)
      .map(({ location, message }) => ({
        document: live.document.name,
        operation: operation.name,
        kind: 'prism',
        status: reply.status,
        what: `${location.join('.')} ${message}`,
      }))
  );
};

const sweep = async (live: LiveDocument): Promise<readonly Finding[]> => {
  const prism = await startPrism(withoutBrokenReferences(live.document), live.url);
  try {
    const findings: Finding[] = [];
    for (const operation of live.document.operations)
      findings.push(...(await judgeOperation(live, prism.url, operation)));
    return findings;
  } finally {
    await prism.close();
  }
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
