/** Generates the response headers that the document declares and that are not set yet. */

import { encodePercent } from '../http/http.ts';
import { isJsonObject, type Json, stringifyJson } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ResponseSpec } from '../service/operation.ts';
import { selfLink } from './link-header.ts';
import { addressFor } from './location.ts';
import type { ResponseDraft } from './write-response.ts';

/**
 * Headers that are never generated: those that every response has, those of the connection, and those that would be wrong.
 * A generated Content-Encoding breaks the client; generated CORS headers make a browser block the response.
 */
const neverGenerated =
  /^(content-(length|encoding|type)|transfer-encoding|connection|keep-alive|proxy-.*|upgrade|trailer|te|date|vary|allow|deprecation|sunset|www-authenticate|preference-applied|access-control-.*|vivarium-.*)$/;

/** The headers of the draft, followed by the generated ones; names and values alternate. */
export const fillHeaders = (
  context: RequestContext,
  { headers }: ResponseSpec,
  draft: ResponseDraft,
): readonly string[] => {
  if (headers.length === 0) return draft.headers;
  const known = new Set(draft.headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const missing = headers.filter(
    ({ name }) => !known.has(name.toLowerCase()) && !neverGenerated.test(name.toLowerCase()),
  );
  const { state, request, now } = context;
  const url = `${request.pathPrefix}${request.path}`;
  const filled = missing.flatMap((header) => {
    const { name, generate } = header;
    switch (name.toLowerCase()) {
      case 'location': {
        const key = draft.status === 201 ? idIn(draft.body?.value) : undefined;
        // RFC 9110, section 10.2.2: the location of the created item.
        if (key !== undefined)
          return [name, addressFor(context, header, `${url.replace(/\/$/, '')}/${encodePercent(key)}`)];
        break;
      }
      case 'link':
        // A generated link would be broken, or lead to an endless sequence of pages.
        return [name, selfLink(request, header)];
      default:
        break;
    }
    const seed = seedFrom(state.seed, context.seedName, request.path, request.query, name);
    return [name, headerText(generate({ seed, now }))];
  });
  return [...draft.headers, ...filled];
};

const idIn = (value: Json | undefined): string | undefined => {
  const id = isJsonObject(value) && Object.hasOwn(value, 'id') ? value.id : undefined;
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : undefined;
};

/** A value as the text of a header (RFC 9110, section 5.5). */
const headerText = (value: Json): string =>
  (typeof value === 'string' ? value : stringifyJson(value)).replace(/[^\t\x20-\x7e]+/g, encodePercent);
