/** A world as it is saved: a scenario that restores it, and the start that a reset restores. */
import { type Json, type JsonObject, stringifyJson } from '../core/primitives/json.ts';
import { valuesOf } from '../core/primitives/sorted-map.ts';
import type { Service } from '../core/service/service.ts';
import type { Collection, Item } from '../core/state/collection.ts';
import { toData } from '../core/state/item-key.ts';
import { copyState, type State } from '../core/state/state.ts';
import type { ClockStart } from '../scenario/document/scenario.ts';
import type { ScenarioDocument, StartDocument } from '../scenario/document/schema.ts';
import { clockOf, isSingleItem, scenarioWith, writtenCollections } from '../scenario/file/from-world.ts';
import type { World, WorldStart } from '../world/world.ts';

/** A world at one moment. It shares its items with the world, which may change in the meantime. */
export interface SavedWorld {
  readonly service: Service;
  readonly state: State;
  readonly clock: ClockStart;
  readonly start: StartDocument;
}

/** Costs the same for any number of items. */
export const captureWorld = ({ service, state, clock, start }: World): SavedWorld => ({
  service,
  state: copyState(state),
  clock: { at: clock.isReal ? undefined : clock.now(), frozen: clock.frozen },
  start: startDocumentOf(start),
});

/** The seed is that of the start, whether the scenario or an option set it: it stays the same if either changes. */
const startDocumentOf = ({ scenario, overrides: { name, clock }, seed }: WorldStart): StartDocument => ({
  ...(name === null ? { inline: withoutStart(scenario.document) as JsonObject } : { scenario: name }),
  seed,
  ...(clock?.at !== undefined && { clock: clockOf(clock.at, clock.frozen) }),
});

/** The document of a saved world may be the inline scenario of another world, whose own start it is then. */
const withoutStart = (document: ScenarioDocument): ScenarioDocument => {
  if (document.resume?.start === undefined) return document;
  const { start: _, ...resume } = document.resume;
  return { ...document, resume };
};

/** The number of characters that are written at once: a request waits for no more than one piece. */
const pieceLength = 32_768;

/**
 * The text of the file, in pieces. It is JSON, with one item on each line: `yaml` needs many times as long to read as many
 * items, and every JSON text is YAML.
 */
export function* textOf({ service, state, clock, start }: SavedWorld): Generator<string> {
  const document = scenarioWith({}, service, state, { clock, start });
  let piece = '';
  for (const part of partsOf(document, writtenCollections(service, state))) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n`;
}

type Data = ReadonlyMap<string, Collection>;

/** `data`: undefined for the data of the document itself. */
function* partsOf(document: ScenarioDocument, data?: Data): Generator<string> {
  let separator = '{\n';
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}: `;
    separator = ',\n';
    if (name === 'data') yield* data === undefined ? dataParts(value as JsonObject) : collectionParts(data);
    else if (name === 'resume') yield* resumeParts(value as NonNullable<ScenarioDocument['resume']>);
    else yield stringifyJson(value as Json);
  }
  yield separator === '{\n' ? '{}' : '\n}';
}

function* collectionParts(data: Data): Generator<string> {
  let separator = '{\n';
  for (const [name, collection] of data) {
    const texts = itemTexts(collection);
    yield `${separator}${JSON.stringify(name)}: `;
    yield* isSingleItem(collection) ? texts : listParts(texts);
    separator = ',\n';
  }
  yield data.size === 0 ? '{}' : '\n}';
}

function* itemTexts({ spec, items }: Collection): Generator<string> {
  for (const { key, value, memo } of valuesOf(items) as Iterable<Item>) {
    const data = toData(spec, key, value);
    yield data === value && memo.text !== undefined ? memo.text : stringifyJson(data);
  }
}

/** The data of an inline scenario, which may be as large as those of the world. */
function* dataParts(data: JsonObject): Generator<string> {
  let separator = '{\n';
  for (const [name, items] of Object.entries(data)) {
    yield `${separator}${JSON.stringify(name)}: `;
    if (Array.isArray(items)) yield* listParts((items as readonly Json[]).values().map((item) => stringifyJson(item)));
    else yield stringifyJson(items as Json);
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
  yield `{\n"start": ${stringifyJson(rest as Json).slice(0, -1)}`;
  if (inline !== undefined) {
    yield ', "inline": ';
    yield* partsOf(inline as ScenarioDocument);
  }
  yield `},\n${stringifyJson(resume as Json, 1).slice(2)}`;
}
