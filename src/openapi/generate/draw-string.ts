import { essenceOf, isJsonType } from '../../core/http/http.ts';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { OutOfSteps } from '../../core/primitives/step-budget.ts';
import { encodingOf, sampleFile } from '../../parts/downloads/index.ts';
import { isPicture } from '../../parts/pictures/index.ts';
import { meaningIn } from '../../parts/sayings/described-texts.ts';
import { createPattern } from '../pattern/pattern.ts';
import { type Characters, type PatternPart, partsOfPattern } from '../pattern/pattern-parts.ts';
import type { Merged } from '../schema/merged-schema.ts';
import { firstOf } from '../schema/schema.ts';
import { cutTo, type Draw, type DrawContext, type DrawFor, maxTextLength } from './draw-context.ts';
import { fakeTextFor, shorterTexts } from './fake-by-name.ts';
import { formats, resizers } from './formats.ts';
import type { FakeText } from './kinds-of-things.ts';
import { hintFor, type NameHint } from './name-hint.ts';
import { phraseFor, pick, sentenceFor, slugFor, titleFor, wordFor, wordsFor } from './vocabulary.ts';

type DrawText = (context: DrawContext) => string;

/** Returns undefined for a text without an encoding and a media type. */
const drawEncoded = (merged: Merged, hint: NameHint, drawFor: DrawFor): DrawText | undefined => {
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

export const drawString = (merged: Merged, hint: NameHint, drawFor: DrawFor): Draw => {
  const [pattern] = merged.patterns;
  if (pattern !== undefined) return drawPattern(pattern, merged, hint);
  const formatted = drawEncoded(merged, hint, drawFor) ?? formats.get(merged.format ?? '');
  if (formatted !== undefined) {
    const resize = resizers.get(merged.format ?? '') ?? String;
    return (context) => {
      const text = formatted(context, hint);
      if (isOfLength(text, merged)) return text;
      const shorter = isPicture(hint) ? shorterTexts(hint, context).find((one) => isOfLength(one, merged)) : undefined;
      return shorter ?? resize(text, cutLengths(merged, context));
    };
  }
  const meant = meantIn(merged.description && meaningIn(merged.description), hint);
  // An unknown format says what a name would: `phone`, `color`.
  const faked = fakeTextFor(meant) ?? fakeTextFor(hintFor(merged.format ?? '', ''));
  return (context) => {
    if (context.tools === undefined) return fitLength(plainText(hint), merged, context);
    const text = faked?.(context.tools.faker, context, meant);
    if (text !== undefined && isOfLength(text, merged)) return text;
    const shorter = text && shorterTexts(hint, context).find((one) => isOfLength(one, merged));
    return shorter ? shorter : fitLength(unknownText(context, hint), merged, context);
  };
};

/** Where the name of a text says little, or a part of what the description says, the description decides: `code` and `currency code`. */
const meantIn = (meaning: string | undefined, hint: NameHint): NameHint => {
  if (meaning === undefined) return hint;
  const isSaid = meaning.split(' ').includes(hint.words.split(' ').at(-1) ?? '');
  if (!isSaid && fakeTextFor(hint) !== undefined) return hint;
  // Which time it is, only the name says.
  return { ...hint, words: meaning === 'timestamp' ? `${hint.words} timestamp` : meaning };
};

/** A text with the words of the name. Many in one list have numbers, since few phrases differ. */
const unknownText = (context: DrawContext, { words, ownerWords }: NameHint): string => {
  const phrase = phraseFor(context, words === 'value' ? ownerWords : words);
  return (context.position ?? 0) < 5 ? phrase : `${phrase} ${context.position}`;
};

const plainText = ({ name }: NameHint): string => (name === '' ? 'text' : name);

const isOfLength = (text: string, { minLength, maxLength }: Merged) =>
  text.length >= minLength && text.length <= maxLength;

/** Text up to this length is always drawn. */
const shortText = 1000;

/** The lengths of the schema, limited by the characters left for the value. */
const cutLengths = ({ minLength, maxLength }: Merged, context: DrawContext) => {
  const max = Math.min(maxTextLength, Math.max(shortText, context.textLeft));
  const minimum = cutTo(minLength, max, context);
  if (minimum > shortText) context.textLeft -= minimum;
  return { minLength: minimum, maxLength };
};

/** Cuts or repeats words to the required length. The text does not end in a space. */
const fitLength = (text: string, merged: Merged, context: DrawContext): string => {
  let result = text;
  const { minLength, maxLength } = cutLengths(merged, context);
  const separator = context.tools === undefined ? '-' : ' ';
  for (let words = 0; result.length < minLength && words < 100; words++)
    result += `${separator}${context.tools === undefined ? text : wordsFor(context)}`;
  // Repetition is cheap, and nobody reads text of this length.
  if (result.length < minLength)
    result = `${result}${separator}`.repeat(Math.ceil(minLength / result.length)).slice(0, minLength);
  if (result.length > maxLength) result = shortened(result, minLength, maxLength);
  return result;
};

/** Cuts the text after a whole word, if enough remains. */
const shortened = (text: string, minLength: number, maxLength: number): string => {
  const cut = text.slice(0, maxLength);
  const space = cut.lastIndexOf(' ');
  const words = text[maxLength] === ' ' ? cut : cut.slice(0, Math.max(space, 0));
  return words.length >= Math.max(minLength, 1) ? words : cut.replace(/ $/, 'a');
};

/** Readable texts that are tried before text is drawn from the pattern. */
const candidates: readonly FakeText[] = [
  (_faker, context) => titleFor(context),
  (_faker, context) => slugFor(context),
  (_faker, context) => wordFor(context),
  (faker) => faker.finance.amount({ min: 1, max: 200 }),
  (faker) => faker.color.rgb(),
];

const drawPattern = (pattern: string, merged: Merged, hint: NameHint): Draw => {
  const expressions = merged.patterns.flatMap((text) => createPattern(text) ?? []);
  const isFitWith = ({ patternSteps }: DrawContext, text: string) => {
    // Drawing it has taken longer than its test, if that is cheap.
    patternSteps.spend(1 + text.length);
    return isOfLength(text, merged) && expressions.every((expression) => expression.test(text, patternSteps) === true);
  };
  const byFormat = formats.get(merged.format ?? '');
  const byName = byFormat === undefined ? fakeTextFor(hint) : undefined;
  const likely = [...(byName === undefined ? [] : [byName]), ...(hint.isId ? [] : candidates)];
  const examples = merged.examples.filter((example) => typeof example === 'string');
  const parsed = lazily(() => parsePattern(pattern));
  const drawFit = (context: DrawContext): string => {
    const isFit = (text: string) => isFitWith(context, text);
    const { tools } = context;
    if (tools === undefined) return examples.find(isFit) ?? plainText(hint);
    const formatted = byFormat?.(context, hint);
    if (formatted !== undefined && isFit(formatted)) return formatted;
    const picture = isPicture(hint) ? shorterTexts(hint, context).find(isFit) : undefined;
    if (picture !== undefined) return picture;
    for (const candidate of likely) {
      const text = candidate(tools.faker, context, hint);
      if (isFit(text)) return text;
    }
    const lengths = cutLengths(merged, context);
    const { text, isCut } = drawPatternText(parsed(), context.random, { ...lengths, isFit, isCode: hint.isId });
    if (isFit(text)) return text;
    // What follows a match may be any text.
    const example = [text.padEnd(lengths.minLength, text || 'a'), ...examples].find(isFit);
    context.isCut ||= isCut && example === undefined;
    return example ?? text;
  };
  return (context) => {
    try {
      return drawFit(context);
    } catch (error) {
      if (!(error instanceof OutOfSteps)) throw error;
      context.isCut = true;
      return plainText(hint);
    }
  };
};

const noText: PatternPart = { type: 'choice', options: [] };

/** A regular expression that the parser does not support has no text. */
const parsePattern = (pattern: string): PatternPart => {
  try {
    return partsOfPattern(pattern, createPattern(pattern)?.flags ?? '');
  } catch {
    return noText;
  }
};

type Random = () => number;

interface PatternTextOptions {
  readonly minLength: number;
  readonly maxLength: number;
  /** Whether a text is valid. Invalid texts are drawn again. */
  readonly isFit: (text: string) => boolean;
  /** Whether the text need not be pronounceable: it is an id. */
  readonly isCode?: boolean;
}

const attempts = 16;
/** From this attempt on, all characters are drawn, not only letters: `(?=.*[!?])` requires others. */
const firstWildAttempt = 6;
/** The largest number of repetitions above the minimum. */
const usualSpread = 7;

const maxPatternText = 20_000;
const maxParts = 50_000;

/** Draws a text for a regular expression: a valid one, else the last. Assertions are ignored, so a test decides. `isCut`: it became too long. */
export const drawPatternText = (
  pattern: PatternPart,
  random: Random,
  { minLength, maxLength, isFit, isCode = false }: PatternTextOptions,
): Written => {
  let spread = usualSpread;
  let [low, high] = [0, Math.min(Math.max(minLength, usualSpread * 2), maxPatternText)];
  let written: Written = { text: '', isCut: false };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const isTight = spread !== usualSpread;
    const [least, most] = isTight ? [spread, 0] : [0, spread];
    written = writeText(pattern, random, { least, most, isWild: attempt >= firstWildAttempt, isCode });
    const { text, isCut } = written;
    // The shortest text of the pattern is too long, so another attempt would not help.
    if (isFit(text) || (isCut && !isTight)) return written;
    // Bisects the number of repetitions until the text has the required length.
    const isTooShort = text.length < minLength;
    if (isTooShort) low = spread;
    else if (text.length > maxLength) high = spread;
    else continue;
    spread = (isTooShort ? Math.ceil : Math.floor)((low + high) / 2);
  }
  return written;
};

interface Written {
  readonly text: string;
  readonly isCut: boolean;
}

const vowels = new Set('aeiouAEIOU');

interface WriteOptions {
  /** The number of repetitions above the minimum, and the most that are drawn in addition. */
  readonly least: number;
  readonly most: number;
  readonly isWild: boolean;
  readonly isCode: boolean;
}

const writeText = (pattern: PatternPart, random: Random, { least, most, isWild, isCode }: WriteOptions): Written => {
  let [length, parts, isCut, wantsVowel] = [0, 0, false, false];
  /** Vowels and consonants alternate, so that the text can be pronounced. */
  const characterOf = ({ all, plain }: Characters): string => {
    length++;
    if (isWild || isCode || plain.length < 20) return pick(isWild ? all : plain, { random }) ?? '';
    for (let tries = 0; tries < 20; tries++) {
      const character = pick(plain, { random });
      if (vowels.has(character) !== wantsVowel) continue;
      wantsVowel = !wantsVowel;
      return character;
    }
    return plain[0] as string;
  };
  const write = (part: PatternPart): string => {
    parts++;
    if (part.type === 'character') return characterOf(part.characters);
    if (part.type === 'choice') return (pick(part.options, { random }) ?? []).map(write).join('');
    const base = Math.min(part.min + least, part.max);
    const count = base + Math.floor(random() * (Math.min(part.max - base, most) + 1));
    let text = '';
    for (let index = 0; index < count && !isCut; index++) {
      isCut = length >= maxPatternText || parts >= maxParts;
      if (!isCut) text += write(part.part);
    }
    return text;
  };
  return { text: write(pattern), isCut };
};
