/** `verifyService` against a service of a few lines. */
import type { Json } from '../../../src/core/primitives/json.ts';
import type { Judge } from '../../../src/parts/verify/prism.ts';
import type { CallResult, VerifyRequest } from '../../../src/parts/verify/requests.ts';
import { type VerifyOptions, verifyService } from '../../../src/parts/verify/verify.ts';
import { type Parts, readyServiceOf } from '../../openapi/documents.ts';

export type Answer = readonly [status: number, body?: unknown] | string;

export const toResult = (answer: Answer): CallResult =>
  typeof answer === 'string'
    ? { type: 'failed', reason: answer }
    : {
        ...{ type: 'response', status: answer[0], headers: {} },
        text: answer[1] === undefined ? '' : JSON.stringify(answer[1]),
      };

/** Notes the status of each request by its label. */
const noteStatus: Judge = (_operation, { status }) => ({ violations: [], unjudged: String(status) });

/** The notes, findings and requests of the operations, by name. */
export const verifySmall = async (
  paths: object,
  answer: (request: VerifyRequest) => Answer,
  { parts = {}, ...options }: Partial<VerifyOptions> & { readonly parts?: Parts } = {},
) => {
  const requests: VerifyRequest[] = [];
  const service = await readyServiceOf(paths, parts);
  const result = await verifyService(service, {
    send: async (request) => {
      requests.push(request);
      return toResult(answer(request));
    },
    ...{ judge: noteStatus, seed: 1, now: 0, isReadOnly: false, only: [], ...options },
  });
  return {
    ...result,
    requests,
    notes: Object.fromEntries(result.operations.map(({ operation, notes }) => [operation.name, notes])),
    findings: result.operations.flatMap(({ operation, findings }) =>
      findings.map(({ label, message }) => `${operation.name} ${label}: ${message}`),
    ),
    bodies: (name: string): readonly Json[] =>
      requests
        .filter((each) => each.operation.name === name && each.body !== undefined && each.body.startsWith('{"'))
        .flatMap(({ body = '' }) => (body.endsWith('}') ? [JSON.parse(body)] : [])),
  };
};
