/**
 * Calls the control API, the panel's only access to the server. Its responses are documented in `spec/control.yaml`; those
 * that the library shows too have its types. Integers keep every digit, also beyond 2^53.
 */
import { signal } from '@preact/signals';
import { isJsonObject, type Json, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import type { ExchangeView } from '../../../library/exchange-view.ts';
import type { UpstreamView } from '../../../library/world-api.ts';

export {
  escapePointer,
  isJsonObject as isObject,
  type Json,
  type JsonObject,
  unescapePointer,
} from '../../../core/primitives/json.ts';

/** Returns undefined for a text that is not JSON. */
export const tryParse = (text: string): Json | undefined => {
  const parsed = parseJson(text, Number.POSITIVE_INFINITY);
  return parsed.ok ? parsed.value : undefined;
};

export const writeJson = stringifyJson as (value: unknown, indent?: number) => string;

interface FieldProblem {
  readonly pointer: string;
  readonly message: string;
}

/** A call that the server rejected. The message is written for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly problems: readonly FieldProblem[];

  constructor(status: number, detail: string, problems: readonly FieldProblem[] = []) {
    super(detail);
    this.status = status;
    this.problems = problems;
  }
}

/** False while calls do not reach the server. */
export const isConnected = signal(true);

/** The API is beside the page, or the toolbar, also if the server is mounted below another path. */
export const apiUrl = (path: string): string => `${location.pathname.replace(/[^/]*$/, '')}api${path}`;

export const segment = encodeURIComponent;

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

const send = async (method: Method, path: string, body: unknown, accept: string): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(apiUrl(path), {
      method,
      headers: { Accept: accept, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: writeJson(body) }),
    });
  } catch {
    isConnected.value = false;
    throw new ApiError(0, 'The server does not respond.');
  }
  isConnected.value = true;
  // The page itself asks for the token.
  if (response.status === 401) location.reload();
  if (!response.ok) throw await readProblem(response);
  return response;
};

const readProblem = async (response: Response): Promise<ApiError> => {
  const text = await response.text();
  const problem = tryParse(text);
  if (!isJsonObject(problem)) return new ApiError(response.status, text || response.statusText);
  const { detail = response.statusText, problems } = problem as {
    readonly detail?: string;
    readonly problems?: readonly FieldProblem[];
  };
  return new ApiError(response.status, detail, problems);
};

export const call = async <Result = undefined>(method: Method, path: string, body?: unknown): Promise<Result> =>
  readBody<Result>(await send(method, path, body, 'application/json'));

const readBody = async <Result>(response: Response): Promise<Result> => {
  const text = await response.text();
  const value = tryParse(text);
  if (value === undefined && text !== '') throw new ApiError(response.status, 'The response is not JSON.');
  return value as Result;
};

/** The exchanges of a world, with the epoch of their ids. */
export const getExchanges = async (
  path: string,
): Promise<List<ExchangeSummary> & { readonly epoch: string | undefined }> => {
  const response = await send('GET', path, undefined, 'application/json');
  const epoch = response.headers.get('vivarium-epoch') ?? undefined;
  return { ...(await readBody<List<ExchangeSummary>>(response)), epoch };
};

export const getText = async (path: string, accept: string): Promise<string> =>
  (await send('GET', path, undefined, accept)).text();

export type {
  CoverageView as Coverage,
  DifferenceView as Difference,
  ExchangeView as Exchange,
  FaultView as Fault,
  MessageView as Message,
  OperationCoverageView as OperationCoverage,
  WebhookView as WebhookRow,
} from '../../../library/exchange-view.ts';
export type { IssuedTokens } from '../../../library/world-api.ts';

export type ExchangeSummary = Omit<ExchangeView, 'request' | 'response' | 'why'>;

export interface List<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

interface ServiceName {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly basePath: string;
}

export interface ServiceInfo extends Omit<ServiceName, 'name'> {
  readonly operations: readonly OperationInfo[];
  /** Whether a document declares a login. */
  readonly login: boolean;
  /** Their names; undefined where the service sends nothing by itself. */
  readonly webhooks?: readonly string[];
  /** Present where the server serves several documents. */
  readonly services?: readonly ServiceName[];
}

export interface OperationInfo {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly sunset: string | null;
  readonly stability: string | null;
  readonly collection: string | null;
  readonly action: string | null;
  readonly reason: string;
  /** The name of its service, where there are several. */
  readonly service?: string;
}

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
}

export interface ScenarioSummary {
  readonly name: string;
  readonly description: string | null;
}

interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
}

export interface WorldInfo {
  readonly name: string;
  readonly scenario: string | null;
  readonly seed: number;
  readonly collections: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  readonly removed: readonly string[];
  readonly exchanges: number;
  readonly clock: ClockState;
}

export interface CollectionInfo {
  readonly name: string;
  /** The name of its service, where there are several. */
  readonly service?: string;
  readonly kind: 'list' | 'singleton';
  /** The property that identifies an item; null if there is none. */
  readonly id: string | null;
  /** The properties that the schema of its items declares. */
  readonly properties: readonly string[];
  readonly required: readonly string[];
  /** The names under `$parent`, outermost first. */
  readonly parents: readonly string[];
  /** The collection of the innermost parent. */
  readonly parent: string | null;
}

/** The upstream of the service; with several services, each by its name. */
export type Upstreams = UpstreamView | Readonly<Record<string, UpstreamView>>;

/** Who can log in to a world, and who is. */
export interface LoginInfo {
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly users: readonly LoginUser[];
  /** Newest first. */
  readonly sessions: readonly LoginSession[];
}

interface LoginUser {
  readonly sub: string;
  readonly name: string | null;
  readonly email: string | null;
  /** Null: all. */
  readonly scopes: readonly string[] | null;
}

interface LoginSession {
  readonly sub: string;
  readonly client: string;
  /** World time. */
  readonly since: string;
}

/** A request that waits for the real service. */
export interface UnansweredRequest extends Pick<ExchangeView, 'at' | 'operation' | 'method' | 'path'> {
  readonly number: number;
  readonly elapsedMs: number;
}

/** A response that is not sent yet. */
export interface HeldResponse extends Pick<ExchangeView, 'at' | 'operation' | 'method' | 'path' | 'status' | 'faults'> {
  readonly exchange: number;
  /** The world time at which it is sent; null if it is never sent. */
  readonly due: string | null;
}
