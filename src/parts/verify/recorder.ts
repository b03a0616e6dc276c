/** Sends requests, and records what is wrong with the responses. */
import { type Json, parseJson } from '../../core/primitives/json.ts';
import { isDocumented, type Operation, responseFor } from '../../core/service/operation.ts';
import type { Judge } from './prism.ts';
import type { CallResult, Send, VerifyRequest } from './requests.ts';

/** A way in which the service breaks the interface. */
export interface Finding {
  /** If it is undefined, there was no response. */
  readonly status: number | undefined;
  /** The request: `without name`. */
  readonly label: string;
  readonly message: string;
  /** The requests that show it, in their order. */
  readonly requests: readonly VerifyRequest[];
  readonly count: number;
}

/** The label of the first request. */
export const validLabel = 'as a valid request';

/** Responses that are lost in succession until an operation is given up: each may take the whole time limit. */
const maxLost = 3;

/** Ends the requests of an operation that does not respond. */
export class LostOperation extends Error {}

export interface OperationResult {
  readonly operation: Operation;
  /** Responses by status; `none` counts lost responses, `unsent` requests that were not sent. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** Why the operation was not judged; undefined if it was. */
  readonly unjudged: string | undefined;
}

export interface VerifyExchange {
  readonly request: VerifyRequest;
  /** If it is undefined, there was no response. */
  readonly status: number | undefined;
  /** The JSON body of a success; undefined otherwise. */
  readonly body: Json | undefined;
}

/** Records the results of one operation. Without a judge, requests are only sent: they prepare those of another operation. */
export class Recorder {
  readonly operation: Operation;
  readonly #send: Send;
  readonly #judge: Judge | undefined;
  readonly #statuses = new Map<string, number>();
  readonly #findings = new Map<string, Finding>();
  readonly #notes = new Set<string>();
  #lost = 0;
  /** Calls with a valid credential, where one is required. */
  readonly credentials = { accepted: 0, rejected: 0 };

  constructor(operation: Operation, send: Send, judge: Judge | undefined) {
    this.operation = operation;
    this.#send = send;
    this.#judge = judge;
  }

  /** Whether the results are part of the report. */
  get isJudged(): boolean {
    return this.#judge !== undefined;
  }

  /** @throws LostOperation if several responses in succession are lost. */
  async call(label: string, expectation: Expectation, request: VerifyRequest): Promise<VerifyExchange> {
    const answer = await this.#send(request);
    const status = answer.type === 'response' ? answer.status : undefined;
    const body = status !== undefined && status < 300 ? bodyOf(answer) : undefined;
    const exchange = { request, status, body };
    this.#countCredential(exchange);
    // A call of another operation looks at the effects of this one; it is judged on its own.
    if (this.#judge !== undefined && request.operation === this.operation) {
      const key = answer.type === 'response' ? String(answer.status) : answer.unsent ? 'unsent' : 'none';
      this.#statuses.set(key, (this.#statuses.get(key) ?? 0) + 1);
      const assessed = assess(request.operation, expectation, answer, this.#judge);
      if (assessed.status !== undefined)
        this.find(label, assessed.status, [exchange], status === undefined ? 'lost' : undefined);
      // The same violation occurs in many responses, and in many items of a list.
      for (const message of assessed.violations)
        this.find(label, message, [exchange], `${key} ${message.replaceAll(/\d+/g, '#')}`);
      for (const note of assessed.notes) this.note(`${label}: ${note}`);
    }
    this.#lost = status === undefined ? this.#lost + 1 : 0;
    if (this.#lost >= maxLost) throw new LostOperation();
    return exchange;
  }

  /** `exchanges`: those that show it; the last one has its status. */
  find(label: string, message: string, exchanges: readonly VerifyExchange[], key = `${label} ${message}`): void {
    if (this.#judge === undefined) return;
    const status = exchanges.at(-1)?.status;
    const requests = exchanges.map(({ request }) => request);
    // A problem of every request is shown once.
    const usual = `${validLabel} ${message}`;
    const shownKey = this.#findings.has(usual) ? usual : key;
    const known = this.#findings.get(shownKey);
    this.#findings.set(shownKey, { status, label, message, requests, ...known, count: (known?.count ?? 0) + 1 });
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  result(unjudged: string | undefined): OperationResult {
    return {
      operation: this.operation,
      statuses: new Map([...this.#statuses].toSorted(([left], [right]) => (left < right ? -1 : 1))),
      findings: [...this.#findings.values()],
      notes: [...this.#notes],
      unjudged,
    };
  }

  #countCredential({ request: { operation, credential }, status }: VerifyExchange): void {
    if (credential !== 'valid' || operation.security.length === 0 || status === undefined) return;
    if (status === 401 || status === 403) this.credentials.rejected++;
    else this.credentials.accepted++;
  }
}

const bodyOf = (answer: CallResult): Json | undefined => {
  const parsed = answer.type === 'response' && answer.text !== '' ? parseJson(answer.text) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
};

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

/** Statuses that mean: the service did not understand the request. */
const rejections: readonly number[] = [400, 415, 422];

/** `status`: the problem of the status, or of a missing response. `notes`: observations that do not break the interface. */
export const assess = (operation: Operation, expectation: Expectation, answer: CallResult, judge: Judge) => {
  if (answer.type === 'failed')
    return { status: `there was no complete response: ${answer.reason}`, violations: [], notes: [] };
  const { status } = answer;
  if (status >= 500) return { status: `the service failed with ${status}`, violations: [], notes: [] };
  const { finding, note } = wrongStatus(operation, expectation, status);
  const judgement = responseFor(operation, status) === undefined ? undefined : judge(operation, answer);
  const notes = [note, judgement?.unjudged].filter((text) => text !== undefined);
  return { status: finding, violations: judgement?.violations ?? [], notes };
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

const isSuccess = (status: number) => status < 300;

const isNotFound = (status: number) => status === 404 || status === 410;

const undocumented = (status: number): StatusResult => ({ finding: `status ${status} is not documented` });

const isKnown = (operation: Operation, status: number) =>
  isDocumented(operation, status) || operation.responses.has('default');
