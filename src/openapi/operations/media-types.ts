/** The media types of a request body or a response. */

import { essenceOf, isHeaderValue } from '../../core/http/http.ts';
import { getProperty, type Json } from '../../core/primitives/json.ts';
import { entriesAt, type Located, type Source } from '../document/source.ts';

/** The entries of `content` with their pointers. A name that no Content-Type header can have is reported and ignored. */
export const mediaTypesOf = (
  { value, pointer }: Located,
  source: Source,
): readonly (readonly [mediaType: string, raw: Json, pointer: string])[] =>
  entriesAt(getProperty(value, 'content'), `${pointer}/content`).filter(([mediaType, , mediaTypePointer]) => {
    const isUsable = mediaType.trim() !== '' && isHeaderValue(mediaType);
    if (!isUsable)
      source.report(
        mediaTypePointer,
        `${JSON.stringify(mediaType)} is not a media type that a header can have; it is ignored`,
      );
    return isUsable;
  });

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
export const namedType = (mediaType: string): string => {
  const name = essenceOf(mediaType);
  if (name.includes('/')) return mediaType;
  const [, type, subtype] = /^(application|audio|font|image|text|video)[.:\\-](.+)$/.exec(name) ?? [];
  if (type !== undefined) return `${type}/${subtype}`;
  if (/json$/.test(name)) return 'application/json';
  if (name === '*') return '*/*';
  if (/^(html|csv|markdown)$/.test(name)) return `text/${name}`;
  if (/^(text|txt|plain|string)$/.test(name)) return 'text/plain';
  return /^(xml|pdf|zip|yaml)$/.test(name) ? `application/${name}` : mediaType;
};
