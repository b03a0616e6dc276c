/** The judgement of a response: what in it the document does not allow. */

import type { Step, Violation } from '../exchange.ts';
import { isBodiless } from '../http/http.ts';
import { messageOf } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ExecutionResult } from '../response/write-response.ts';
import { coveredEnd, notEvaluated, type Problem } from '../service/check.ts';
import { contentOfType, type ResponseSpec, responseFor } from '../service/operation.ts';

/** Checks successes and responses forced by faults against the document. Refusals are not checked. */
export const checkResponse = (
  { operation, request }: Pick<RequestContext, 'operation' | 'request'>,
  { draft, origin }: Pick<ExecutionResult, 'draft' | 'origin'>,
  steps: Step[],
): readonly Violation[] => {
  // A 304 answers the condition of a request, which documents leave to HTTP.
  if (operation === undefined || origin === 'refusal' || (isReal(origin) && draft.status === 304)) return nothing;
  const response = responseFor(operation, draft.status);
  if (response === undefined)
    return [violation('status', '', 'status', `status ${draft.status} is not documented for ${operation.name}`)];
  const { body } = draft;
  const content = body && contentOfType(response.contents, body.mediaType);
  if (body === undefined)
    return request.method === 'HEAD' || draft.received?.isStreamed === true
      ? nothing
      : missingBody(response, draft.status);
  if (response.contents.length === 0) return nothing;
  if (content === undefined) {
    const expected = response.contents.map(({ range }) => range).join(' or ');
    const message = `header.content-type must be ${expected}, not ${body.mediaType}`;
    return [violation('header', '/content-type', 'mediaType', message)];
  }
  const problems = body.problems ?? content.check(body.value);
  if (problems.length === 0) return nothing;
  // One of them says it: each item of a list may have the same problem.
  const isSpared = ({ rule, message }: Problem) =>
    rule === notEvaluated || (!isReal(origin) && message.endsWith(coveredEnd));
  const spared = problems.find(isSpared);
  if (spared !== undefined) steps.push({ type: 'unchecked', reason: spared.message });
  const broken = problems.filter((problem) => !isSpared(problem));
  return broken.map((problem) => violation('body', problem.pointer, problem.rule, messageOf('body', problem)));
};

const nothing: readonly never[] = [];

const violation = (place: Violation['in'], pointer: string, rule: string, message: string): Violation => {
  return { side: 'response', in: place, pointer, rule, message };
};

const isReal = (origin: ExecutionResult['origin']) => origin === 'upstream' || origin === 'mock';

/** Only a handler, a mock and an upstream leave out a documented body. */
const missingBody = ({ contents }: ResponseSpec, status: number): readonly Violation[] =>
  contents.length === 0 || isBodiless(status) ? nothing : [violation('body', '', 'required', 'body is required')];
