/** Calls the control API, the panel's only access to the server. */
import { signal } from '@preact/signals';
import { parseJson, writeJson } from './exact-json.ts';
import type { ExchangeSummary, List } from './types.ts';

/** The location of a problem in an item. */
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

/** Encodes a name as a segment of a path. */
export const segment = encodeURIComponent;

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

const send = async (method: Method, path: string, body: unknown, accept: string): Promise<Response> => {
  const init: RequestInit = { method, headers: { Accept: accept } };
  if (body !== undefined) {
    init.headers = { Accept: accept, 'Content-Type': 'application/json' };
    init.body = writeJson(body);
  }
  let response: Response;
  try {
    response = await fetch(apiUrl(path), init);
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
  try {
    const { detail, problems } = parseJson(text) as { detail?: string; problems?: readonly FieldProblem[] };
    return new ApiError(response.status, detail ?? response.statusText, problems);
  } catch {
    return new ApiError(response.status, text || response.statusText);
  }
};

export const call = async <Result = undefined>(method: Method, path: string, body?: unknown): Promise<Result> =>
  readBody<Result>(await send(method, path, body, 'application/json'));

const readBody = async <Result>(response: Response): Promise<Result> => {
  const text = await response.text();
  return (text === '' ? undefined : parseJson(text)) as Result;
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
