import { type Json, stringifyJson } from '../../core/primitives/json.ts';
import { singular } from '../../core/primitives/words.ts';
import { wordGroups } from '../../parts/names/index.ts';
import type { Merged } from '../schema/merged-schema.ts';
import type { Schema } from '../schema/schema.ts';
import { cutTo, type Draw, type DrawFor, drawUnlessEndless, isLean, maxDrawnItems } from './draw-context.ts';
import { kindOf } from './kinds-of-things.ts';
import { hintFor, type NameHint } from './name-hint.ts';

/** The largest number of items above the minimum. */
const spread = 2;

export const drawArray = (merged: Merged, hint: NameHint, drawFor: DrawFor): Draw => {
  const { minItems, maxItems, items: schemas } = merged;
  const prefix = merged.prefixItems.map((schema) => drawFor([schema], hint));
  const one = hintFor(singular(hint.name), hint.owner);
  // The labels of a thing are no names of it.
  const isKind = wordGroups.names.has(one.words, 'ownName') && kindOf(hint.words) !== undefined;
  const item = drawFor(schemas, isKind ? hintFor(singular(hint.name), hint.name) : one);
  // Several links to itself are none of a real service.
  const most = hint.words === 'links' ? 0 : spread;
  const isPoint = wordGroups.ends.has(hint.words, 'point');
  const isClosed = schemas.includes(false);
  const requiredItems = containsIn(merged, hint, drawFor);
  return (context) => {
    const minimum = Math.min(Math.max(minItems, prefix.length, context.keeps === undefined ? 0 : 1), maxItems);
    const baseCount = cutTo(minimum, maxDrawnItems, context);
    const extra = isLean(context) ? 0 : (baseCount === 0 ? 1 : 0) + Math.floor(context.random() * (most + 1));
    const { listSize, replaced } = context;
    const isListed = listSize !== undefined && (listSize.name ?? hint.name) === hint.name;
    const wanted = Math.max(baseCount + extra, isListed ? listSize.least : 0);
    const target = Math.min(wanted, Math.max(maxItems, prefix.length));
    context.listSize = undefined;
    context.replaced = undefined;
    // A value that is cut does not match in any case: the rest of its prefix would only cost time.
    const first = baseCount < minimum ? prefix.slice(0, baseCount) : prefix;
    const items: Json[] = first.map((draw) => draw(context));
    for (const { draw, min } of requiredItems) {
      const needed = cutTo(min, maxDrawnItems, context);
      for (let drawn = 0; drawn < needed && items.length < maxItems; drawn++) items.push(draw(context));
    }
    const { usesExamples, shared, position } = context;
    const seen = new Set<string>();
    for (let tries = target * 5; items.length < target && tries > 0 && !isClosed; tries--) {
      context.usesExamples = usesExamples && items.length === 0;
      // The first email of a person is theirs, and the others differ; the numbers of a point are of one place.
      if (items.length > 0 && !isPoint) context.shared = {};
      context.position = items.length;
      const value = items.length < minItems ? item(context) : drawUnlessEndless(item, context);
      if (value === undefined) break;
      // A person has no role twice, although the document does not say so.
      const isOnce = merged.unique || (typeof value === 'string' && (items.length >= baseCount || tries > target));
      if (!isOnce || seen.size < seen.add(stringifyJson(value)).size) items.push(value);
    }
    context.usesExamples = usesExamples;
    context.shared = shared;
    context.position = position;
    context.listSize = isListed ? undefined : listSize;
    context.replaced = replaced;
    return items;
  };
};

/** The items that `contains` requires, for each schema with this keyword. */
const containsIn = (
  { parts, items }: Merged,
  hint: NameHint,
  drawFor: DrawFor,
): readonly { readonly draw: Draw; readonly min: number }[] =>
  parts.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined || minContains === 0
      ? []
      : {
          draw: drawFor([...items, contains as Schema], hintFor(singular(hint.name), hint.owner)),
          min: minContains as number,
        },
  );
