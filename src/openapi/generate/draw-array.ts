import type { Json } from '../../core/primitives/json.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import type { Merged } from '../schema/merged-schema.ts';
import type { Schema } from '../schema/schema.ts';
import { cutTo, type Draw, type DrawFor, isLean, maxDrawnItems } from './draw-context.ts';
import { hintFor, type NameHint } from './name-hint.ts';

/** Items beyond the least that a list has at most. */
const spread = 2;

export const drawArray = (merged: Merged, hint: NameHint, drawFor: DrawFor): Draw => {
  const { minItems, maxItems, items: schemas } = merged;
  const prefix = merged.prefixItems.map((schema) => drawFor([schema], hint));
  const item = drawFor(schemas, hintFor(singular(hint.name), hint.owner));
  const isClosed = schemas.includes(false);
  const contained = containedIn(merged, hint, drawFor);
  return (context) => {
    const asked = Math.min(Math.max(minItems, prefix.length, context.keeps === undefined ? 0 : 1), maxItems);
    const least = cutTo(asked, maxDrawnItems, context);
    const extra = isLean(context) ? 0 : (least === 0 ? 1 : 0) + Math.floor(context.random() * (spread + 1));
    const wanted = Math.min(least + extra, Math.max(maxItems, prefix.length));
    const items: Json[] = prefix.map((draw) => draw(context));
    for (const { draw, least: count } of contained) {
      const needed = cutTo(count, maxDrawnItems, context);
      for (let drawn = 0; drawn < needed && items.length < maxItems; drawn++) items.push(draw(context));
    }
    const seen = new Set<string>();
    for (let tries = wanted * 5; items.length < wanted && tries > 0 && !isClosed; tries--) {
      const value = item(context);
      if (!merged.unique || seen.size < seen.add(stringifyJson(value)).size) items.push(value);
    }
    return items;
  };
};

/** What `contains` asks for, by each schema that has it. */
const containedIn = (
  { parts, items }: Merged,
  hint: NameHint,
  drawFor: DrawFor,
): readonly { readonly draw: Draw; readonly least: number }[] =>
  parts.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined || minContains === 0
      ? []
      : [
          {
            draw: drawFor([...items, contains as Schema], hintFor(singular(hint.name), hint.owner)),
            least: minContains as number,
          },
        ],
  );

export const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/([^s])s$/, '$1');
