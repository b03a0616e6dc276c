/** Media types: which one covers another, and which one a client prefers. */
import { type HttpRequest, headerOf } from './http.ts';
import type { Content } from './service.ts';

/** `application/json` and `application/problem+json`, with parameters or without. */
export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);

/** Without parameters, in lower case. */
const essenceOf = (mediaType: string): string => mediaType.replace(/;.*/s, '').trim().toLowerCase();

/** Whether a documented range (`application/*`) covers a media type. */
export const coversMediaType = (range: string, mediaType: string): boolean => {
  const [type, subtype] = essenceOf(range).split('/');
  const [wantedType, wantedSubtype] = mediaType.split('/');
  return (type === '*' || type === wantedType) && (subtype === '*' || subtype === wantedSubtype);
};

/**
 * The documented content that the `Accept` header prefers (RFC 9110, section 12.5.1); undefined when it takes none of them.
 */
export const negotiate = (contents: readonly Content[], request: HttpRequest): Content | undefined => {
  const accept = headerOf(request.headers, 'accept');
  if (accept === undefined || accept === '' || accept === '*/*') return contents[0];
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const quality = Number(
      /^q=([\d.]+)$/.exec(parameters.find((parameter) => parameter.startsWith('q=')) ?? '')?.[1] ?? 1,
    );
    return { name, quality: Number.isNaN(quality) ? 1 : quality, precision: precisionOf(name) };
  });
  let best: Content | undefined;
  let bestQuality = 0;
  for (const content of contents) {
    const mediaType = essenceOf(content.mediaType);
    const covering = ranges.filter((range) => coversMediaType(range.name, mediaType));
    const quality = covering.sort((one, other) => other.precision - one.precision)[0]?.quality ?? 0;
    if (quality > bestQuality) [best, bestQuality] = [content, quality];
  }
  return best;
};

const precisionOf = (range: string): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2);
