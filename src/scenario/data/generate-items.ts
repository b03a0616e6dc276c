/** Items that a scenario asks to generate. */

import { getProperty, isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { createCollection, nextIntegerId } from '../../core/state/collection.ts';
import { fromData, idText, joinScope } from '../../core/state/item-key.ts';
import { idPropertyOf, placeIn, type Scope, typedId, withFirst } from './item-data.ts';
import { wantedScope } from './scopes.ts';

export interface GenerateOptions {
  /** The world's. */
  readonly seed: number;
  readonly now: number;
  /** The highest integer id ever used, beside those of the items there are. */
  readonly highestUsed: bigint;
  /** Whether the document's own examples come first, and ids are the lowest free ones. */
  readonly examples: boolean;
  /** Where the items can be: the first are filled first. None: nothing is generated. */
  readonly scopes: readonly Scope[];
}

export interface Made {
  readonly item: JsonObject;
  /** Whether the document gives the whole of it. */
  readonly isExample: boolean;
}

/** What an item is generated from follows from the seed, the collection and its id; none has an id of `existing`. */
export const generateItems = (
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  options: GenerateOptions,
): readonly Made[] => {
  if (options.scopes.length === 0) return [];
  return spec.kind === 'singleton'
    ? generateSingles(spec, existing, count, options)
    : generateList(spec, existing, count, options);
};

/** One for each scope that has none. */
const generateSingles = (
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  { seed, now, examples, scopes }: GenerateOptions,
): readonly Made[] => {
  const taken = new Set(existing.map((item) => fromData(spec, item).key));
  const documented = examples ? spec.examples : [];
  return scopes
    .map((scope) => ({ scope, key: fromData(spec, placeIn(spec, scope, {})).key }))
    .filter(({ key }) => !taken.has(key))
    .slice(0, count)
    .flatMap(({ scope }, at): readonly Made[] => {
      const example = documented[at] && placeIn(spec, scope, documented[at]);
      if (example !== undefined && isFitting(spec, example)) return [{ item: example, isExample: true }];
      const item = placeIn(spec, scope, drawn(spec, { seed: seedFrom(seed, spec.name, joinScope(scope)), now }));
      return examples && !isFitting(spec, item) ? [] : [{ item, isExample: false }];
    });
};

/** An item before it is known what it is inside of. */
interface ItemDraft {
  readonly value: JsonObject;
  readonly scope: Scope | undefined;
  readonly isExample: boolean;
}

const generateList = (
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  options: GenerateOptions,
): readonly Made[] => {
  const { scopes, examples } = options;
  const used = new Set([...existing.map((item) => idOf(spec, item)), ...(examples ? spec.reservedIds : [])]);
  const room = createRoom(scopes, Math.ceil(count / scopes.length));
  const items: Made[] = [];
  const take = ({ value, scope, isExample }: ItemDraft): void => {
    const id = idOf(spec, value);
    if (items.length === count || (examples && used.has(id))) return;
    const target = scope ?? room.first();
    const item = placeIn(spec, target, value);
    // Better one less than one that breaks the interface whenever it is shown.
    if (examples && !isFitting(spec, item)) return;
    used.add(id);
    room.take(target);
    items.push({ item, isExample });
  };
  if (examples) for (const draft of documentedDrafts(spec, options)) take(draft);
  const next = spec.idProperty !== undefined && spec.idType === 'integer' ? numberedDrafts : textDrafts;
  // Those that do not fit are left out, so that there is an end where none does.
  const left = count - items.length;
  const drafts = next(spec, existing, used, { ...options, made: items.length });
  for (let at = 0; at < left; at++) take({ value: drafts(at), scope: undefined, isExample: false });
  return items;
};

interface Room {
  /** The first scope that has room, else the last one. */
  readonly first: () => Scope;
  readonly take: (scope: Scope) => void;
}

/** Room for so many items in each scope. */
const createRoom = (scopes: readonly Scope[], size: number): Room => {
  const counts = new Map<Scope, number>();
  let at = 0;
  return {
    first: () => {
      while (at < scopes.length - 1 && (counts.get(scopes[at] as Scope) ?? 0) >= size) at++;
      return scopes[at] as Scope;
    },
    take: (scope) => {
      counts.set(scope, (counts.get(scope) ?? 0) + 1);
    },
  };
};

/** The examples of whole items, then an item for each id that the document gives as an example. */
function* documentedDrafts(spec: CollectionSpec, { seed, now, scopes }: GenerateOptions): Generator<ItemDraft> {
  const idProperty = idPropertyOf(spec) as string;
  for (const [at, example] of spec.examples.entries()) {
    const hidden = idText(spec.exampleIds[at]) ?? String(at + 1);
    const value = spec.idProperty === undefined ? withFirst(idProperty, hidden, example) : example;
    if (idOf(spec, value) !== undefined) yield { value, scope: wantedScope(spec, value, scopes), isExample: true };
  }
  for (const id of spec.exampleIds) {
    const text = idText(id);
    if (text === undefined) continue;
    const value = drawn(spec, { seed: seedFrom(seed, spec.name, text), now });
    const item = withFirst(idProperty, typedId(spec, text), value);
    yield { value: item, scope: wantedScope(spec, {}, scopes), isExample: false };
  }
}

type Drafts = (
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  used: ReadonlySet<string | undefined>,
  options: GenerateOptions & { readonly made: number },
) => (at: number) => JsonObject;

const numberedDrafts: Drafts = (spec, existing, used, { seed, now, highestUsed, examples }) => {
  let id = examples ? 1 : nextIntegerId(createCollection(spec, existing, highestUsed));
  return () => {
    // Beyond the highest all are free; from the lowest free one on (where that leaves the safe integers) not all are.
    while (used.has(String(id))) id++;
    const value = drawn(spec, { seed: seedFrom(seed, spec.name, id), now });
    // The id stands first, as in items that clients create.
    const item = withFirst(spec.idProperty as string, id, value);
    id++;
    return examples && !isIdFitting(spec, item) ? value : item;
  };
};

/** Where the document does not allow the number, the generated id stays. */
const isIdFitting = (spec: CollectionSpec, item: JsonObject): boolean =>
  spec.check(item).every(({ pointer }) => pointer !== `/${spec.idProperty}`);

const withFreeKey = (
  spec: CollectionSpec,
  value: JsonObject,
  seed: number,
  used: ReadonlySet<string | undefined>,
  isChecked: boolean,
): JsonObject => {
  const own = idOf(spec, value);
  const name = spec.idProperty as string;
  const item = withFirst(name, freeKey(own, seed, used), value);
  // What has a form of its own (`ord_01h1s5z6vf`) takes no number behind it.
  return own === undefined || !isChecked || isIdFitting(spec, item) ? item : withFirst(name, reshape(own, seed), value);
};

const textDrafts: Drafts = (spec, existing, used, { seed, now, examples, made }) => {
  const idProperty = idPropertyOf(spec) as string;
  return (at) => {
    const number = existing.length + made + at + 1;
    const own = seedFrom(seed, spec.name, number);
    const value = drawn(spec, { seed: own, now });
    if (spec.idProperty === undefined) return withFirst(idProperty, freeNumber(number, used), value);
    // Ids that the document lists are few: another draw may find another of them.
    const most = examples ? 4 : 0;
    let candidate = value;
    for (let attempt = 0; ; attempt++) {
      const id = idOf(spec, candidate);
      if (id !== undefined && !used.has(id)) return candidate;
      if (attempt === most) return withFreeKey(spec, value, own, used, examples);
      candidate = drawn(spec, { seed: seedFrom(own, attempt), now });
    }
  };
};

const drawn = (spec: CollectionSpec, context: { readonly seed: number; readonly now: number }): JsonObject => {
  const value = spec.generate(context);
  return isJsonObject(value) ? value : {};
};

/** As text; the same in another scope counts as used too, so that an id alone says what is meant. */
const idOf = (spec: CollectionSpec, item: JsonObject): string | undefined =>
  idText(getProperty(item, idPropertyOf(spec) as string));

const isFitting = (spec: CollectionSpec, item: JsonObject): boolean =>
  spec.check(fromData(spec, item).value).length === 0;

const freeNumber = (from: number, used: ReadonlySet<string | undefined>): string => {
  let number = from;
  while (used.has(String(number))) number++;
  return String(number);
};

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** A documented example gives every item the same id: a UUID gets other digits, any other text a number. */
const freeKey = (own: string | undefined, seed: number, used: ReadonlySet<string | undefined>): string => {
  for (let attempt = 1; ; attempt++) {
    const digits = [0, 1, 2, 3].map((part) => seedFrom(seed, attempt, part).toString(16).padStart(8, '0')).join('');
    const key =
      own !== undefined && uuid.test(own) ? asUuid(digits) : `${own ?? 'item'}-${digits.slice(0, 4 + attempt)}`;
    if (!used.has(key)) return key;
  }
};

/** Other letters and digits at the end, each of the kind that was there. */
const reshape = (own: string, seed: number): string =>
  own.replace(/[\da-zA-Z]{1,8}$/, (end) =>
    [...end]
      .map((character, at) => {
        const choices = /\d/.test(character) ? '0123456789' : /[a-z]/.test(character) ? 'abcdef' : 'ABCDEF';
        return choices[seedFrom(seed, at) % choices.length];
      })
      .join(''),
  );

/** RFC 9562, version 4. */
const asUuid = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
