/** How problems of many responses become a few findings. */
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import { LostOperation, Recorder } from '../../../src/parts/verify/recorder.ts';
import type { VerifyRequest } from '../../../src/parts/verify/requests.ts';
import { operationOf, readyServiceOf } from '../../openapi/documents.ts';
import { operation, text } from '../../short-document.ts';
import { type Answer, toResult } from './small-services.ts';

const paths = { '/a': { get: { operationId: 'a', ...operation(text, { security: [{ key: [] }] }) } } };
const components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } };
const listed = operationOf(await readyServiceOf(paths, { components }), 'a');

/** Records calls with these answers. A body is what the judge says. */
const record = async (
  calls: readonly (readonly [label: string, answer: Answer, request?: Partial<VerifyRequest>])[],
  isJudged = true,
) => {
  const answers = calls.map(([, answer]) => toResult(answer));
  const send = async () => answers.shift() as (typeof answers)[number];
  const recorder = new Recorder(
    listed,
    send,
    isJudged ? (_operation, response) => ({ violations: [JSON.parse(response.text)] }) : undefined,
  );
  const exchanges = [];
  for (const [label, , given] of calls)
    exchanges.push(
      await recorder.call(label, 'success', { operation: listed, credential: 'valid', ...given } as VerifyRequest),
    );
  const { findings, statuses } = recorder.result(undefined);
  return {
    ...{ recorder, exchanges, statuses: [...statuses] },
    findings: findings.map(({ label, message, count, status }) => [label, message, count, status]),
  };
};

test('a violation is one finding, however many responses and items have it', async () => {
  const { findings, statuses } = await record([
    ['one', [200, 'body[1]: bad']],
    ['two', [200, 'body[23]: bad']],
    ['three', [200, 'body[1]: worse']],
    ['one', [302, '']],
    ['two', [302, '']],
    ['one', 'late'],
  ]);
  expect(findings).toEqual([
    ['one', 'body[1]: bad', 2, 200],
    ['three', 'body[1]: worse', 1, 200],
    ['one', 'status 302 is not documented', 1, 302],
    ['two', 'status 302 is not documented', 1, 302],
    ['one', 'there was no complete response: late', 1, undefined],
  ]);
  expect(statuses).toEqual([
    ['200', 3],
    ['302', 2],
    ['none', 1],
  ]);
});

test('what is wrong with the valid request is not repeated for the others, and lost responses are one finding', async () => {
  const { findings } = await record([
    ['as a valid request', [302, '']],
    ['two', [302, '']],
    ['three', 'late'],
    ['four', 'broken'],
  ]);
  expect(findings).toEqual([
    ['as a valid request', 'status 302 is not documented', 2, 302],
    ['three', 'there was no complete response: late', 2, undefined],
  ]);
});

test('an operation is given up after three lost responses in succession', async () => {
  const lost = (count: number) => Array.from({ length: count }, () => ['x', 'late'] as const);
  await expect(record([...lost(2), ['x', [200, '']], ...lost(2)])).resolves.toBeDefined();
  await expect(record(lost(3))).rejects.toThrow(LostOperation);
});

test('calls with a valid credential are counted where one is required', async () => {
  const open: Operation = { ...listed, security: [] };
  const { recorder } = await record([
    ...([200, 404, 401, 403] as const).map((status) => ['x', [status, '']] as const),
    ['x', [401, ''], { credential: 'wrong' }],
    ['x', [200, ''], { operation: open }],
    ['x', 'late'],
  ]);
  expect(recorder.credentials).toEqual({ accepted: 2, rejected: 2 });
});

test('only a success has a body, and nothing is judged without a judge or of another operation', async () => {
  const calls = [
    ['x', [200, 'a']],
    ['x', [299]],
    ['x', [302, 'a']],
  ] as const;
  const { exchanges, findings, statuses } = await record(calls, false);
  expect(exchanges.map(({ body }) => body)).toEqual(['a', undefined, undefined]);
  expect([findings, statuses]).toEqual([[], []]);
  const other = await record([['x', [500], { operation: { ...listed } }]]);
  expect([other.findings, other.statuses]).toEqual([[], []]);
});
