/** The second step of a forwarded request: the upstream's response becomes the result that faults and checks apply to. */
import type { Difference } from '../../../core/exchange.ts';
import { essenceOf, originOf, rawHeader } from '../../../core/http/http.ts';
import { type Input, readInput } from '../../../core/request/read-input.ts';
import { createRequestContext, type RequestContext } from '../../../core/request/request-context.ts';
import { corsHeaders } from '../../../core/response/cors.ts';
import { errorBodyFor } from '../../../core/response/error-body.ts';
import { isExecutable, nosniffHeaders, sandboxHeaders } from '../../../core/response/executable-content.ts';
import { receivedBody } from '../../../core/response/render-recorded.ts';
import {
  type ExecutionResult,
  lengthOf,
  pushOwnHeaders,
  type ResponseDraft,
  respond,
  writeBody,
} from '../../../core/response/write-response.ts';
import type { Operation } from '../../../core/service/operation.ts';
import type { Service } from '../../../core/service/service.ts';
import type { Upstream } from '../../../core/service/upstream.ts';
import { concludeSimulation, type Outcome, openSimulation } from '../../../core/simulate/simulate.ts';
import type { Change, State } from '../../../core/state/state.ts';
import { choiceIn } from '../../../core/state/upstream-choice.ts';
import { compareResponses } from './compare-responses.ts';
import type { Forward } from './forward.ts';
import { recordingOf } from './record-change.ts';
import { isOfConnection, namedByConnection } from './sent-headers.ts';
import { type Learning, SentValues, showsItem } from './shown-items.ts';

export type Received =
  | {
      readonly type: 'response';
      readonly status: number;
      /** Names and values alternate. */
      readonly headers: readonly string[];
      /** Decoded. */
      readonly body: Uint8Array;
      /** Milliseconds from the request to the end of the response. */
      readonly ms: number;
    }
  /** Its body is passed on as it arrives, beside the core. */
  | { readonly type: 'stream'; readonly status: number; readonly headers: readonly string[]; readonly ms: number }
  /** Nothing was received, or nothing was sent: the status and the reason, for the client. */
  | { readonly type: 'failed'; readonly status: number; readonly message: string; readonly ms?: number };

interface ReceivedMeanwhile {
  readonly received: Received;
  /** Whether another forwarded write of this world was under way. */
  readonly isOverlapped: boolean;
}

/**
 * `forward`: what the first step decided. The faults are selected again, and count now. A fault that would have kept the request
 * from being sent replaces the response.
 */
export const simulateReceived = (
  served: Service,
  state: State,
  now: number,
  forward: Omit<Forward, 'send'>,
  meanwhile: ReceivedMeanwhile,
): Outcome => {
  const { received } = meanwhile;
  const later = createLaterContext(forward.context, { served, state, now });
  const opening = openSimulation(later, { mayForward: true, isStreamed: received.type === 'stream' });
  const { context, faults } = opening;
  const isReal = received.type !== 'failed';
  if (isReal) {
    context.steps.push({
      type: 'forwarded',
      url: context.service.upstream?.url ?? '',
      streamed: received.type === 'stream',
    });
    if (faults.status?.work === 'skipped') context.steps.push({ type: 'sent-already' });
  }
  const write: typeof respond = (context, draft, details) => {
    const response = (draft.received === undefined ? respond : respondReceived)(context, draft, details);
    return isReal ? { ...response, headers: [...response.headers, ...originHeaders] } : response;
  };
  const { execution, differences } = executionOf(context, meanwhile, forward);
  const outcome = concludeSimulation(opening, execution, write);
  const upstreamMs = isReal ? received.ms : undefined;
  const exchange = { ...outcome.exchange, at: forward.context.now, upstreamMs, differences };
  // It was sent, and its response never came: the real service is the reason.
  const isLost = !isReal && (received.status === 502 || received.status === 504);
  return { ...outcome, exchange: isLost ? { ...exchange, origin: 'upstream' } : exchange };
};

const originHeaders: readonly string[] = ['Vivarium-Origin', 'upstream'];

/** The same request at a later moment. It matches as it did before, unless the document was reloaded in between. */
export const createLaterContext = (
  before: RequestContext,
  { served, state, now }: Pick<RequestContext, 'served' | 'state' | 'now'>,
): RequestContext => {
  if (before.served !== served) return createRequestContext(served, state, before.request, now);
  // What every decision begins with: the match, and the parameters that are unknown.
  const steps = before.steps.slice(0, before.steps[1]?.type === 'unknown-parameters' ? 2 : 1);
  const number = (state.counters.calls.get(before.operation?.name ?? '') ?? 0) + 1;
  return { ...before, state, now, number, steps, flaws: undefined, wantsItem: false };
};

const executionOf = (
  context: RequestContext,
  { received, isOverlapped }: ReceivedMeanwhile,
  forward: Omit<Forward, 'send'>,
): { readonly execution: ExecutionResult; readonly differences?: readonly Difference[] | undefined } => {
  const { operation, request, parameters } = context;
  // The upstream decides what is valid: here, it is only noted.
  const input = operation && readInput(operation, { request, parameters }, 'report');
  const violations = input?.violations ?? [];
  if (received.type === 'failed') {
    const { status, message } = received;
    context.steps.push({ type: 'refused', status, message, unanswered: true });
    const body = errorBodyFor(context, context.operation, { message, status });
    return { execution: { draft: { status, headers: [], body }, origin: 'refusal', changes: [], violations } };
  }
  const draft = draftOf(context, received);
  if (received.type === 'stream' || input === undefined)
    return { execution: { draft, origin: 'upstream', changes: [], violations } };
  const response = { context, input, received, draft, isOverlapped };
  const { differences, learning } = compared(response, forward);
  const changes = recorded(response, learning);
  const kept = changes.filter((change) => !showsItem(change)).length;
  if (kept > 0) context.steps.push({ type: 'kept', changes: kept });
  if (differences !== undefined)
    context.steps.push({ type: 'compared', differences: differences.length, overlapped: isOverlapped });
  return { execution: { draft, origin: 'upstream', changes, violations }, differences };
};

/** A response of the upstream, and the request that it answers. */
interface UpstreamResponse {
  readonly context: RequestContext;
  readonly input: Input;
  readonly received: Extract<Received, { readonly type: 'response' }>;
  readonly draft: ResponseDraft;
  readonly isOverlapped: boolean;
}

/** The differences, and what the world learns for those of later responses. */
const compared = (
  { context, input, received, draft: { status, body }, isOverlapped }: UpstreamResponse,
  { simulated, isWrite }: Omit<Forward, 'send'>,
): { readonly differences?: readonly Difference[] | undefined; readonly learning?: Learning | undefined } => {
  if (simulated === undefined) return {};
  const { state } = context;
  const operation = context.operation as Operation;
  const { binding } = operation;
  const sent = binding && new SentValues(binding, input, simulated.execution.changes);
  const real = { status, contentType: rawHeader(received.headers, 'content-type'), body };
  const differences = compareResponses({ context, operation, input, simulated, real, sent, isOverlapped });
  const learning = sent && {
    exchange: state.counters.exchanges + 1,
    sent,
    isWrite,
    isReplacement: context.request.method === 'PUT',
    isCreation: status === 201 || binding?.action === 'create',
    isOverlapped,
  };
  return { differences, learning };
};

const recorded = (
  { context, input, received, draft: { status, body } }: UpstreamResponse,
  learning: Learning | undefined,
): readonly Change[] => {
  const { service, state, apiPath } = context;
  const upstream = service.upstream as Upstream;
  if (learning === undefined && !choiceIn(state, service.name, upstream).record) return [];
  const { headers, body: bytes } = received;
  const { origin, base } = upstream;
  const ownBase = apiPath?.base ?? '';
  // Paths: the recording may be served at another address.
  const relocated = receivedHeaders(headers, { origin, base, ownOrigin: '', ownBase, isEncrypted: false });
  const contentType = rawHeader(headers, 'content-type');
  return recordingOf(context, input, { status, headers: relocated, contentType, body, bytes, learning });
};

const draftOf = (
  { request, service, apiPath }: RequestContext,
  received: Exclude<Received, { readonly type: 'failed' }>,
): ResponseDraft => {
  const { status, headers } = received;
  const { origin, base } = service.upstream as Upstream;
  const contentType = rawHeader(headers, 'content-type');
  return {
    status,
    headers: receivedHeaders(headers, {
      origin,
      base,
      ownOrigin: originOf(request),
      ownBase: request.pathPrefix + (apiPath?.base ?? ''),
      isEncrypted: request.isEncrypted === true,
    }),
    body: received.type === 'stream' ? undefined : receivedBody(received.body, essenceOf(contentType ?? '')),
    received: {
      contentType,
      // Of a response to HEAD, and of one whose body follows.
      contentLength: rawHeader(headers, 'content-length'),
      isStreamed: received.type === 'stream',
    },
  };
};

/** Whether the upstream sent the `Vary` with which our CORS headers begin. */
const variesByOrigin = (headers: readonly string[]) =>
  headers.some(
    (name, index) =>
      index % 2 === 0 &&
      name.toLowerCase() === 'vary' &&
      /(?:^|,)\s*(?:origin|\*)\s*(?:,|$)/i.test(headers[index + 1] ?? ''),
  );

/** Writes the response of an upstream; unlike `respond`, it keeps the `Date` and the body. */
const respondReceived: typeof respond = (context, { status, headers: own, body, received }, decided) => {
  const { contentType, contentLength, isStreamed } = received as NonNullable<ResponseDraft['received']>;
  const { request, service } = context;
  const headers = [...own];
  // A fault may have changed it.
  const isSameType = body === undefined || body.mediaType === essenceOf(contentType ?? '');
  const type = isSameType ? contentType : body.mediaType;
  if (type !== undefined) headers.push('Content-Type', type);
  const sent = body && writeBody(body);
  const length = sent === undefined ? contentLength : String(lengthOf(sent));
  const hasLength = request.method === 'HEAD' || isStreamed || sent !== undefined || status === 304;
  if (hasLength && length !== undefined) headers.push('Content-Length', length);
  else if (!isStreamed && status !== 204 && status !== 304 && request.method !== 'HEAD')
    headers.push('Content-Length', '0');
  pushOwnHeaders(headers, context, decided);
  const cors = corsHeaders(request.headers, service.exposedHeaders);
  // With these, a browser keeps content of the upstream from acting as this server.
  headers.push(...nosniffHeaders, ...(type !== undefined && isExecutable(type) ? sandboxHeaders : []));
  headers.push(...(variesByOrigin(own) ? cors.slice(2) : cors));
  return { status, headers, body: request.method === 'HEAD' ? undefined : sent };
};

/** An address below which URLs are the upstream's, and the one that takes its place. */
interface Relocation {
  readonly origin: string;
  /** `/api`, or empty for the root. */
  readonly base: string;
  /** This server's, with the world's prefix if the request used it. */
  readonly ownOrigin: string;
  readonly ownBase: string;
  readonly isEncrypted: boolean;
}

/** Headers that this server replaces, and those with which an upstream would decide for other services on this host. */
const dropped: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'strict-transport-security',
  'alt-svc',
  'clear-site-data',
  'service-worker-allowed',
  ...nosniffHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
]);

/** Names and values alternate. Without `Content-Type`, which depends on the faults, and without `Content-Length`. */
const receivedHeaders = (raw: readonly string[], relocation: Relocation): readonly string[] => {
  const named = namedByConnection(rawHeader(raw, 'connection'));
  const headers: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string;
    const key = name.toLowerCase();
    if (isOfConnection(key, named) || dropped.has(key)) continue;
    if (key.startsWith('access-control-') || key.startsWith('vivarium-')) continue;
    const value = relocated(key, raw[index + 1] as string, relocation);
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
};

/** Returns undefined if the header is dropped. */
const relocated = (key: string, value: string, relocation: Relocation): string | undefined => {
  switch (key) {
    case 'location':
    case 'content-location':
      return relocateUrl(value, relocation);
    case 'link':
      return value.replaceAll(/<([^<>]*)>/g, (_, url: string) => `<${relocateUrl(url, relocation)}>`);
    case 'set-cookie':
      return relocateCookie(value, relocation);
    default:
      return value;
  }
};

/** An absolute path stays a path. */
const relocateUrl = (url: string, { origin, base, ownOrigin, ownBase }: Relocation): string => {
  const isPath = url.startsWith('/') && !url.startsWith('//');
  const parsed = isPath ? undefined : URL.parse(url.startsWith('//') ? `${new URL(origin).protocol}${url}` : url);
  if (!isPath && parsed?.origin !== origin) return url;
  const rest = pathBelow(base, isPath ? url : url.replace(/^[^/]*\/\/[^/?#]*/, ''));
  if (rest === undefined) return url;
  return `${isPath ? '' : ownOrigin}${`${ownBase}${rest}` || '/'}`;
};

/** The rest behind the base, by segments: `/v10` is not below `/v1`. Undefined if it is not below. */
const pathBelow = (base: string, path: string): string | undefined =>
  path.startsWith(base) && /^(?:$|[/?#])/.test(path.slice(base.length)) ? path.slice(base.length) : undefined;

const relocateCookie = (cookie: string, { base, ownBase, isEncrypted }: Relocation): string | undefined => {
  if (/^\s*vivarium-/i.test(cookie)) return undefined;
  const [pair = '', ...attributes] = cookie.split(';');
  const kept = attributes.flatMap((attribute) => {
    const [, name = '', value = ''] = /^\s*([^=\s]*)\s*=?\s*(.*?)\s*$/s.exec(attribute) ?? [];
    switch (name.toLowerCase()) {
      case 'domain':
        return [];
      case 'secure':
        return isEncrypted ? [attribute] : [];
      case 'samesite':
        return isEncrypted || value.toLowerCase() !== 'none' ? [attribute] : [];
      case 'path': {
        const rest = pathBelow(base, value);
        return rest === undefined ? [attribute] : [` Path=${`${ownBase}${rest}` || '/'}`];
      }
      default:
        return [attribute];
    }
  });
  return [pair, ...kept].join(';');
};
