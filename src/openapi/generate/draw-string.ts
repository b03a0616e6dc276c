import { lazily } from '../../core/primitives/lazy.ts';
import { createPattern } from '../pattern/pattern.ts';
import type { Merged } from '../schema/merged-schema.ts';
import { cutTo, type Draw, type DrawContext, maxTextLength } from './draw-context.ts';
import { drawPatternText } from './draw-pattern.ts';
import { type Believable, believable } from './fake-by-name.ts';
import { formats, resized } from './formats.ts';
import type { NameHint } from './name-hint.ts';
import { type PatternPart, partsOfPattern } from './parse-pattern.ts';
import { slugFor, titleFor, wordFor } from './vocabulary.ts';

export const drawString = (merged: Merged, hint: NameHint): Draw => {
  const [pattern] = merged.patterns;
  if (pattern !== undefined) return drawPattern(pattern, merged, hint);
  const formatted = formats.get(merged.format ?? '');
  if (formatted !== undefined) {
    const resize = resized.get(merged.format ?? '') ?? String;
    return (context) => {
      const text = formatted(context, hint);
      return isOfLength(text, merged) ? text : resize(text, cutLengths(merged, context));
    };
  }
  const like = believable(hint);
  return (context) => {
    if (context.tools === undefined) return fitLength(plainText(hint), merged, context);
    const text = like?.(context.tools.faker, context, hint);
    if (text !== undefined && isOfLength(text, merged)) return text;
    return fitLength(context.tools.words(), merged, context);
  };
};

const plainText = ({ name }: NameHint): string => (name === '' ? 'text' : name);

const isOfLength = (text: string, { minLength, maxLength }: Merged): boolean =>
  text.length >= minLength && text.length <= maxLength;

/** Text up to this length is always drawn. */
const shortText = 1000;

/** The lengths that the value still has room for. */
const cutLengths = ({ minLength, maxLength }: Merged, context: DrawContext) => {
  const most = Math.min(maxTextLength, Math.max(shortText, context.textLeft));
  const least = cutTo(minLength, most, context);
  if (least > shortText) context.textLeft -= least;
  return { minLength: least, maxLength };
};

/** Words are cut or repeated to the length; a cut does not end in a space. */
const fitLength = (text: string, merged: Merged, context: DrawContext): string => {
  let result = text;
  const { minLength, maxLength } = cutLengths(merged, context);
  const separator = context.tools === undefined ? '-' : ' ';
  for (let words = 0; result.length < minLength && words < 100; words++)
    result += `${separator}${context.tools?.words() ?? text}`;
  // Nobody reads that far: the same again costs nothing.
  if (result.length < minLength)
    result = `${result}${separator}`.repeat(Math.ceil(minLength / result.length)).slice(0, minLength);
  if (result.length > maxLength) result = shortened(result, minLength, maxLength);
  return result;
};

/** To whole words where that leaves enough. */
const shortened = (text: string, minLength: number, maxLength: number): string => {
  const cut = text.slice(0, maxLength);
  const space = cut.lastIndexOf(' ');
  const words = text[maxLength] === ' ' ? cut : cut.slice(0, Math.max(space, 0));
  return words.length >= Math.max(minLength, 1) ? words : cut.replace(/ $/, 'a');
};

/** What looks better than text that only fits, where it fits too. */
const candidates: readonly Believable[] = [
  (_faker, context) => titleFor(context),
  (_faker, context) => slugFor(context),
  (_faker, context) => wordFor(context),
];

const drawPattern = (pattern: string, merged: Merged, hint: NameHint): Draw => {
  const expressions = merged.patterns.flatMap((text) => createPattern(text) ?? []);
  const isFit = (text: string): boolean =>
    isOfLength(text, merged) && expressions.every((expression) => expression.test(text) === true);
  const byFormat = formats.get(merged.format ?? '');
  const byName = byFormat === undefined ? believable(hint) : undefined;
  const likely = [...(byName === undefined ? [] : [byName]), ...(hint.isId ? [] : candidates)];
  const examples = merged.examples.filter(
    (example): example is string => typeof example === 'string' && isFit(example),
  );
  const parsed = lazily(() => parsePattern(pattern));
  return (context) => {
    const { tools } = context;
    if (tools === undefined) return examples[0] ?? plainText(hint);
    const formatted = byFormat?.(context, hint);
    if (formatted !== undefined && isFit(formatted)) return formatted;
    for (const like of likely) {
      const text = like(tools.faker, context, hint);
      if (isFit(text)) return text;
    }
    const lengths = cutLengths(merged, context);
    const { text, isCut } = drawPatternText(parsed(), context.random, { ...lengths, isFit });
    if (isFit(text)) return text;
    context.isCut ||= isCut && examples.length === 0;
    return examples[0] ?? text;
  };
};

const noText: PatternPart = { type: 'choice', options: [], group: undefined };

/** A pattern that is a regular expression but beyond our reading of them has no text. */
const parsePattern = (pattern: string): PatternPart => {
  try {
    return partsOfPattern(pattern, createPattern(pattern)?.flags ?? '');
  } catch {
    return noText;
  }
};
