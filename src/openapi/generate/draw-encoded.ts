/** Draws texts that hold something else: bytes in base64 or hexadecimal, or a document of another media type. */
import { essenceOf, isJsonType } from '../../core/http/media-type.ts';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { encodingOf, sampleFile } from '../../parts/downloads/index.ts';
import { firstOf } from '../schema/applicable-schemas.ts';
import type { Merged } from '../schema/merged-schema.ts';
import type { DrawContext, DrawFor } from './draw-context.ts';
import type { NameHint } from './name-hint.ts';
import { sentenceFor, wordsFor } from './vocabulary.ts';

type DrawText = (context: DrawContext) => string;

/** Returns undefined for a text without an encoding and a media type. */
export const drawEncoded = (merged: Merged, hint: NameHint, drawFor: DrawFor): DrawText | undefined => {
  const { parts, format = '', maxLength } = merged;
  const encode = encodingOf(firstOf(parts, 'contentEncoding') ?? format);
  const mediaType = essenceOf(firstOf(parts, 'contentMediaType') ?? '');
  const content = contentOf(mediaType, merged, hint, drawFor);
  if (encode === undefined) return content;
  const file = sampleFile(mediaType);
  return (context) => encode(file ?? encodeBase64(new TextEncoder().encode((content ?? wordsFor)(context))), maxLength);
};

const contentOf = (mediaType: string, { parts }: Merged, hint: NameHint, drawFor: DrawFor): DrawText | undefined => {
  if (isJsonType(mediaType)) {
    const draw = drawFor([firstOf(parts, 'contentSchema') ?? { type: 'object' }], hint);
    return (context) => stringifyJson(draw(context));
  }
  return /[/+](xml|html)$/.test(mediaType) ? (context) => `<p>${sentenceFor(context)}</p>` : undefined;
};
