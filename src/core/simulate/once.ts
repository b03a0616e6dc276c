/** A request with an `Idempotency-Key` acts once: whoever repeats it gets the first response again. */
import { contentOf, headerOf, isJsonType } from '../http/http.ts';
import { canonicalJson, fingerprint } from '../primitives/fingerprint.ts';
import { parseJson } from '../primitives/json.ts';
import { sentCredentials } from '../request/authenticate.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuse } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ExecutionResult } from '../response/write-response.ts';
import type { Operation } from '../service/operation.ts';
import { findReplay, type KeptResponse, keepResponse } from '../state/latest-part.ts';

type Keyed = Pick<KeptResponse, 'id' | 'sent'>;

/** Returns undefined if the request has no key, or one that means nothing for its method. */
export const keyedRequest = (context: RequestContext, operation: Operation, input: Input): Keyed | undefined => {
  const { request } = context;
  const key = operation.keepsNothing === true ? undefined : headerOf(request.headers, 'idempotency-key');
  if (key === undefined || key === '' || (request.method !== 'POST' && request.method !== 'PATCH')) return undefined;
  return {
    id: fingerprint(`${operation.name}\n${senderOf(context)}\n${key}`),
    sent: fingerprint(`${request.path}?${request.query}\n${sentText(context, input)}`),
  };
};

/** The credential of the request; empty: it has none. */
export const senderOf = (context: RequestContext): string =>
  sentCredentials(context.operation, context).join('\n') || (headerOf(context.request.headers, 'authorization') ?? '');

/** JSON in the order of its names. A form has other boundaries each time. */
const sentText = ({ request }: RequestContext, { body, mediaType, file }: Input): string => {
  const content = contentOf(request.body);
  if (content === undefined) return '';
  if (mediaType?.startsWith('multipart/') === true)
    return `${canonicalJson(body ?? null)}\n${file === undefined ? '' : textOf(file.bytes)}`;
  const text = typeof content === 'string' ? content : textOf(content);
  const parsed = mediaType === undefined || isJsonType(mediaType) ? parseJson(text) : undefined;
  return parsed?.ok === true ? canonicalJson(parsed.value) : text;
};

const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** The first response, or why there is none for this request; undefined: it is the first. */
export const replayOf = (
  { state, steps, now }: RequestContext,
  keyed: Keyed,
  violations: ExecutionResult['violations'],
): ExecutionResult | Refusal | undefined => {
  const kept = findReplay(state, keyed.id, now);
  if (kept === undefined) return undefined;
  if (kept.sent !== keyed.sent)
    return refuse('reused-key', 'header.idempotency-key was sent with another request before. Send a new key.');
  steps.push({ type: 'replayed', at: kept.at });
  const { origin, status, headers, body } = kept;
  return {
    draft: {
      status,
      headers: [...headers, 'Idempotent-Replayed', 'true'],
      body: body && { ...body, written: undefined },
    },
    ...{ origin, violations, changes: [] },
  };
};

/** A refusal before the action, and a failure of this server, are not kept. */
const unkept: ReadonlySet<number> = new Set([400, 401, 412, 428, 429]);

export const withReply = ({ now }: RequestContext, keyed: Keyed, result: ExecutionResult): ExecutionResult => {
  const { origin, draft, changes } = result;
  if (unkept.has(draft.status) || draft.status >= 500 || origin === 'forced') return result;
  if (origin === 'upstream' || origin === 'mock') return result;
  const { status, headers, body } = draft;
  const kept: KeptResponse = {
    ...keyed,
    ...{ at: now, origin, status, headers },
    ...(body !== undefined && { body: { mediaType: body.mediaType, value: body.value } }),
  };
  return { ...result, changes: [...changes, keepResponse(kept)] };
};
