/** One request with everything decided about it: what the journal keeps and every report is made from. */

import type { HttpRequest, HttpResponse, Transport } from './http/http.ts';
import { type Json, stringifyJson } from './primitives/json.ts';
import type { ActionName } from './service/binding.ts';

export interface Exchange {
  /** The world's running number, from 1; 0 where no world took the request. */
  readonly id: number;
  /** The world's name; where no world took the request, the name that it gave. */
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
  /** How the answer was lost or damaged on its way. */
  readonly transport?: Transport | undefined;
  /** The sizes in bytes of the bodies that were cut for the record. */
  readonly fullBytes?: { readonly request?: number; readonly response?: number } | undefined;
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
  /** Where in the body it broke or stretched something; undefined where that is not what it does. */
  readonly pointer?: string;
}

/** One decision on the way to the answer; rendered by {@link explainStep} when somebody asks why. */
export type Step =
  | { readonly type: 'matched'; readonly operation: string | undefined }
  | { readonly type: 'preference-applied'; readonly preference: string }
  | { readonly type: 'preference-ignored'; readonly preference: string; readonly reason: string }
  | { readonly type: 'fault'; readonly fault: string; readonly result: FaultResult }
  | {
      readonly type: 'shaped';
      readonly fault: string;
      readonly pointer: string;
      /** As {@link showValue} writes them: the journal counts what it holds. */
      readonly before: string;
      readonly after: string;
    }
  | { readonly type: 'no-room'; readonly fault: string; readonly reason: string }
  | { readonly type: 'forced-status'; readonly status: number; readonly documented: boolean }
  | { readonly type: 'credential'; readonly result: string }
  | { readonly type: 'refused'; readonly status: number; readonly message: string }
  | {
      readonly type: 'acted';
      readonly action: ActionName;
      readonly collection: string;
      readonly key: string | undefined;
    }
  | { readonly type: 'stateless'; readonly reason: string }
  | { readonly type: 'unchecked'; readonly reason: string };

export type FaultResult =
  | 'fired'
  | 'not for this request'
  | 'its window is closed'
  | 'not this time'
  | 'chance was against it'
  | 'another one won';

/** A value in a line that a person reads. */
export const showValue = (value: Json | undefined): string => {
  if (value === undefined) return 'nothing';
  const text = stringifyJson(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

const done: Readonly<Record<ActionName, string>> = {
  list: 'listed',
  create: 'created',
  read: 'read',
  replace: 'replaced',
  update: 'updated',
  delete: 'deleted',
  act: 'acted on',
};

export const explainStep = (step: Step): string => {
  switch (step.type) {
    case 'matched':
      return step.operation === undefined ? 'no operation matched' : `matched the operation ${step.operation}`;
    case 'preference-applied':
      return `Prefer ${step.preference}: applied`;
    case 'preference-ignored':
      return `Prefer ${step.preference}: ignored, ${step.reason}`;
    case 'fault':
      return `fault ${step.fault}: ${step.result}`;
    case 'shaped':
      return `fault ${step.fault}: ${step.pointer === '' ? 'the body' : step.pointer} was ${step.before}, now ${step.after}`;
    case 'no-room':
      return `fault ${step.fault}: not applied, ${step.reason}`;
    case 'forced-status':
      return `status ${step.status} forced${step.documented ? '' : ', which the operation does not document'}`;
    case 'credential':
      // Why it is refused stands in the refusal that follows.
      return `credential: ${step.result.endsWith('.') ? 'refused' : step.result}`;
    case 'refused':
      return `refused with ${step.status}: ${step.message}`;
    case 'acted':
      return `${done[step.action]} ${step.key === undefined ? '' : `item ${step.key} of `}${step.collection}`;
    case 'stateless':
      return `answered without state: ${step.reason}`;
    case 'unchecked':
      return `the body ${step.reason}`;
  }
};
