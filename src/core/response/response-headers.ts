/** Generates the response headers that the document declares and that are not set yet. */

import { encodePercent, headerOf, rawHeader } from '../http/http.ts';
import { type Json, stringifyJson } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { RequestContext } from '../request/request-context.ts';
import { idIn } from '../resources/page.ts';
import { isDocumented, type ResponseHeader, type ResponseSpec } from '../service/operation.ts';
import { listsTag } from '../state/entity-tag.ts';
import { addressFor, selfLink } from './addresses.ts';
import type { ResponseDraft } from './write-response.ts';

/** Headers that are never generated: those of every response and of the connection, and those that would break the client. */
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
    const plain = name.toLowerCase();
    // RFC 9110, section 10.2.2: the location of the created item.
    const key = plain === 'location' && draft.status === 201 ? idIn(draft.body?.value, 'id') : undefined;
    if (key !== undefined)
      return [name, addressFor(context, header, `${url.replace(/\/$/, '')}/${encodePercent(key)}`)];
    if (plain === 'link') {
      // That of an example, unless it leads to another page: there is none, or an endless sequence.
      const shown = headerText(generate({ seed: state.seed, now }));
      const hrefs = [...shown.matchAll(/<([^>?]*)[^>]*>\s*;/g)].map(([, href = '']) => lastOf(href));
      const isOther = hrefs.length > 0 && !hrefs.includes(lastOf(request.path));
      return [name, isOther ? shown : selfLink(request, header)];
    }
    if (plain === 'etag') return [name, entityTag(context, header, draft.body?.value)];
    const seed = seedFrom(state.seed, context.seedName, request.path, request.query, name);
    const value = generate({ seed, now });
    // Only cookies are several lines.
    return Array.isArray(value) ? value.flatMap((line: Json) => [name, headerText(line)]) : [name, headerText(value)];
  });
  return [...draft.headers, ...filled];
};

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The tag of a body: it changes with the body, and is the same in each response that shows it. */
const entityTag = ({ state, now }: RequestContext, { generate }: ResponseHeader, body: Json | undefined): string =>
  headerText(generate({ seed: seedFrom(state.seed, stringifyJson(body ?? null)), now }));

/** Whether the client has this response already (RFC 9110, section 13.1.2), and the document lets the server say so. */
export const isNotModified = (context: RequestContext, { headers }: ResponseSpec, draft: ResponseDraft): boolean => {
  const { operation, request } = context;
  const sent = headerOf(request.headers, 'if-none-match');
  const header = headers.find(({ name }) => name.toLowerCase() === 'etag');
  if (sent === undefined || header === undefined || draft.status !== 200 || operation?.method !== 'GET') return false;
  const own = rawHeader(draft.headers, 'etag');
  if (own !== undefined) return isDocumented(operation, 304) && listsTag(sent, own);
  const tag = entityTag(context, header, draft.body?.value);
  // A documented example is the tag of every body, and says nothing.
  const isOwn = isDocumented(operation, 304) && tag !== entityTag(context, header, tag);
  return isOwn && sent.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
};

/** A value as the text of a header (RFC 9110, section 5.5). */
const headerText = (value: Json) =>
  (typeof value === 'string' ? value : stringifyJson(value)).replace(/[^\t\x20-\x7e]+/g, encodePercent);
