/** Formats a scenario document as JSON, with one item on each line, part by part: a world may have a million items. */
import { type Json, type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { Collection, Item } from '../../core/state/collection.ts';
import { toData } from '../../core/state/item-key.ts';
import type { ScenarioDocument } from '../document/scenario-schema.ts';
import { type Data, isSingleItem } from './from-world.ts';

/** `data`: the items, in place of those of the document. */
export function* scenarioToJson(document: ScenarioDocument, data?: Data): Generator<string> {
  let separator = '{\n';
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}: `;
    separator = ',\n';
    if (name === 'data') yield* dataParts(data === undefined ? entriesIn(value as JsonObject) : entriesOf(data));
    else if (name === 'resume') yield* resumeParts(value as NonNullable<ScenarioDocument['resume']>);
    else yield stringifyJson(value as Json);
  }
  yield separator === '{\n' ? '{}\n' : '\n}\n';
}

type Entry = readonly [name: string, parts: Iterable<string>];

const entriesOf = (data: Data): Iterable<Entry> =>
  data.entries().map(([name, collection]) => {
    const texts = itemTexts(collection);
    return [name, isSingleItem(collection) ? texts : listParts(texts)];
  });

/** The data of an inline scenario, which may be as large as those of the world. */
const entriesIn = (data: JsonObject): readonly Entry[] =>
  Object.entries(data).map(([name, items]) => [
    name,
    Array.isArray(items) ? listParts(items.values().map((item: Json) => stringifyJson(item))) : [stringifyJson(items)],
  ]);

function* itemTexts({ spec, items }: Collection): Generator<string> {
  for (const { key, value, text } of valuesOf(items) as Iterable<Item>) {
    const data = toData(spec, key, value);
    yield data === value && text !== undefined ? text : stringifyJson(data);
  }
}

function* dataParts(entries: Iterable<Entry>): Generator<string> {
  let separator = '{\n';
  for (const [name, parts] of entries) {
    yield `${separator}${JSON.stringify(name)}: `;
    yield* parts;
    separator = ',\n';
  }
  yield separator === '{\n' ? '{}' : '\n}';
}

function* listParts(texts: Iterable<string>): Generator<string> {
  let separator = '[\n';
  for (const text of texts) {
    yield `${separator}${text}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]' : '\n]';
}

function* resumeParts({ start, ...resume }: NonNullable<ScenarioDocument['resume']>): Generator<string> {
  if (start === undefined) return yield stringifyJson(resume as Json, 1);
  const { inline, ...rest } = start;
  const others = stringifyJson(rest as Json).slice(0, -1);
  yield `{\n"start": ${others}`;
  if (inline !== undefined) {
    yield `${others === '{' ? '' : ', '}"inline": `;
    yield* scenarioToJson(inline as ScenarioDocument);
  }
  yield `},\n${stringifyJson(resume as Json, 1).slice(2)}`;
}
