/** Media types: which one covers another, and which one a client prefers. */

import { type HttpRequest, headerOf } from './http.ts';

/** `application/json` and `application/problem+json`, with parameters or without. */
export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);

/** Without parameters, in lower case. */
export const essenceOf = (mediaType: string): string => mediaType.replace(/;.*/s, '').trim().toLowerCase();

/** Whether a documented range (`application/*`) covers a media type. */
export const coversMediaType = (range: string, mediaType: string): boolean => {
  const [type, subtype] = essenceOf(range).split('/');
  const [wantedType, wantedSubtype] = mediaType.split('/');
  return (type === '*' || type === wantedType) && (subtype === '*' || subtype === wantedSubtype);
};

/**
 * The documented content that the `Accept` header prefers (RFC 9110, section 12.5.1); undefined when it takes none of them.
 */
export const negotiate = <Content extends { readonly mediaType: string }>(
  contents: readonly Content[],
  request: HttpRequest,
): Content | undefined => {
  const accept = headerOf(request.headers, 'accept');
  if (accept === undefined || accept === '' || accept === '*/*') return contents[0];
  const ranges = accept.split(',').map(parseRange);
  let best: Content | undefined;
  let bestQuality = 0;
  for (const content of contents) {
    const quality = qualityFor(content.mediaType, ranges);
    if (quality > bestQuality) [best, bestQuality] = [content, quality];
  }
  return best;
};

interface AcceptedRange {
  readonly name: string;
  /** `version=2`. */
  readonly parameters: readonly string[];
  readonly quality: number;
}

/** The name and its parameters. */
const splitType = (text: string): readonly [string, ...(readonly string[])] =>
  text
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/) as [string, ...string[]];

const weight = /^q\s*=\s*/;

const parseRange = (text: string): AcceptedRange => {
  const [name, ...rest] = splitType(text);
  const at = rest.findIndex((parameter) => weight.test(parameter));
  const quality = at < 0 ? 1 : Number((rest[at] as string).replace(weight, ''));
  // What follows the weight belongs to the header, not to the range.
  const parameters = at < 0 ? rest : rest.slice(0, at);
  return { name, parameters, quality: Number.isNaN(quality) ? 1 : quality };
};

/** By the most particular range that covers the type. */
const qualityFor = (mediaType: string, ranges: readonly AcceptedRange[]): number => {
  const [name, ...own] = splitType(mediaType);
  let quality = 0;
  let bestPrecision = -1;
  for (const range of ranges) {
    if (!coversMediaType(range.name, name) || contradicts(range.parameters, own)) continue;
    const precision = precisionOf(range.name) * 100 + range.parameters.filter((one) => own.includes(one)).length;
    if (precision > bestPrecision) [quality, bestPrecision] = [range.quality, precision];
  }
  return quality;
};

/** A parameter that the document does not give the type is no reason to refuse it. */
const contradicts = (asked: readonly string[], own: readonly string[]): boolean =>
  asked.some((parameter) => {
    const name = parameter.slice(0, parameter.indexOf('=') + 1);
    return name !== '' && own.some((other) => other.startsWith(name)) && !own.includes(parameter);
  });

const precisionOf = (range: string): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2);
