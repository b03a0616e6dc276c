/** Draws texts like an example of the document: the same pattern with other words and digits. */

import { isDateText, timeLike } from '../../core/primitives/time-notation.ts';
import { wordGroups } from '../../parts/names/index.ts';
import { createPattern } from '../pattern/pattern.ts';
import type { Merged } from '../schema/merged-schema.ts';
import type { Draw, DrawContext } from './draw-context.ts';
import { fakeTextFor, placeCodeFor } from './fake-by-name.ts';
import { email, uuid } from './formats.ts';
import type { NameHint } from './name-hint.ts';
import { instantFor } from './shared-facts.ts';
import { sentenceFor, slugFor, titleFor } from './vocabulary.ts';

/** `INV/2024/001`, `cus_Abc`, `A101`: no word. */
const code = /^(?![a-z]+$)(?=.*[\d_A-Z])[\w/#.:-]{3,40}$/;

/** `draw`: draws text by the name and the format of the property. */
export const drawLike = (example: string, merged: Merged, hint: NameHint, draw: Draw): Draw => {
  const expressions = merged.patterns.flatMap((text) => createPattern(text) ?? []);
  const isFit = (text: string) =>
    text.length >= merged.minLength &&
    text.length <= merged.maxLength &&
    expressions.every((expression) => expression.test(text) === true);
  const placed = placeCodeFor(hint, example);
  if (placed !== undefined)
    return (context) => {
      const text = context.sparse ? example : placed(context);
      return isFit(text) ? text : draw(context);
    };
  if (wordGroups.ends.has(hint.words, 'coded'))
    return (context) => (context.sparse || isFit(example) ? example : draw(context));
  if (
    wordGroups.ends.has(hint.words, 'distinguishing') &&
    !wordGroups.inside.has(`${hint.ownerWords} ${hint.words}`, 'otherCode') &&
    code.test(example) &&
    !uuidText.test(example)
  )
    return (context) => {
      const other = context.sparse ? example : codeLike(example, context);
      return isFit(other) ? other : draw(context);
    };
  const byName = hint.isId ? undefined : fakeTextFor(hint);
  const isNamed = byName !== undefined && merged.patterns.length === 0;
  const isFormatted = merged.format !== undefined && !/^(uri|url|iri)$/.test(merged.format);
  const isDated = isNamed && !isFormatted && isDateText(example);
  // An id where the name suggests words: the example of `created_by`.
  const isNumbered = isNamed && (/^(\d+|[0-9a-f]{24})$/.test(example) || uuidText.test(example));
  if (isNamed || isFormatted)
    return (context) => {
      if (context.sparse) return example;
      const drawn = draw(context);
      // `12 MB` and `3:45` where the name suggests another notation.
      if (measure.test(example) && unitOf(example) !== unitOf(String(drawn))) return textLike(example, context, hint);
      if (isDated) return textLike(example, context, hint);
      return isNumbered && !/\d/.test(String(drawn)) ? textLike(example, context, hint) : drawn;
    };
  return (context) => {
    if (context.sparse || context.tools === undefined) return example;
    // A pattern that a first name or a city matches describes no other notation.
    const named = byName?.(context.tools.faker, context, hint);
    if (named !== undefined && isFit(named)) return named;
    const text = textLike(example, context, hint);
    return isFit(text) ? text : draw(context);
  };
};

/** A number, with a sign or a unit. */
const measure = /^\D?\d[\d.,:]*\s?\D{0,3}$/;
const unitOf = (text: string) => text.replace(/[\d.,\s]/g, '');

const uuidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Other digits, except those of a year before others; without digits, other letters in the last part. */
const codeLike = (example: string, context: DrawContext): string => {
  const digit = () => String(1 + Math.floor(context.random() * 9));
  if (/\d/.test(example))
    return example.replace(/\b(?:19|20)\d\d\b(?=.*\d)|\d/g, (found) => (found.length > 1 ? found : digit()));
  return example.replace(/[A-Za-z]+$/, (letters) =>
    letters.replace(/./g, (letter) =>
      String.fromCharCode((letter < 'a' ? 65 : 97) + Math.floor(context.random() * 26)),
    ),
  );
};

const textLike = (example: string, context: DrawContext, hint: NameHint): string => {
  if (uuidText.test(example)) return uuid(context);
  // Drawn instants are whole seconds.
  if (isDateText(example))
    return timeLike(instantFor(context, hint), example).replace(/\.0+/, /\.\d+/.exec(example)?.[0] ?? '');
  if (!hint.isId && /^[^\s@]+@[^\s@]+$/.test(example)) return email(context, hint);
  if (/^[^<>]+<[^\s@<>]+@[^\s@<>]+>$/.test(example)) return `${titleFor(context)} <${email(context, hint)}>`;
  if (/^[a-z][a-z+.-]*:\/\//i.test(example)) return urlLike(example, context);
  // `ord_7315` for `ord_1042`.
  if (/\d/.test(example) && !/\s\S+\s/.test(example))
    return example.replace(
      /(:?)\d/g,
      (_, colon: string) => `${colon}${1 + Math.floor(context.random() * (colon ? 5 : 9))}`,
    );
  return wordsLike(example, context);
};

/** The host and the extension of the example with another last segment. */
const urlLike = (example: string, context: DrawContext): string => {
  const [, base = example, extension = ''] =
    /^([a-z][a-z+.-]*:\/\/[^/?#]+(?:\/[^?#]*\/|\/)?)[^/?#]*?(\.\w{2,5})?(?:[?#].*)?$/i.exec(example) ?? [];
  return `${base.endsWith('/') ? base : `${base}/`}${slugFor(context)}${extension}`;
};

/** What an unknown text is about, only its example says; a sentence may be another one. */
const wordsLike = (example: string, context: DrawContext): string =>
  example.trim().split(/\s+/).length > 3 ? sentenceFor(context) : example;
