/** The parameters that requests had in the query and in headers. */

import type { Json, JsonObject } from '../../../../core/primitives/json.ts';
import { isPageNumber } from '../../../../openapi/resources/describe/paging-names.ts';
import { wordLists } from '../../../words/index.ts';
import { isSecret } from '../bodies/contents.ts';
import { maxDraftedLength } from '../paths/path-words.ts';
import { isAccepted, type Recorded } from '../paths/recorded.ts';
import { headerName, isKeyName } from './draft-security.ts';
import type { DraftOperation } from './operations.ts';

/** The first ones: more names are data. */
const maxParameters = 50;

interface Sent {
  readonly in: 'query' | 'header';
  readonly name: string;
  readonly values: Set<string>;
  isRepeated: boolean;
  /** Requests that had it. */
  count: number;
}

/** One is required only if a request without it was rejected: a client may always send what it need not. */
export const sentParameters = ({ requests }: DraftOperation): readonly JsonObject[] => {
  const found = new Map<string, Sent>();
  const accepted = requests.filter(isAccepted);
  for (const request of accepted)
    for (const [key, { pairs, ...where }] of pairsOf(request)) {
      const known = found.get(key) ?? { ...where, values: new Set(), isRepeated: false, count: 0 };
      if (!found.has(key) && found.size >= maxParameters) continue;
      found.set(key, known);
      known.isRepeated ||= pairs.length > 1;
      known.count++;
      for (const value of pairs) known.values.add(value);
    }
  const rejected = requests.filter(({ status = 0 }) => rejections.has(status)).map(pairsOf);
  return [...found].map(([key, sent]) => {
    const isRequired = sent.count === accepted.length && rejected.some((pairs) => !pairs.has(key));
    return parameterOf(sent, isRequired);
  });
};

const rejections: ReadonlySet<number> = new Set([400, 403, 412, 422, 428]);

type Pairs = Pick<Sent, 'in' | 'name'> & { readonly pairs: string[] };

const pairsOf = ({ seen: { query, headers } }: Recorded): ReadonlyMap<string, Pairs> => {
  const found = new Map<string, Pairs>();
  const add = (where: Sent['in'], name: string, value: string): void => {
    const known = found.get(`${where} ${name}`) ?? { in: where, name, pairs: [] };
    found.set(`${where} ${name}`, known);
    known.pairs.push(value);
  };
  for (const [name, value] of new URLSearchParams(query)) if (isOwnQuery(name)) add('query', name, value);
  for (const [name, value] of headers) if (isOwnHeader(name)) add('header', name, value);
  return found;
};

const isOwnQuery = (name: string): boolean =>
  name !== '' && name.length <= maxDraftedLength && !trackers.test(name) && !isKeyName(name);

/** Parameters of a tracker, or against caches. */
const trackers = /^(?:_|_dc|cb|nocache|cachebuster|utm_\w+|fbclid|gclid|msclkid)$/;

const isOwnHeader = (name: string): boolean =>
  /^(?:x-[\w-]{1,60}|idempotency-key|(?:\w{1,30}-)?(?:tenant|version)(?:-id)?)$/.test(name) &&
  !plumbing.test(name) &&
  !isKeyName(name);

/** Headers of browsers, proxies and traces. */
const plumbing =
  /^x-(?:requested-with|forwarded|real-ip|request-id|correlation-id|b3|amz|datadog|cloud|client-data|csrf|xsrf|http-method|newrelic|sentry|client-trace|goog)/;

const parameterOf = ({ in: where, name, values, isRepeated }: Sent, isRequired: boolean): JsonObject => {
  const texts = [...values].filter((value) => value !== '');
  const type = where === 'header' ? 'string' : typeOf(name, texts);
  const example = texts.find((text) => text.length <= maxDraftedLength);
  const shown = example === undefined || isSecret(name) ? undefined : typedValue(example, type);
  const isList = isRepeated && where === 'query';
  return {
    name: where === 'header' ? headerName(name) : name,
    in: where,
    ...(isRequired && { required: true }),
    schema: isList ? { type: 'array', items: { type } } : { type },
    ...(shown !== undefined && { example: isList ? [shown] : shown }),
  };
};

type Type = 'string' | 'integer' | 'number' | 'boolean';

/** One number may be a text by chance: a search for `2024`. */
const typeOf = (name: string, texts: readonly string[]): Type => {
  if (texts.length === 0) return 'string';
  if (texts.every((text) => /^(?:true|false)$/.test(text))) return 'boolean';
  const isNumber = texts.length > 1 || isPageNumber(name) || wordLists.sizes.has(name) || /id$/i.test(name);
  if (!isNumber) return 'string';
  if (texts.every((text) => /^-?(?:0|[1-9]\d{0,14})$/.test(text))) return 'integer';
  return texts.every((text) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) ? 'number' : 'string';
};

const typedValue = (text: string, type: Type): Json =>
  type === 'boolean' ? text === 'true' : type === 'string' ? text : Number(text);
