/** The correct responses to a request, and the problems of any other response. */
import { isDocumented, type Operation, responseFor } from '../../core/service/operation.ts';
import type { Judge } from './prism.ts';
import type { CallResult } from './requests/verify-client.ts';

export type Expectation =
  /** A valid request: a documented response, and no rejection of the request. */
  | 'success'
  /** The same, for an item that may not exist. */
  | 'success-or-not-found'
  /** A valid request that the service may reject for a reason that the document does not describe. */
  | 'documented'
  /** The same, for an item that may not exist. */
  | 'documented-or-not-found'
  /** A valid request for an item that does not exist. */
  | 'not-found'
  /** An invalid request: any 4xx, documented or not. */
  | 'rejection'
  /** An invalid parameter: as above, if the operation documents how it is rejected. */
  | 'rejection-if-documented'
  /** No credential, or a wrong one: any 4xx, or a redirect to a login. */
  | 'unauthorized'
  /** Unusual input: anything but a failure of the service. */
  | 'no-failure';

interface Assessment {
  /** The problem of the status, or of a missing response. */
  readonly status: string | undefined;
  /** The problems of the headers and the body of a documented response. */
  readonly violations: readonly string[];
  /** Observations that do not break the interface. */
  readonly notes: readonly string[];
}

/** Statuses that mean: the service did not understand the request. */
const rejections: readonly number[] = [400, 415, 422];

export const assess = (
  operation: Operation,
  expectation: Expectation,
  answer: CallResult,
  judge: Judge,
): Assessment => {
  if (answer.type === 'failed')
    return { status: `there was no complete response: ${answer.reason}`, violations: [], notes: [] };
  const { status } = answer;
  if (status >= 500) return { status: `the service failed with ${status}`, violations: [], notes: [] };
  const { finding, note } = wrongStatus(operation, expectation, status);
  const { violations, unjudged } =
    responseFor(operation, status) === undefined
      ? { violations: [], unjudged: undefined }
      : { unjudged: undefined, ...judge(operation, answer) };
  return { status: finding, violations, notes: [note, unjudged].filter((text) => text !== undefined) };
};

interface StatusResult {
  readonly finding?: string;
  readonly note?: string;
}

const fine: StatusResult = {};

const wrongStatus = (operation: Operation, expectation: Expectation, status: number): StatusResult => {
  const accepted = { finding: `an invalid request was accepted with ${status}` };
  switch (expectation) {
    case 'success':
      // A service without a valid key rejects everything: that is reported once, for all operations.
      if (!isKnown(operation, status)) return undocumented(status);
      return rejections.includes(status) ? { finding: `a valid request was rejected with ${status}` } : fine;
    case 'success-or-not-found':
      return isNotFound(status) ? fine : wrongStatus(operation, 'success', status);
    case 'documented-or-not-found':
      return isNotFound(status) ? fine : wrongStatus(operation, 'documented', status);
    case 'documented':
      return isKnown(operation, status) ? fine : undocumented(status);
    case 'not-found':
      if (isNotFound(status)) return fine;
      if (isSuccess(status)) return { finding: `an item that does not exist was found: ${status}` };
      return isKnown(operation, status) ? fine : undocumented(status);
    case 'rejection':
      return isSuccess(status) ? accepted : wrongStatus(operation, 'no-failure', status);
    case 'rejection-if-documented':
      if (!isSuccess(status)) return wrongStatus(operation, 'no-failure', status);
      return [...rejections, 404].some((rejection) => isKnown(operation, rejection))
        ? accepted
        : { note: `an invalid parameter was accepted with ${status}; the document has no status for its rejection` };
    case 'unauthorized':
      return isSuccess(status) ? { finding: `the request was accepted with ${status}` } : fine;
    case 'no-failure':
      return status >= 400 || isKnown(operation, status) ? fine : undocumented(status);
  }
};

const isSuccess = (status: number): boolean => status < 300;

const isNotFound = (status: number): boolean => status === 404 || status === 410;

const undocumented = (status: number): StatusResult => ({ finding: `status ${status} is not documented` });

const isKnown = (operation: Operation, status: number): boolean =>
  isDocumented(operation, status) || operation.responses.has('default');
