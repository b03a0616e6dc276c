/** The headers that the document gives an answer: those that nothing else has decided are filled. */

import { encodePercent } from '../http/http.ts';
import { isJsonObject, type Json, stringifyJson } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ResponseSpec } from '../service/operation.ts';
import { addressFor, selfLinkFor } from './location.ts';
import type { ResponseDraft } from './write-response.ts';

/**
 * What every answer says of itself, what belongs to the connection, and what would be untrue: a generated
 * Content-Encoding breaks the client, generated CORS headers lock a browser out.
 */
const ours =
  /^(content-(length|encoding|type)|transfer-encoding|connection|keep-alive|proxy-.*|upgrade|trailer|te|date|vary|allow|deprecation|sunset|www-authenticate|preference-applied|access-control-.*|vivarium-.*)$/;

/** Names and values in turn: those of the draft, then what the document says beside them. */
export const fillHeaders = (
  call: RequestContext,
  { headers }: ResponseSpec,
  draft: ResponseDraft,
): readonly string[] => {
  if (headers.length === 0) return draft.headers;
  const known = new Set(draft.headers.flatMap((name, at) => (at % 2 === 0 ? [name.toLowerCase()] : [])));
  const missing = headers.filter(({ name }) => !known.has(name.toLowerCase()) && !ours.test(name.toLowerCase()));
  const { state, request, now } = call;
  const place = `${request.pathPrefix}${request.path}`;
  const filled = missing.flatMap((header) => {
    const { name, generate } = header;
    switch (name.toLowerCase()) {
      case 'location': {
        const key = draft.status === 201 ? idIn(draft.body?.value) : undefined;
        // RFC 9110, section 10.2.2: a created item is told where it is.
        if (key !== undefined)
          return [name, addressFor(call, header, `${place.replace(/\/$/, '')}/${encodePercent(key)}`)];
        break;
      }
      case 'link':
        // A generated link would lead nowhere, or on for ever.
        return [name, selfLinkFor(call, header, `${place}${request.query === '' ? '' : `?${request.query}`}`)];
      default:
        break;
    }
    const seed = seedFrom(state.seed, call.operationName, request.path, request.query, name);
    return [name, headerText(generate({ seed, now }))];
  });
  return [...draft.headers, ...filled];
};

const idIn = (value: Json | undefined): string | undefined => {
  const id = isJsonObject(value) && Object.hasOwn(value, 'id') ? value.id : undefined;
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : undefined;
};

/** What a header can carry (RFC 9110, section 5.5). */
const headerText = (value: Json): string =>
  (typeof value === 'string' ? value : stringifyJson(value)).replace(/[^\t\x20-\x7e]+/g, encodePercent);
