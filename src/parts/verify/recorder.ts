/** Sends requests, and records what is wrong with the responses. */
import { type Json, parseJson } from '../../core/primitives/json.ts';
import type { Operation } from '../../core/service/operation.ts';
import { assess, type Expectation } from './expected-response.ts';
import type { Judge } from './prism.ts';
import type { VerifyRequest } from './requests/verified-request.ts';
import type { CallResult, Send } from './requests/verify-client.ts';

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
  readonly answer: CallResult;
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
    this.#countCredential(request, status);
    // A call of another operation looks at the effects of this one; it is judged on its own.
    if (this.#judge !== undefined && request.operation === this.operation) {
      const key = answer.type === 'response' ? String(answer.status) : answer.unsent ? 'unsent' : 'none';
      this.#statuses.set(key, (this.#statuses.get(key) ?? 0) + 1);
      const assessed = assess(request.operation, expectation, answer, this.#judge);
      if (assessed.status !== undefined)
        this.find(label, status, assessed.status, [request], status === undefined ? 'lost' : undefined);
      // The same violation occurs in many responses, and in many items of a list.
      for (const message of assessed.violations)
        this.find(label, status, message, [request], `${key} ${message.replaceAll(/\d+/g, '#')}`);
      for (const note of assessed.notes) this.note(`${label}: ${note}`);
    }
    this.#lost = status === undefined ? this.#lost + 1 : 0;
    if (this.#lost >= maxLost) throw new LostOperation();
    return { request, answer, body: status !== undefined && status < 300 ? bodyOf(answer) : undefined };
  }

  find(
    label: string,
    status: number | undefined,
    message: string,
    requests: readonly VerifyRequest[],
    key = `${label} ${message}`,
  ): void {
    if (this.#judge === undefined) return;
    // A problem of every request is shown once.
    const usual = `${validLabel} ${message}`;
    const shownKey = this.#findings.has(usual) ? usual : key;
    const known = this.#findings.get(shownKey);
    this.#findings.set(
      shownKey,
      known === undefined ? { status, label, message, requests, count: 1 } : { ...known, count: known.count + 1 },
    );
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

  #countCredential({ operation, credential }: VerifyRequest, status: number | undefined): void {
    if (credential !== 'valid' || operation.security.length === 0 || status === undefined) return;
    if (status === 401 || status === 403) this.credentials.rejected++;
    else this.credentials.accepted++;
  }
}

const bodyOf = (answer: CallResult): Json | undefined => {
  const parsed = answer.type === 'response' && answer.text !== '' ? parseJson(answer.text) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
};
