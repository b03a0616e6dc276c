/** The parameters of a path. */

import { decodePercent } from '../../../../core/http/http.ts';
import type { Json, JsonObject } from '../../../../core/primitives/json.ts';
import { isSecret } from '../bodies/contents.ts';
import { Texts } from '../bodies/text-format.ts';
import { maxDraftedLength } from '../paths/path-words.ts';
import { type DraftPath, isParameter } from '../paths/paths.ts';
import { exemplary } from '../paths/recorded.ts';
import { isIdForm } from '../paths/segment.ts';

export const pathParameters = ({ segments, requests }: DraftPath): readonly JsonObject[] => {
  const shown = exemplary(requests);
  return segments.flatMap((segment, index): readonly JsonObject[] => {
    if (!isParameter(segment)) return [];
    const texts = shown.map((request) => decodePercent(request.segments[index] as string));
    const schema = schemaFor(texts);
    const example = isSecret(segment.parameter) ? undefined : exampleFor(texts[0] ?? '', schema.type === 'integer');
    return [
      {
        name: segment.parameter,
        in: 'path',
        required: true,
        schema,
        ...(example !== undefined && { example }),
      },
    ];
  });
};

const isInteger = (text: string): boolean => /^(?:0|[1-9]\d{0,14})$/.test(text);

const schemaFor = (texts: readonly string[]): JsonObject => {
  if (texts.every(isInteger)) return { type: 'integer' };
  const all = new Texts();
  for (const text of texts) all.add(text, '');
  return { type: 'string', ...(all.format === 'uuid' && { format: 'uuid' }) };
};

/** A long text that no one chose may be a secret. */
const exampleFor = (text: string, isNumber: boolean): Json | undefined => {
  if (isNumber) return Number(text);
  const isRandom = isIdForm(text) && text.length > 40;
  return text === '' || text.length > maxDraftedLength || isRandom ? undefined : text;
};
