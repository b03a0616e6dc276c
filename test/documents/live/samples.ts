/** Each operation gets its generated request, over `world.fetch`. */
import { expect } from 'vitest';
import { isJsonType } from '../../../src/core/http/http.ts';
import { stringifyJson } from '../../../src/core/primitives/json.ts';
import type { Operation } from '../../../src/core/service/operation.ts';
import { type SampleRequest, sampleRequest } from '../../../src/parts/samples/sample-request.ts';
import { isExcepted } from '../exceptions.ts';
import { someOfEachKind } from '../sources.ts';
import { type LiveDocument, serviceOf } from '../support/live-documents.ts';
import { successesOf } from '../support/raw-document.ts';

const now = Date.UTC(2030, 5, 1);

/** The request with the credentials of the first alternative of the operation's security. */
const toRequest = ({ method, path, headers, body }: SampleRequest, { security }: Operation): Request => {
  const url = new URL(path, 'http://localhost');
  const sent = new Headers(headers);
  for (const scheme of security[0] ?? []) {
    if (scheme.type === 'bearer') sent.set('authorization', 'Bearer demo');
    else if (scheme.type === 'basic') sent.set('authorization', `Basic ${btoa('ada:demo')}`);
    else if (scheme.in === 'header') sent.set(scheme.name, 'demo');
    else if (scheme.in === 'query') url.searchParams.append(scheme.name, 'demo');
    else sent.set('cookie', [sent.get('cookie'), `${scheme.name}=demo`].filter(Boolean).join('; '));
  }
  return new Request(url, { method, headers: sent, body: textOf(method, body) });
};

/** Undefined bodies, and those that fetch does not send, are null. */
export const textOf = (method: string, body: SampleRequest['body']): string | null => {
  if (body === undefined || method === 'GET' || method === 'HEAD') return null;
  return isJsonType(body.mediaType) ? stringifyJson(body.value) : String(body.value);
};

/** The operations of a large document are described alike. */
const maxSamples = 24;

const oddAnswers = async ({ vivarium, document }: LiveDocument): Promise<readonly string[]> => {
  const service = serviceOf(vivarium);
  const { name: file, operations } = document;
  const world = vivarium.world('samples');
  const odd: string[] = [];
  for (const operation of someOfEachKind(service.operations, maxSamples)) {
    const name = `${operation.method} ${operation.path}`;
    // A `Request` cannot have the method.
    if (operation.method === 'TRACE' || isExcepted({ document: file, operation: name, kind: 'sample' })) continue;
    const raw = operations.find((one) => `${one.method} ${one.path.replace(/[?#].*$/, '')}` === name);
    const isUnanswered = raw !== undefined && successesOf(raw).length === 0;
    const request = toRequest(sampleRequest(service, operation, { seed: 5, now, state: undefined }), operation);
    const { status } = await world.fetch(request);
    const violations = world.exchanges({ limit: 1 })[0]?.violations ?? [];
    const isOdd = isUnanswered ? status !== 501 : status !== 404 && status >= 400;
    if (isOdd || (status !== 501 && violations.length > 0))
      odd.push(`${name}: ${status} ${violations.map(({ side, message }) => `${side} ${message}`).join('; ')}`);
  }
  return odd;
};

export const expectAcceptedSamples = async (live: LiveDocument): Promise<void> => {
  expect(await oddAnswers(live)).toEqual([]);
};
