/** The media types of a request body or a response. */

import { isHeaderValue } from '../../core/http/http.ts';
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
