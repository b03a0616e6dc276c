/** Responses that an upstream gave, for operations that have no collection. */
import type { Json } from '../primitives/json.ts';

export interface RequestIdentity {
  readonly operation: string;
  /** Below the base path. */
  readonly path: string;
  /** Its pairs in order, without secrets; `*`: any. */
  readonly query?: string | undefined;
  /** A hash of the body's value. */
  readonly body?: string | undefined;
}

/** What the real service responded to a request of an operation without a collection. */
export interface RecordedResponse extends RequestIdentity {
  readonly status: number;
  /** `Content-Type`, and those that the document has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON, or a text: of bytes a data URL. Undefined: no body. */
  readonly response?: Json | undefined;
}

/** The query of a response to requests with any query: a file that was uploaded. */
export const anyQuery = '*';

/** The recorded responses by operation, and then by the request. */
export type RecordedResponses = Map<string, ReadonlyMap<string, RecordedResponse>>;

/** Kept for one operation: the last ones. */
export const maxRecorded = 50;

const keyOf = ({ path, query = '', body = '' }: RequestIdentity) => `${path}?${query}#${body}`;

export const isSameRequest = (left: RequestIdentity, right: RequestIdentity): boolean =>
  left.operation === right.operation && keyOf(left) === keyOf(right);

export const findRecorded = (responses: RecordedResponses, request: RequestIdentity): RecordedResponse | undefined => {
  const recorded = responses.get(request.operation);
  return recorded?.get(keyOf(request)) ?? recorded?.get(keyOf({ ...request, query: anyQuery }));
};

/** Adds the response, in place of an earlier one to the same request. */
export const addRecorded = (responses: RecordedResponses, response: RecordedResponse): void => {
  const recorded = new Map(responses.get(response.operation));
  const key = keyOf(response);
  recorded.delete(key);
  recorded.set(key, response);
  if (recorded.size > maxRecorded) recorded.delete(recorded.keys().next().value as string);
  responses.set(response.operation, recorded);
};

export const recordedFrom = (list: readonly RecordedResponse[]): RecordedResponses => {
  const responses: RecordedResponses = new Map();
  for (const response of list) addRecorded(responses, response);
  return responses;
};

export const listRecorded = (responses: RecordedResponses): readonly RecordedResponse[] =>
  [...responses.values()].flatMap((recorded) => [...recorded.values()]);
