/** Sends requests to the simulated service, like a client. */

import {
  call,
  isObject,
  type JsonObject,
  type OperationInfo,
  type SampleRequest,
  segment,
  tryParse,
  writeJson,
} from '../api/panel-client.ts';
import { prefixOf } from './address.ts';
import { service } from './current-world.ts';
import { attempt } from './notice.ts';
import { listOf, loadDocument, operationIn, resolve, textOf } from './panel-document.ts';
import { worldName } from './view-route.ts';

export interface Draft {
  readonly method: string;
  /** The path with the base path and the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Sent {
  readonly status: number;
  readonly body: unknown;
  /** Whether the connection was lost before the end of the body. */
  readonly isCut: boolean;
  readonly durationMs: number;
  /** The id of the exchange, from the response header. */
  readonly exchange: number | undefined;
}

/** A valid request with its credentials. Any well-formed credential is accepted unless the scenario lists keys. */
export const draftFor = async (operation: OperationInfo): Promise<Draft> => {
  const [sample, document] = await Promise.all([
    call<SampleRequest>('GET', `/service/operations/${segment(operation.operation)}/request`),
    loadDocument(operation.service),
  ]);
  let { path } = sample;
  const headers: Record<string, string> = { ...sample.headers };
  for (const { in: place, name, value } of credentialsFor(document, operationIn(document, operation))) {
    // The document may declare the key as a parameter too.
    const [, query] = path.split('?');
    if (place === 'header') headers[name] ??= value;
    else if (!new URLSearchParams(query).has(name))
      path += `${query === undefined ? '?' : '&'}${encodeURIComponent(name)}=${value}`;
  }
  return {
    method: sample.method,
    path,
    headers,
    body: sample.body === undefined ? '' : typeof sample.body === 'string' ? sample.body : writeJson(sample.body, 2),
  };
};

interface Credential {
  readonly in: 'header' | 'query';
  /** The name of a header in lower case. */
  readonly name: string;
  readonly value: string;
}

const demoKey = 'demo-key';

/** The credentials of the first requirement, which names all schemes that are needed together. */
const credentialsFor = (document: JsonObject, operation: JsonObject): readonly Credential[] => {
  const schemes = resolve(document, resolve(document, document.components).securitySchemes);
  const [requirement] = listOf(operation.security ?? document.security);
  if (!isObject(requirement)) return [];
  return Object.keys(requirement).flatMap((key) => credentialOf(resolve(document, schemes[key])));
};

const credentialOf = (scheme: JsonObject): Credential | readonly [] => {
  const name = textOf(scheme.name);
  if (scheme.type === 'apiKey')
    return scheme.in === 'query'
      ? { in: 'query', name, value: demoKey }
      : scheme.in === 'header'
        ? { in: 'header', name: name.toLowerCase(), value: demoKey }
        : [];
  if (scheme.type === undefined) return [];
  const isBasic = textOf(scheme.scheme).toLowerCase() === 'basic';
  return { in: 'header', name: 'authorization', value: isBasic ? `Basic ${btoa('demo:demo')}` : `Bearer ${demoKey}` };
};

/** The requests that wait for a response. A browser has six connections for a server, and the panel needs some itself. */
const maxPending = 3;
const pending = new Set<AbortController>();

/** Gives up the oldest request if too many wait, as under a fault that never responds. */
export const sendDraft = async (draft: Draft): Promise<Sent> => {
  const [oldest] = pending;
  if (oldest !== undefined && pending.size >= maxPending) {
    pending.delete(oldest);
    oldest.abort();
  }
  const own = new AbortController();
  pending.add(own);
  try {
    return await sendWith(draft, own.signal);
  } finally {
    pending.delete(own);
  }
};

const sendWith = async ({ method, path, headers, body }: Draft, signal: AbortSignal): Promise<Sent> => {
  const started = performance.now();
  let response: Response;
  try {
    response = await fetch(`${prefixOf(worldName.peek())}${path}`, {
      method,
      headers,
      signal,
      // A browser that may keep the response waits for an earlier request of the same address.
      cache: 'no-store',
      ...(body !== '' && method !== 'GET' && method !== 'HEAD' && { body }),
    });
  } catch {
    if (signal.aborted) throw new Error('No response: given up, since later requests wait too.');
    throw new Error('No response: the connection was lost, as with a transport fault.');
  }
  const text = await response.text().catch(() => undefined);
  const exchange = Number(response.headers.get('vivarium-exchange'));
  return {
    status: response.status,
    body: text === undefined || text === '' ? undefined : (tryParse(text) ?? text),
    isCut: text === undefined,
    durationMs: performance.now() - started,
    exchange: exchange > 0 ? exchange : undefined,
  };
};

/** Sends a valid request to the service, so that the list is not empty. */
export const sendOne = (): Promise<boolean> =>
  attempt(async () => {
    const operation = firstOperation();
    if (operation === undefined) throw new Error('The document has no operation.');
    await sendDraft(await draftFor(operation));
  });

/** A harmless operation: the first list, else the first that reads. */
export const firstOperation = (): OperationInfo | undefined => {
  const operations = service.peek()?.operations ?? [];
  return (
    operations.find(({ action }) => action === 'list') ??
    operations.find(({ method, path }) => method === 'GET' && !path.includes('{')) ??
    operations[0]
  );
};
