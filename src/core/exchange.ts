/** One request with everything decided about it: what the journal keeps and every report is made from. */
import type { HttpRequest, HttpResponse } from './http.ts';

export interface Exchange {
  /** The world's running number, from 1. */
  readonly id: number;
  readonly world: string;
  /** World time, in milliseconds since the epoch. */
  readonly at: number;
  /** Real time from the request to the end of its answer; set by who delivers it. */
  durationMs: number;
  readonly operation: string | undefined;
  readonly request: HttpRequest;
  /** As decided, even if it was lost on the way. */
  readonly response: HttpResponse;
  readonly violations: readonly Violation[];
  readonly faults: readonly FiredFault[];
  readonly steps: readonly Step[];
}

/** Where a request or a response breaks the interface. */
export interface Violation {
  readonly side: 'request' | 'response';
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'status';
  /** JSON Pointer of the member, also of one that is missing or undeclared. */
  readonly pointer: string;
  readonly rule: string;
  readonly message: string;
}

/** A fault that shaped the answer. */
export interface FiredFault {
  readonly name: string;
  readonly effect: string;
}

/** One decision on the way to the answer; rendered by {@link explainStep} when somebody asks why. */
export type Step =
  | { readonly type: 'matched'; readonly operation: string | undefined }
  | { readonly type: 'wish-applied'; readonly wish: string }
  | { readonly type: 'wish-ignored'; readonly wish: string; readonly reason: string }
  | { readonly type: 'fault'; readonly fault: string; readonly result: FaultResult }
  | { readonly type: 'forced-status'; readonly status: number; readonly documented: boolean }
  | { readonly type: 'credential'; readonly result: string }
  | { readonly type: 'refused'; readonly status: number; readonly message: string }
  | { readonly type: 'acted'; readonly action: string; readonly collection: string; readonly key: string | undefined }
  | { readonly type: 'stateless'; readonly reason: string };

export type FaultResult =
  | 'fired'
  | 'not for this request'
  | 'its window is closed'
  | 'not this time'
  | 'chance was against it'
  | 'another one won';

export const explainStep = (step: Step): string => {
  switch (step.type) {
    case 'matched':
      return step.operation === undefined ? 'no operation matched' : `matched the operation ${step.operation}`;
    case 'wish-applied':
      return `Prefer ${step.wish}: applied`;
    case 'wish-ignored':
      return `Prefer ${step.wish}: ignored, ${step.reason}`;
    case 'fault':
      return `fault ${step.fault}: ${step.result}`;
    case 'forced-status':
      return `status ${step.status} forced${step.documented ? '' : ', which the operation does not document'}`;
    case 'credential':
      return `credential: ${step.result}`;
    case 'refused':
      return `refused with ${step.status}: ${step.message}`;
    case 'acted':
      return `${step.action} on ${step.collection}${step.key === undefined ? '' : `, item ${step.key}`}`;
    case 'stateless':
      return `answered without state: ${step.reason}`;
    default:
      return step satisfies never;
  }
};
