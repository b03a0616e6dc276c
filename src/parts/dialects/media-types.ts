/** Media types as documents misspell them. */

import { essenceOf } from '../../core/http/http.ts';
import { remembered } from '../../core/primitives/lazy.ts';

/** Misspelt media types, as many documents have them, and what they mean. */
const misspelt: readonly (readonly [RegExp, string])[] = [
  [/^(application\/|multipart\/)?(multipart-?)?(form|form-?data)$/, 'multipart/form-data'],
  [/^(application\/)?(x-)?(www-)?(form-?url|url-?form)-?encoded?$/, 'application/x-www-form-urlencoded'],
  [/^((application|text)\/(x-)?)?json$/, 'application/json'],
];

/** The media type that a client sends for this one of the document. */
export const meantType = (mediaType: string): string => {
  const name = essenceOf(namedType(mediaType));
  return misspelt.find(([pattern]) => pattern.test(name))?.[1] ?? name;
};

/** What is meant by a name that no Content-Type has: `json`, `application.json`, `pdf`. Other media types stay. */
export const namedType = remembered((mediaType): string => {
  const name = essenceOf(mediaType);
  if (name.includes('/')) return mediaType.replace(/^([^;,]+),.*$/, '$1');
  const [, type, subtype] = /^(application|audio|font|image|text|video)[.:\\-](.+)$/.exec(name) ?? [];
  if (type !== undefined) return `${type}/${subtype}`;
  if (/json$/.test(name)) return 'application/json';
  if (name === '*') return '*/*';
  if (/^(html|csv|markdown)$/.test(name)) return `text/${name}`;
  if (/^(text|txt|plain|string)$/.test(name)) return 'text/plain';
  return /^(xml|pdf|zip|yaml)$/.test(name) ? `application/${name}` : mediaType;
});
