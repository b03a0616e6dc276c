/** The record of one request and every decision about it. The journal stores it, and all reports are derived from it. */

import type { HttpRequest, HttpResponse, Transport } from './http/http.ts';
import { type Json, stringifyJson } from './primitives/json.ts';
import { cutText, formatCount } from './primitives/units.ts';

export interface Exchange {
  /** The number of the exchange in its world, from 1; 0 if no world handled the request. */
  readonly id: number;
  /** The world's name; if no world handled the request, the name in the request. */
  readonly world: string;
  /** World time, in milliseconds since the epoch. */
  readonly at: number;
  /** Real time from the request to the end of the response; set by the edge. */
  durationMs: number;
  readonly operation: string | undefined;
  readonly request: HttpRequest;
  /** The response as decided, even if a transport fault lost it. */
  readonly response: HttpResponse;
  readonly violations: readonly Violation[];
  readonly faults: readonly FiredFault[];
  readonly steps: readonly Step[];
  /** A guard judged the response of a mock, or an upstream did not respond. Undefined: the simulation or an upstream responded. */
  readonly origin?: 'mock' | 'upstream' | undefined;
  /** Only if the upstream responded: the milliseconds until its response. */
  readonly upstreamMs?: number | undefined;
  /** The differences between the upstream's response and the simulation's; undefined if they were not compared. */
  readonly differences?: readonly Difference[] | undefined;
  /** The transport fault that lost or damaged the response. */
  readonly transport?: Transport | undefined;
  /** Whether no client sent it, but a user of the control API: it shows nothing about the clients. */
  readonly isProbe?: boolean | undefined;
  /** The bytes so far of a response body that is not kept, but passed on as it arrives. Set by whoever passes it on. */
  passedOnBytes?: number | undefined;
  /** The full sizes in bytes of bodies that were cut in the record. */
  readonly fullBytes?: { readonly request?: number; readonly response?: number } | undefined;
}

/** A place where an upstream responded otherwise than the simulation. */
export interface Difference {
  /** `missing`: the upstream omits a property; `additional`: the simulation does not have it. */
  readonly kind: DifferenceKind;
  /** JSON Pointer (RFC 6901) into the body of the upstream, also of what it lacks. Empty for a status and a content type. */
  readonly pointer: string;
  /** What the simulation responded there; null: nothing. A long value is a text that was cut. */
  readonly simulated: Json;
  /** What the upstream responded there, as `simulated`. */
  readonly real: Json;
  /** Whether a client of the document may break. */
  readonly breaking: boolean;
}

export type DifferenceKind = 'status' | 'content-type' | 'missing' | 'additional' | 'type' | 'value' | 'order';

/** A place where a request or a response breaks the interface. */
export interface Violation {
  readonly side: 'request' | 'response';
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'status';
  /** JSON Pointer (RFC 6901) of the property, also of a missing or undeclared one: `/items/0/name`. */
  readonly pointer: string;
  /** The keyword of JSON Schema, or the rule, that is violated: `required`, `type`. */
  readonly rule: string;
  /** A sentence for people. */
  readonly message: string;
}

/** Which exchanges to return: every given property must match. */
export interface ExchangeFilter {
  readonly operation?: string | undefined;
  /** Case-insensitive. */
  readonly method?: string | undefined;
  /** The path as sent, without the world's prefix: begins with `/` or `*`. `*` stands for anything. */
  readonly path?: string | undefined;
  /** A status (`404`), or a class (`'4xx'`). */
  readonly status?: string | number | undefined;
  /** True: only those that break the interface, on either side. */
  readonly violations?: boolean | undefined;
  /** The name of a fault that shaped the response. */
  readonly fault?: string | undefined;
  /** Only those after the exchange with this id. */
  readonly since?: number | undefined;
  /** At most this many. Default: 100. */
  readonly limit?: number | undefined;
}

export interface FiredFault {
  readonly name: string;
  /** The kind of its effect: `status`, `latency`, `transport` and so on, as in a scenario. */
  readonly effect: string;
  /** JSON Pointer of the place in the body that it changed; absent for other effects. */
  readonly pointer?: string;
}

/** One decision on the way to the response; {@link explainStep} renders it for `why`. */
export type Step =
  | { readonly type: 'matched'; readonly operation: string | undefined }
  | { readonly type: 'preference-applied'; readonly preference: string }
  | { readonly type: 'preference-ignored'; readonly preference: string; readonly reason: string }
  | { readonly type: 'fault'; readonly fault: string; readonly result: FaultResult }
  /** Further faults that do not match the request. */
  | { readonly type: 'other-faults'; readonly count: number }
  | {
      readonly type: 'altered';
      readonly fault: string;
      readonly pointer: string;
      /** The values as texts of {@link showValue}, whose size is bounded. */
      readonly before: string;
      readonly after: string;
    }
  | { readonly type: 'not-applicable'; readonly fault: string; readonly reason: string }
  | {
      readonly type: 'forced-status';
      readonly status: number;
      readonly documented: boolean;
      /** The name of an example that the document does not have for the status. */
      readonly missingExample?: string | undefined;
    }
  | { readonly type: 'credential'; readonly result: string }
  /** What the issuer decided. */
  | { readonly type: 'login'; readonly reason: string }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly message: string;
      /** The key of the item whose id is in the message. */
      readonly key?: string;
      /** The request was to be forwarded, and got no response of the upstream. */
      readonly unanswered?: true;
      /** What in the scenario states it. */
      readonly by?: string;
    }
  | {
      readonly type: 'executed';
      readonly action: keyof typeof verbs;
      readonly collection: string;
      readonly key: string | undefined;
    }
  | { readonly type: 'stateless'; readonly reason: string }
  /** The response is one that the upstream gave earlier. */
  | { readonly type: 'recorded' }
  /** The upstream's response was recorded. */
  | { readonly type: 'kept'; readonly changes: number }
  /** The collection has no items, and none can be generated. */
  | { readonly type: 'empty'; readonly collection: string; readonly reason: string }
  /** The effect of a query parameter on a list. `parameter`: its name and value, `kind=dog`. */
  | { readonly type: 'parameter'; readonly parameter: string; readonly effect: ParameterEffect }
  /** Query parameters that the operation does not have. `more`: further ones. */
  | { readonly type: 'unknown-parameters'; readonly names: readonly string[]; readonly more: number }
  /** A property that an action should change, but whose schema does not allow the result. */
  | { readonly type: 'not-set'; readonly property: string }
  /** The properties of a stateless response that the request sets. */
  | { readonly type: 'reflected'; readonly properties: readonly string[] }
  | {
      readonly type: 'handler';
      readonly operation: string;
      /** The reason why its result is not used; undefined if it is. */
      readonly failure: string | undefined;
      /** The number of its changes that no step lists. */
      readonly unlisted: number;
    }
  | { readonly type: 'unchecked'; readonly reason: string }
  /** The upstream responded. `streamed`: its body was passed on as it arrived, and neither checked nor kept. */
  | { readonly type: 'forwarded'; readonly url: string; readonly streamed: boolean }
  /** The upstream's response was compared with that of the simulation. `overlapped`: another write was under way. */
  | { readonly type: 'compared'; readonly differences: number; readonly overlapped: boolean }
  /** A fault whose work is skipped fired only after the request had been sent. */
  | { readonly type: 'sent-already' }
  | { readonly type: 'not-modified' }
  /** A callback that is not sent. */
  | { readonly type: 'callback'; readonly callback: string; readonly reason: string }
  /** The response to an earlier request with the same `Idempotency-Key`, at this world time. */
  | { readonly type: 'replayed'; readonly at: number };

export type ParameterEffect =
  /** `matched` of the `tested` items, which the filters before left. `isPartial`: a full page was found before all were tested. */
  | { readonly type: 'filter'; readonly matched: number; readonly tested: number; readonly isPartial: boolean }
  /** The properties to sort by; `-` for descending order. */
  | { readonly type: 'sort'; readonly terms: readonly string[] }
  /** The page: its number of items, and the number of items before it. */
  | { readonly type: 'page'; readonly start: number; readonly count: number }
  | { readonly type: 'select' }
  | { readonly type: 'none' };

export type FaultResult =
  | 'fired'
  | 'does not match this request'
  | 'outside its time window'
  | 'skipped by its counts'
  | 'skipped by chance'
  | 'another fault took precedence'
  | 'within its limit';

/** Formats a value for a message, at most 80 characters. */
export const showValue = (value: Json | undefined): string => {
  if (value === undefined) return 'nothing';
  return cutText(stringifyJson(value), 80);
};

/** The verbs of an operation's action. Without the type of bindings: the type of an exchange is published. */
const verbs = {
  list: 'listed',
  create: 'created',
  read: 'read',
  replace: 'replaced',
  update: 'updated',
  delete: 'deleted',
  act: 'acted on',
};

/** Whether the credential was rejected: the result is then a sentence. */
const isRejected = ({ result }: Extract<Step, { type: 'credential' }>) => result.endsWith('.');

const explanations: { readonly [Type in Step['type']]: (step: Extract<Step, { readonly type: Type }>) => string } = {
  matched: ({ operation }) => (operation === undefined ? 'no operation matched' : `matched operation ${operation}`),
  'preference-applied': ({ preference }) => `Prefer ${preference}: applied`,
  'preference-ignored': ({ preference, reason }) => `Prefer ${preference}: ignored, ${reason}`,
  fault: ({ fault, result }) => `fault ${fault}: ${result}`,
  'other-faults': ({ count }) =>
    `${formatCount(count, 'more fault')}: ${count === 1 ? 'does' : 'do'} not match this request`,
  altered: ({ fault, pointer, before, after }) =>
    `fault ${fault}: ${pointer === '' ? 'the body' : pointer} was ${before}, now ${after}`,
  'not-applicable': ({ fault, reason }) => `fault ${fault}: not applied, ${reason}`,
  'forced-status': ({ status, documented, missingExample }) =>
    `status ${status} forced${documented ? '' : ' (not documented for this operation)'}${missingExample === undefined ? '' : `, without its example "${missingExample}", which is not documented for it`}`,
  // The next step, `refused`, contains the reason.
  credential: (step) => `credential: ${isRejected(step) ? 'rejected' : step.result}`,
  login: ({ reason }) => `login: ${reason}`,
  refused: ({ status, by, message }) =>
    `rejected with ${status}${by === undefined ? '' : `, as ${by} of the scenario states`}: ${message}`,
  executed: ({ action, key, collection }) =>
    `${verbs[action]} ${key === undefined ? '' : `item ${key} of `}${collection}`,
  stateless: ({ reason }) => `stateless response: ${reason}`,
  kept: ({ changes }) => `recorded: ${formatCount(changes, 'change')}`,
  recorded: () => 'the response that was recorded for this request',
  empty: ({ collection, reason }) => `${collection} started empty: ${reason}`,
  parameter: ({ parameter, effect }) => `${parameter}: ${explainEffect(effect)}`,
  'unknown-parameters': ({ names, more }) =>
    `ignored, since the document does not have it: ${names.map((name) => `query.${name}`).join(', ')}${more === 0 ? '' : `, and ${more} more`}`,
  'not-set': ({ property }) => `${property} is not set: its schema does not allow the result`,
  reflected: ({ properties }) => `taken from the request: ${properties.join(', ')}`,
  handler: ({ operation, failure, unlisted }) =>
    failure !== undefined
      ? `handler of ${operation}: failed, ${failure}`
      : `handler of ${operation}: ran${unlisted === 0 ? '' : `, with ${formatCount(unlisted, 'more change')}`}`,
  unchecked: ({ reason }) => `the body ${reason}`,
  forwarded: ({ url, streamed }) =>
    `forwarded to ${url}${streamed ? '; its body was passed on as it arrived: it is neither checked nor kept, and no fault alters it' : ''}`,
  compared: ({ overlapped, differences }) =>
    `compared with the simulation${overlapped ? ' without values, since another write was under way' : ''}: ${differences === 0 ? 'no difference' : formatCount(differences, 'difference')}`,
  'sent-already': () => 'the request had been sent when a fault with skipped work fired: it acts as `work: done`',
  callback: ({ callback, reason }) => `callback ${callback}: not sent, ${reason}`,
  replayed: ({ at }) =>
    `the response that this Idempotency-Key got at ${new Date(at).toISOString()}, without acting again`,
  'not-modified': () => 'not modified since If-None-Match',
};

export const explainStep = (step: Step): string => (explanations[step.type] as (step: Step) => string)(step);

/** Whether an operation was called. A request without an accepted credential, or without an answer of the upstream, does not get that far. */
export const isCall = ({ operation, response: { status }, steps }: Exchange): boolean =>
  operation !== undefined &&
  status !== 401 &&
  !steps.some((step) => step.type === 'refused' && step.unanswered === true) &&
  !steps.some((step) => step.type === 'credential' && isRejected(step));

/** The names of query parameters that the operation does not have. They are the second step, behind the match. */
export const unknownParametersOf = ({
  steps: [, second],
}: Pick<Exchange, 'steps'>): Extract<Step, { type: 'unknown-parameters' }> | undefined =>
  second?.type === 'unknown-parameters' ? second : undefined;

/** Whether the client got no response. A truncated response is not lost: the client got a part of it. */
export const isLost = ({ transport }: Pick<Exchange, 'transport'>): boolean =>
  transport !== undefined && transport !== 'truncate';

/** Why handlers failed. `shown`: the exchange without secrets; the redaction of steps takes time, and few requests have a handler. */
export const handlerFailures = (exchange: Exchange, shown: Exchange): readonly string[] =>
  exchange.steps.some(({ type }) => type === 'handler')
    ? shown.steps.flatMap((step) => (step.type === 'handler' && step.failure !== undefined ? [step.failure] : []))
    : [];

const explainEffect = (effect: ParameterEffect): string => {
  switch (effect.type) {
    case 'filter':
      return `${effect.matched} of ${effect.isPartial ? 'the first ' : ''}${effect.tested}`;
    case 'sort':
      return effect.terms.length === 0 ? 'no effect, the name is unknown' : `sorted by ${effect.terms.join(', ')}`;
    case 'page':
      return effect.count === 0 ? 'no items' : `items ${effect.start + 1} to ${effect.start + effect.count}`;
    case 'select':
      return 'chooses properties';
    case 'none':
      return 'no effect';
  }
};
