/** The response for a forced status, instead of the operation's own. */

import type { StatusEffect } from '../faults/effects.ts';
import { allowOf, isBodiless } from '../http/http.ts';
import type { Json } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { parseDuration } from '../primitives/units.ts';
import { challengeOf, sentSchemeOf } from '../request/authenticate.ts';
import type { RequestContext } from '../request/request-context.ts';
import { isExecutable } from '../response/executable-content.ts';
import type { ResponseBody, ResponseDraft } from '../response/write-response.ts';
import { endpointChallenge } from '../service/login-facts.ts';
import { type Content, contentFor, responseFor, type SecurityScheme } from '../service/operation.ts';

export const forceStatus = (context: RequestContext, effect: StatusEffect): ResponseDraft => {
  const { operation, steps } = context;
  const { status } = effect;
  const documented = operation !== undefined && responseFor(operation, status) !== undefined;
  const example = effect.example === undefined ? undefined : exampleNamed(context, status, effect.example);
  const isMissing = effect.example !== undefined && example === undefined;
  steps.push({ type: 'forced-status', status, documented, ...(isMissing && { missingExample: effect.example }) });
  return { status, headers: headersFor(context, effect), body: example ?? bodyFor(context, effect) };
};

/** The fault's headers, and those that the status requires (RFC 9110, sections 15.5.2 and 15.5.6). */
const headersFor = (context: RequestContext, { status, headers = {} }: StatusEffect): readonly string[] => {
  const { service, match, operation, now } = context;
  const forced = Object.entries(headers).flatMap(([name, value]) => [name, headerValue(name, value, now)]);
  const provided = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  if (status === 401 && !provided.has('www-authenticate')) {
    const challenge =
      operation?.endpoint === undefined
        ? (challengeOf(operation) ?? service.operations.map(challengeOf).find((found) => found !== undefined))
        : endpointChallenge(operation.endpoint);
    // Even if no operation requires a credential: a 401 must have a challenge (RFC 9110, section 11.6.1).
    forced.push('WWW-Authenticate', challenge ?? 'Bearer');
  }
  if (status === 405 && !provided.has('allow') && match.type === 'other-method') {
    forced.push('Allow', allowOf(match.methods).join(', '));
  }
  return forced;
};

const headerValue = (name: string, value: string, now: number): string => {
  // The response also depends on the origin, because of CORS.
  if (name.toLowerCase() === 'vary') return `Origin, ${value}`;
  // `30s` is sent as a date: world time plus 30 seconds.
  const delayMs = name.toLowerCase() === 'retry-after' ? parseDuration(value) : undefined;
  return delayMs === undefined ? value : new Date(now + delayMs).toUTCString();
};

const bodyFor = (context: RequestContext, effect: StatusEffect): ResponseBody | undefined => {
  const { status, body } = effect;
  const { service, operation, seedName, request, state, now } = context;
  if (isBodiless(status)) return undefined;
  const response = operation && responseFor(operation, status);
  const contents = response?.contents ?? [];
  const content = contentFor(response, request);
  if (body !== undefined) {
    const contentType = Object.entries(effect.headers ?? {}).find(
      ([name]) => name.toLowerCase() === 'content-type',
    )?.[1];
    return statedBody(body, contentType === undefined ? content : { mediaType: contentType });
  }
  const seed = seedFrom(state.seed, seedName, status, request.path, request.query);
  const generate = (): Json | undefined => content?.generate({ seed, now });
  const shape = status < 400 ? undefined : service.errorFor(operation, status, request);
  // A documented image is sent as it is: it has no place for a message.
  const isShaped = contents.length === 0 || contents.some(({ mediaType }) => mediaType === shape?.mediaType);
  if (shape !== undefined && isShaped) {
    const generated = content?.mediaType === shape.mediaType ? generate() : undefined;
    const value = shape.body({
      message: messageFor(context, status),
      status,
      ...(generated !== undefined && { generated }),
    });
    return { mediaType: shape.mediaType, value };
  }
  const value = generate();
  return content && value !== undefined ? { mediaType: content.mediaType, value } : undefined;
};

/** One of the document's examples for the status. Its status property becomes the actual one. */
export const exampleNamed = (context: RequestContext, status: number, name: string): ResponseBody | undefined => {
  const { service, operation, request } = context;
  const response = operation && responseFor(operation, status);
  const content = [contentFor(response, request), ...(response?.contents ?? [])].find((one) => one?.examples.has(name));
  const example = content?.examples.get(name);
  if (content === undefined || example === undefined) return undefined;
  const shape = status < 400 ? undefined : service.errorFor(operation, status, request);
  const value = shape?.body({ message: undefined, status, example }) ?? example;
  return { mediaType: content.mediaType, value };
};

/** A request with a credential gets the reason that fits it; the document's example often states a missing one. */
const messageFor = (context: RequestContext, status: number): string | undefined => {
  const scheme = status === 401 ? context.operation && sentSchemeOf(context.operation, context) : undefined;
  return scheme && `The ${credentialNames[scheme.type]} is not accepted`;
};

const credentialNames: Readonly<Record<SecurityScheme['type'], string>> = {
  'api-key': 'API key',
  basic: 'user name or the password',
  bearer: 'token',
};

/** A body that a scenario states, in the media type of the document. */
export const statedBody = (
  stated: Json | ((isMarkup: boolean) => Json),
  content: Pick<Content, 'mediaType'> | undefined,
): ResponseBody => {
  const value =
    typeof stated === 'function' ? stated(content !== undefined && isExecutable(content.mediaType)) : stated;
  const mediaType = content?.mediaType ?? (typeof value === 'string' ? 'text/plain' : 'application/json');
  return { mediaType, value };
};
