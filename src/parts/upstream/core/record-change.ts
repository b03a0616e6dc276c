/** What a world keeps of an upstream's response, as changes: items, responses without a collection, and errors as faults. */

import { rawHeader } from '../../../core/http/header-syntax.ts';
import { essenceOf, isJsonType } from '../../../core/http/media-type.ts';
import type { Json } from '../../../core/primitives/json.ts';
import type { Input } from '../../../core/request/read-input.ts';
import { recordedRequestOf, secretNamesOf } from '../../../core/request/recorded-request.ts';
import type { RequestContext } from '../../../core/request/request-context.ts';
import { toRecordedText } from '../../../core/response/render-recorded.ts';
import type { ResponseBody } from '../../../core/response/write-response.ts';
import { type Binding, showsItems } from '../../../core/service/binding.ts';
import { type Content, type Operation, type ResponseSpec, responseFor } from '../../../core/service/operation.ts';
import { type IsSecretName, redactSecrets } from '../../../core/service/redact-text.ts';
import { isUsualSecret, toSecretName } from '../../../core/service/secret-facts.ts';
import { withoutSecrets } from '../../../core/service/without-secrets.ts';
import type { Change } from '../../../core/state/state.ts';
import type { Learning } from './learning.ts';
import { recordItems, removedItem } from './record-items.ts';

/** A response of an upstream, as it was received. */
interface Recordable {
  readonly status: number;
  /** Names and values alternate; URLs of the upstream name this server by their path. */
  readonly headers: readonly string[];
  readonly contentType: string | undefined;
  readonly body: ResponseBody | undefined;
  readonly bytes: Uint8Array;
  /** Only if responses are compared. */
  readonly learning: Learning | undefined;
}

interface Recording extends Recordable {
  readonly context: RequestContext;
  readonly operation: Operation;
  readonly isSecret: IsSecretName;
}

/** `input`: of the request, read as a world that only reports violations. */
export const recordingOf = (context: RequestContext, input: Input, received: Recordable): readonly Change[] => {
  const { operation, request, served } = context;
  const { status } = received;
  // A secret in the path is the id of what is recorded.
  if (operation === undefined || request.method === 'HEAD' || status === 304) return nothing;
  const declared = served.secretsOf(operation.name);
  if (declared.paths.length > 0 || declared.responseBodies.has(essenceOf(received.contentType ?? ''))) return nothing;
  const recording = { ...received, context, operation, isSecret: secretNamesOf(declared) };
  const { binding, success } = operation;
  if (status >= 400) {
    // What breaks the document may be missing for another reason: a format in the path that nobody serves.
    const isGone = (status === 404 || status === 410) && input.violations.length === 0;
    return [...errorFault(recording), ...(isGone ? removedItem(context, input, received.learning) : nothing)];
  }
  const response = responseFor(operation, status);
  if (response === undefined || success === undefined) return nothing;
  const items = binding === undefined || status >= 300 ? nothing : itemChanges(recording, binding, input);
  const hasResponse = binding === undefined || !showsItems(binding);
  return hasResponse ? [...items, ...recordedResponse(recording, input, response)] : items;
};

const nothing: readonly never[] = [];

const itemChanges = (recording: Recording, binding: Binding, input: Input): readonly Change[] => {
  const { context, body, isSecret, learning } = recording;
  const value = body !== undefined && isReadable(body) ? body.value : undefined;
  return recordItems(context, binding, input, { value, isSecret, learning });
};

const isReadable = ({ mediaType, problems = [] }: ResponseBody): boolean =>
  isJsonType(mediaType) && problems.every(({ rule }) => rule !== 'syntax');

/** The first response with this status. Off: the world goes on as it is. */
const errorFault = (recording: Recording): readonly Change[] => {
  const { context, operation, status, contentType } = recording;
  const name = `recorded-${operation.name}-${status}`;
  if (context.state.faults.has(name)) return nothing;
  const body = bodyOf(recording, responseFor(operation, status));
  const retryAfter = rawHeader(recording.headers, 'retry-after');
  const headers = {
    ...(typeof body === 'string' && contentType !== undefined && { 'Content-Type': contentType }),
    // Clients wait for it, also where the document does not declare it. A date would soon be past.
    ...(retryAfter !== undefined && /^\d+$/.test(retryAfter) && { 'Retry-After': retryAfter }),
  };
  const entry = {
    enabled: false,
    fault: {
      name,
      description: undefined,
      group: 'status',
      on: { operation: operation.name },
      when: undefined,
      effect: {
        type: 'status',
        status,
        headers: Object.keys(headers).length > 0 ? headers : undefined,
        body,
        work: 'skipped',
      },
    },
  } as const;
  return [{ type: 'fault-put', entry, at: context.now }];
};

const recordedResponse = (recording: Recording, input: Input, spec: ResponseSpec): readonly Change[] => {
  const { context, operation, status, contentType } = recording;
  const headers = {
    ...documentedHeaders(recording, spec),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
  };
  const response = bodyOf(recording, spec);
  return [
    {
      type: 'response-recorded',
      response: {
        ...recordedRequestOf(context, operation, input),
        status,
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(response !== undefined && { response }),
      },
    },
  ];
};

/** The body without secrets; bytes as a data URL. */
const bodyOf = (
  { context: { state, now }, body, bytes, isSecret }: Recording,
  spec: ResponseSpec | undefined,
): Json | undefined => {
  if (body === undefined) return undefined;
  if (isReadable(body))
    return withoutSecrets(body.value, isSecret, () => contentOf(spec)?.generate({ seed: state.seed, now }));
  const text = typeof body.value === 'string' && body.value !== '' ? body.value : undefined;
  return toRecordedText(bytes, text && redactSecrets(text, isSecret));
};

const contentOf = (spec: ResponseSpec | undefined): Content | undefined =>
  spec?.contents.find(({ mediaType }) => isJsonType(mediaType));

/** The headers that the document has, without cookies and those that have a secret. */
const documentedHeaders = (
  { headers, isSecret, context, operation }: Recording,
  spec: ResponseSpec,
): Readonly<Record<string, string>> => {
  const declared = context.served.secretsOf(operation.name).headers;
  const found: Record<string, string> = {};
  for (const { name } of spec.headers) {
    const secretName = toSecretName(name);
    if (isUsualSecret(secretName) || declared.has(secretName)) continue;
    const index = headers.findIndex((one, at) => at % 2 === 0 && one.toLowerCase() === name.toLowerCase());
    const value = headers[index + 1];
    if (index >= 0 && value !== undefined && redactSecrets(value, isSecret) === value) found[name] = value;
  }
  return found;
};
