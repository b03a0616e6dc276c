/** Media types: matching of ranges, and content negotiation. */

import { type HttpRequest, headerOf } from './http.ts';

/** True for `application/json` and `application/problem+json`, with or without parameters. */
export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);

/** The media type without parameters, in lower case. */
export const essenceOf = (mediaType: string): string => {
  const semicolon = mediaType.indexOf(';');
  return (semicolon < 0 ? mediaType : mediaType.slice(0, semicolon)).trim().toLowerCase();
};

/** Whether a documented range (`application/*`, or `application/*+json` of ASP.NET) covers a media type. */
export const coversMediaType = (range: string, mediaType: string): boolean => {
  const [type, subtype = ''] = essenceOf(range).split('/');
  const [otherType, otherSubtype = ''] = mediaType.split('/');
  const isWithin = subtype.startsWith('*') ? otherSubtype.endsWith(subtype.slice(1)) : subtype === otherSubtype;
  return isWithin && (type === '*' || type === otherType);
};

/**
 * The documented content that the `Accept` header prefers (RFC 9110, section 12.5.1); undefined if it accepts none of them.
 */
export const negotiate = <Content extends { readonly mediaType: string }>(
  contents: readonly Content[],
  request: Pick<HttpRequest, 'headers'>,
): Content | undefined => {
  const accept = headerOf(request.headers, 'accept');
  if (accept === undefined || accept === '' || accept === '*/*') return contents[0];
  const ranges = accept.split(',').map(parseRange);
  // A client that accepts `application/vnd.example+json` reads JSON (RFC 6839).
  return preferred(contents, ranges) ?? preferred(contents, ranges.map(withoutSuffix));
};

const preferred = <Content extends { readonly mediaType: string }>(
  contents: readonly Content[],
  ranges: readonly AcceptedRange[],
): Content | undefined => {
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
    .toLowerCase()
    .split(';')
    .map((part) => part.trim()) as [string, ...string[]];

const weight = /^q\s*=\s*/;

const parseRange = (text: string): AcceptedRange => {
  const [name, ...rest] = splitType(text);
  const weightIndex = rest.findIndex((parameter) => weight.test(parameter));
  const quality = weightIndex < 0 ? 1 : Number((rest[weightIndex] as string).replace(weight, ''));
  // Parameters after the weight belong to the header, not to the range.
  const parameters = weightIndex < 0 ? rest : rest.slice(0, weightIndex);
  return { name, parameters, quality: Number.isNaN(quality) ? 1 : quality };
};

const withoutSuffix = (range: AcceptedRange): AcceptedRange =>
  /^application\/.+\+json$/.test(range.name) ? { ...range, name: 'application/json' } : range;

/** The weight of the most specific range that covers the type. */
const qualityFor = (mediaType: string, ranges: readonly AcceptedRange[]): number => {
  const [name, ...parameters] = splitType(mediaType);
  let quality = 0;
  let bestPrecision = -1;
  for (const range of ranges) {
    if (!coversMediaType(range.name, name) || contradicts(range.parameters, parameters)) continue;
    const precision =
      precisionOf(range.name) * 100 + range.parameters.filter((parameter) => parameters.includes(parameter)).length;
    if (precision > bestPrecision) [quality, bestPrecision] = [range.quality, precision];
  }
  return quality;
};

/** A parameter that the documented type does not have does not rule it out; a different value does. */
const contradicts = (requested: readonly string[], present: readonly string[]): boolean =>
  requested.some((parameter) => {
    const name = parameter.slice(0, parameter.indexOf('=') + 1);
    return name !== '' && present.some((text) => text.startsWith(name)) && !present.includes(parameter);
  });

const precisionOf = (range: string): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2);
