/** The conditions of a write: `If-Match`, `If-Unmodified-Since` and `If-None-Match: *` (RFC 9110, section 13). */
import { headerOf, type RequestHeaders } from '../http/http.ts';
import { getProperty, timeOf } from '../primitives/json.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import type { Operation } from '../service/operation.ts';
import type { Item } from '../state/collection.ts';
import { listsTag, tagOf } from '../state/entity-tag.ts';
import { type Refusal, refuse } from './refusal.ts';

/** Why the write must not act; undefined: it may. `item`: undefined, if the request would create it. */
export const preconditionOf = (
  { condition }: Operation,
  headers: RequestHeaders,
  spec: CollectionSpec,
  item: Item | undefined,
): Refusal | undefined => {
  if (condition === undefined) return undefined;
  const [match, since, noneMatch] = ['if-match', 'if-unmodified-since', 'if-none-match'].map((name) =>
    headerOf(headers, name),
  );
  if (match !== undefined) {
    // A weak tag matches nothing here (section 13.1.1).
    const strong = match.replaceAll(/W\/"[^"]*"/g, '');
    if (item !== undefined && listsTag(strong, tagOf(spec, item.key, item.version))) return undefined;
    const state = item === undefined ? 'there is no such item' : 'the item has changed since';
    return refuse('precondition', `header.if-match does not match: ${state}.`);
  }
  if (since !== undefined) {
    const [limit, changed] = [Date.parse(since), item && lastChangeOf(spec, item)];
    // A date that is none is ignored (section 13.1.4). HTTP dates have seconds.
    if (Number.isNaN(limit) || changed === undefined || Math.floor(changed / 1000) * 1000 <= limit) return undefined;
    return refuse('precondition', 'header.if-unmodified-since is before the last change of the item.');
  }
  if (noneMatch?.trim() === '*' && item !== undefined)
    return refuse('precondition', 'header.if-none-match is *, and the item exists.');
  return condition.isRequired && item !== undefined
    ? refuse('no-precondition', 'header.if-match is required: send the ETag of the item.')
    : undefined;
};

/** Milliseconds since the epoch; undefined: the item does not say. */
const lastChangeOf = (spec: CollectionSpec, { value }: Pick<Item, 'value'>): number | undefined => {
  const {
    timestamps: { updated, created },
  } = spec;
  for (const { name, form } of [...updated, ...created]) {
    const stated = getProperty(value, name);
    if (typeof stated === 'number') return form === 'seconds' ? stated * 1000 : stated;
    const time = typeof stated === 'string' ? timeOf(stated) : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
};
