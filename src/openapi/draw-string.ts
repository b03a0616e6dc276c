import { believable } from './believable.ts';
import type { Draw, DrawContext } from './draw-context.ts';
import { formats } from './formats.ts';
import type { Hint } from './hint.ts';
import type { Merged } from './merged.ts';
import { patternOf } from './pattern.ts';

/** Longer text is never drawn, whatever a schema allows or asks for. */
const maxLength = 1_000_000;

export const drawString = (merged: Merged, hint: Hint): Draw => {
  const sized = (text: string, context: DrawContext): string => fitLength(text, merged, context);
  const [pattern] = merged.patterns;
  if (pattern !== undefined) return drawPattern(pattern, merged, hint);
  const formatted = formats.get(merged.format ?? '');
  if (formatted !== undefined) return (context) => formatted(context, hint);
  const like = believable(hint);
  return (context) => {
    if (context.tools === undefined) return sized(plainText(hint), context);
    const text = like?.(context.tools.faker, context);
    if (text !== undefined && text.length >= merged.minLength && text.length <= merged.maxLength) return text;
    return sized(context.tools.words(), context);
  };
};

const plainText = ({ name }: Hint): string => (name === '' ? 'text' : name);

/** Words are cut or repeated to the length; a cut does not end in a space. */
const fitLength = (text: string, { minLength, maxLength: most }: Merged, context: DrawContext): string => {
  let result = text;
  const least = Math.min(minLength, maxLength);
  while (result.length < least) result += context.tools === undefined ? `-${text}` : ` ${context.tools.words()}`;
  if (result.length > most) result = result.slice(0, most).replace(/ $/, 'a');
  return result;
};

const drawPattern = (pattern: string, merged: Merged, hint: Hint): Draw => {
  const expressions = merged.patterns.flatMap((text) => patternOf(text) ?? []);
  const isFit = (text: string): boolean =>
    text.length >= merged.minLength &&
    text.length <= merged.maxLength &&
    expressions.every((expression) => expression.test(text));
  const byFormat = formats.get(merged.format ?? '');
  const byName = byFormat === undefined ? believable(hint) : undefined;
  const examples = merged.examples.filter(
    (example): example is string => typeof example === 'string' && isFit(example),
  );
  return (context) => {
    const { tools } = context;
    if (tools === undefined) return examples[0] ?? plainText(hint);
    const likely = byFormat?.(context, hint) ?? byName?.(tools.faker, context);
    if (likely !== undefined && isFit(likely)) return likely;
    let text = '';
    for (let tries = 0; tries < 8; tries++) {
      text = tools.patternText(pattern, context);
      if (isFit(text)) return text;
    }
    return examples[0] ?? text;
  };
};
