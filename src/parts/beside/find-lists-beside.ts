/** Lists in the response beside the items that it is about, whose items other collections have. */

import { getMember, getProperty, type Json } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { containsText } from '../../core/resources/filter.ts';
import { itemsUnder } from '../../core/resources/list-items.ts';
import { comparePositions, positionOf } from '../../core/resources/sort.ts';
import type { FoundBeside } from '../../core/response/lists-beside.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { isIdName } from '../../core/service/id-names.ts';
import type { ParameterValues } from '../../core/service/operation.ts';
import { type Collection, hasStated, type Item, indexText, type KeyedItem } from '../../core/state/collection.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { statedBy } from '../../openapi/resources/describe/filters.ts';
import type { ResourceGroup, Role, Specs } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, twinKey } from '../../openapi/resources/describe/item-schema.ts';
import { isSearchName } from '../../openapi/resources/describe/list-parameters.ts';
import { propertyNamed } from '../../openapi/resources/describe/property-names.ts';
import { pathParameterOf, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { mayBeNumber } from '../../openapi/schema/schema.ts';
import { type Countable, countedNoun, countsShown, measureOf } from '../counts/index.ts';
import { orderOnFront } from '../orders/index.ts';
import { wordLists } from '../words/index.ts';
import { includedIn } from './included.ts';
import { listsOf, listsWithin, showsItemsOf } from './lists-of.ts';

/** The nouns before each parameter, and what follows the last. */
const nounsIn = (erased: string): readonly string[] =>
  erased.split('/{}').map((part) => part.slice(part.lastIndexOf('/') + 1));

/** The path before a parameter. */
const pathBefore = (erased: string, at: number) =>
  erased
    .split('/{}')
    .slice(0, at + 1)
    .join('/{}');

/** Whether the parameter is the id of the noun: `productId` of `products`. */
const isIdOf = (name: string, noun: string) => {
  const words = wordsOf(name);
  return isIdName(words.at(-1) ?? '') && isSameNoun(words.slice(0, -1).join('-'), noun);
};

/**
 * Which parameters of a path elsewhere name the parents of what it lists: those of `/organizations/{id}/logs` name no
 * product. One does that is below the same noun, or has its name, and is not the id of something else. Below another
 * parameter (`/repos/{owner}/{repo}`), any of its type may be it. Where none does, the items of all parents are listed.
 */
export const parentsElsewhere = (specs: Specs, { schemas }: Binder) => {
  const byPath = new Map([...specs].map(([{ path }, { name }]) => [path, name]));
  return (binding: Binding, role: Role, group: ResourceGroup): Binding => {
    if (binding.action !== 'list' || binding.parentParameters === undefined || role.isInScope) return binding;
    const { parents } = binding.collection;
    const { erased, parameters } = role.candidate.path;
    const [nouns, own] = [nounsIn(erased), nounsIn(group.path)];
    const isParent = (name: string, at: number) => {
      const parent = parents[at];
      if (parent === undefined) return false;
      const [other, known] = [erased, group.path].map((path) => byPath.get(pathBefore(path, at)));
      const isOther = other !== undefined && known !== undefined && other !== known;
      const isNamed = (name !== 'id' && name === parent.name) || isIdOf(name, own[at] ?? '');
      if (isNamed || isSameNoun(nouns[at] ?? '', own[at] ?? '')) return !isOther;
      const key = pathParameterOf(role.candidate, name)?.key;
      return own[at + 1] === '' && key !== undefined && schemas.typesOf({ $ref: key })?.has(parent.type) === true;
    };
    const first = parameters.findIndex((name, at) => !isParent(name, at));
    const named = first === -1 ? binding.parentParameters : binding.parentParameters.slice(0, first);
    return { ...binding, parentParameters: named.length > 0 ? named : undefined };
  };
};

type Relation =
  /** The items below this one. */
  | { readonly type: 'parent' }
  /** The item has their ids or names in these properties. */
  | { readonly type: 'ids'; readonly properties: readonly string[] }
  /** The items with the id or the name of this one in this property. */
  | { readonly type: 'reference'; readonly property: string; readonly idProperty: string | undefined }
  | { readonly type: 'none' };

const relatedItems = (
  by: Relation,
  idProperty: string | undefined,
  about: readonly KeyedItem[],
  collection: Collection,
): readonly Item[] => {
  const all = (): readonly Item[] => [...valuesOf(collection.items)];
  switch (by.type) {
    case 'parent':
      return about.flatMap(({ key }) => [...valuesOf(itemsUnder(collection, [key]))]);
    case 'ids': {
      const wanted = new Set(
        about.flatMap(({ value }) => by.properties.flatMap((name) => textsOf(getMember(value, name)))),
      );
      const names = [...new Set([idProperty, ...wordLists.labels.all])].filter((name) => name !== undefined);
      return wanted.size === 0
        ? []
        : all().filter((item) =>
            names.some((name) => textsOf(getMember(item.value, name)).some((one) => wanted.has(one))),
          );
    }
    case 'reference': {
      const names = [by.idProperty, ...wordLists.labels.all].filter((name) => name !== undefined);
      const ids = new Set(about.flatMap(({ value }) => names.flatMap((name) => textsOf(getMember(value, name)))));
      return all().filter(({ value }) => textsOf(getMember(value, by.property)).some((one) => ids.has(one)));
    }
    case 'none':
      return [];
  }
};

const textsOf = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).flatMap((one) => {
    const text = one === null ? undefined : indexText(one as Json);
    return text === undefined ? [] : [text];
  });

type Owner = readonly [ResourceGroup, CollectionSpec];

/** What is looked up for each operation, made once. */
interface SpecIndex extends Countable {
  /** The collections whose items are alike: the first of each noun, the first of each noun below each other collection, and the only one. */
  readonly byForm: () => ReadonlyMap<string, ReadonlyMap<string, Owner>>;
  /** Whether a group has the noun, beside one whose noun is `own`. */
  readonly hasOther: (noun: string, own: string) => boolean;
}

const indexOf = (specs: Specs, { describe, schemas }: Pick<Binder, 'describe' | 'schemas'>): SpecIndex => {
  const lists = [...specs].filter(([{ kind }]) => kind === 'list');
  const listed = lazily(() =>
    Map.groupBy(
      lists.map(([group]) => group),
      ({ noun }) => singularOf(noun),
    ),
  );
  // Few documents have lists beside what a response is about.
  const byForm = lazily(() => {
    const owners = lists.filter(([{ itemSchema }]) => itemSchema.properties.size > 0);
    // What responses show of them may have less than the items.
    const shown = owners.flatMap((owner) => [...formsOf(owner[0], describe)].map((form) => ({ form, owner })));
    const forms = Map.groupBy(shown, ({ form }) => form);
    return new Map([...forms].map(([form, all]) => [form, byNounOf(all.map(({ owner }) => owner))]));
  });
  const nouns = lazily(() => Map.groupBy(specs.keys(), ({ noun }) => singularOf(noun)));
  return {
    ...{ specs, lists, schemas, byForm },
    get listed() {
      return listed();
    },
    hasOther: (noun, own) => (nouns().get(noun)?.length ?? 0) > (noun === own ? 1 : 0),
  };
};

const formsOf = ({ itemSchema, roles }: ResourceGroup, describe: Binder['describe']): ReadonlySet<string> =>
  new Set(
    [itemSchema, ...roles.flatMap(({ action, shape }) => (shape && onItems.has(action) ? [describe(shape.key)] : []))]
      .filter(({ properties }) => properties.size > 0)
      .map(twinKey),
  );

const onItems: ReadonlySet<string> = new Set(['list', 'read']);

const byNounOf = (all: readonly Owner[]): ReadonlyMap<string, Owner> =>
  new Map(
    [
      ...(all.length === 1 ? all.map((owner): [string, Owner] => [only, owner]) : []),
      ...all.map((owner): [string, Owner] => [singularOf(owner[0].noun), owner]),
      ...all.map((owner): [string, Owner] => [belowKey(owner[1].parentCollection, owner[1].localName), owner]),
    ].toReversed(),
  );

const only = '';
const belowKey = (parent: string | undefined, noun: string) => `${parent ?? ''} ${singularOf(noun)}`;

/** Adds the lists that responses show beside their items. */
export const listsBeside = (
  specs: Specs,
  binder: Pick<Binder, 'describe' | 'schemas'>,
): ((binding: Binding, role: Pick<Role, 'candidate'>, group: ResourceGroup) => Binding) => {
  const index = indexOf(specs, binder);
  return (binding, { candidate }, group) => withListsBeside(binding, candidate, group, index, binder);
};

const withListsBeside = (
  binding: Binding,
  candidate: UnboundOperation,
  group: ResourceGroup,
  index: SpecIndex,
  { describe }: Pick<Binder, 'describe'>,
): Binding => {
  const key = candidate.success?.json?.key;
  const [wrapper] = binding.view.path;
  if (key !== undefined && binding.action === 'act' && binding.view.isOther === true) {
    const told = countsAbout(binding, candidate, group, describe(key), index);
    return told.length === 0 ? binding : { ...binding, view: { ...binding.view, beside: told } };
  }
  const isRead = group.kind === 'singleton' && group.roles.every(({ action }) => action === 'read');
  const isFront = wrapper === undefined && isRead;
  if (key === undefined || (wrapper === undefined && !isFront)) return binding;
  const created = 'bulk' in binding && binding.bulk?.in === 'body' ? binding.bulk.each?.at[0] : undefined;
  const included = includedIn(binding, candidate, describe(key), index.specs.values());
  const own = [wrapper, created, ...included.flatMap(({ path }) => path)];
  const listed = (): readonly FoundBeside[] =>
    [...listsOf(describe(key))].flatMap(([name, shown]): readonly FoundBeside[] => {
      const owner = own.includes(name) ? undefined : ownerOf(name, shown, group, index);
      if (owner === undefined) return own.includes(name) ? [] : unlikeIn(name, index);
      const { name: collection, idProperty } = owner[1];
      const by = relationOf(name, binding, group, owner, index);
      const isChosen = choiceOf(name, candidate, [describe(key), group.itemSchema]);
      const none = describe(key).typesOf(name)?.has('null') ? null : [];
      return [
        {
          ...{ path: [name], collection },
          show: (about, own, { parameters }) =>
            isChosen(parameters) ? relatedItems(by, idProperty, about, own).map(({ value }) => value) : none,
        },
      ];
    });
  const beside = isFront ? listsOnFront(candidate, describe(key), group, index) : listed();
  const known = beside.map(({ path: [name] }) => name);
  const rest = isRead
    ? countsRead(binding, candidate, describe(key), index)
    : [...emptyWith(binding, describe(key), [...own, ...known]), ...totalsBeside(binding, describe(key), group, index)];
  const all = [...included, ...beside, ...rest];
  return all.length === 0 ? binding : ({ ...binding, view: { ...binding.view, beside: all } } as Binding);
};

/** The size of a list without a parameter. */
const usualOnFront = 10;

/** The part of a list that a request asks for: `?limit=20&offset=40`, `?page=3`. */
const windowOf = ({ operation }: UnboundOperation): ((parameters: ParameterValues) => readonly [number, number]) => {
  const [sizeAt, offsetAt, pageAt] = [wordLists.sizes, wordLists.offsets, wordLists.pages].map((names) =>
    operation.parameters.findIndex(({ in: place, name }) => place === 'query' && names.has(name)),
  ) as [number, number, number];
  return (parameters) => {
    const numberAt = (index: number, usual: number): number => {
      const sent = Math.trunc(Number(parameters[index] ?? Number.NaN));
      return sent >= 0 ? sent : usual;
    };
    const size = numberAt(sizeAt, usualOnFront);
    const start = numberAt(offsetAt, (Math.max(1, numberAt(pageAt, 1)) - 1) * size);
    return [start, start + size];
  };
};

/** The lists of a front page have the first items of their collections, those of a search the ones that match: `?q=moon&type=album`. */
const listsOnFront = (
  candidate: UnboundOperation,
  body: ItemSchema,
  group: ResourceGroup,
  index: SpecIndex,
): readonly FoundBeside[] => {
  const at = candidate.operation.parameters.findIndex(({ name }) => isSearchName(name));
  const own = index.specs.get(group)?.name ?? '';
  const windowIn = windowOf(candidate);
  return listsWithin(body, at < 0 ? 1 : 2).flatMap((list): readonly FoundBeside[] => {
    const { path, shown } = list;
    const [name] = path as [string];
    const named = at < 0 ? undefined : index.lists.find(([one]) => showsItemsOf(one, list));
    const owner = named ?? ownerOf(name, shown, group, index);
    // A search finds only what is stored.
    if (owner === undefined) return at < 0 ? [] : [{ path, collection: own, show: () => [] }];
    const terms = orderOnFront(name, owner[0].itemSchema);
    const isChosen = choiceOf(name, candidate, [body]);
    const show: FoundBeside['show'] = (_, { items }, { parameters }) => {
      if (!isChosen(parameters)) return [];
      const text = String(parameters[at] ?? '').toLowerCase();
      return [...valuesOf(items)]
        .filter(({ value }) => text === '' || containsText(value, text))
        .toSorted((left, right) => comparePositions(positionOf(left, terms), positionOf(right, terms), terms))
        .slice(...windowIn(parameters))
        .map(({ value }) => value);
    };
    return [{ path, collection: owner[1].name, show }];
  });
};

/**
 * Whether a list is among those that a request asks for: `include=episodes,tags`, `type=album`. All are, if it names no property: `full`.
 */
const choiceOf = (
  name: string,
  { operation, parameterTexts }: UnboundOperation,
  shown: readonly ItemSchema[],
): ((parameters: ParameterValues) => boolean) => {
  const at = operation.parameters.findIndex(
    ({ name: parameter, values }, index) =>
      (wordLists.selections.has(parameter) || /^types?$/i.test(parameter)) &&
      `${parameterTexts[index]} ${values}`.includes(singularOf(name)),
  );
  const own = singularOf(name);
  const isType = /^types?$/i.test(operation.parameters[at]?.name ?? '');
  return (parameters) => {
    // `include=` chooses none, as in JSON:API.
    if (parameters[at] === '' && !isType) return false;
    // `episodes.guests` are asked for with the episodes.
    const sent = String(parameters[at])
      .split(/[,;\s]+/)
      .map((one) => singularOf(one.split('.')[0] as string));
    return (
      sent.includes(own) ||
      !shown.some(({ properties }) => properties.values().some((one) => sent.includes(singularOf(one))))
    );
  };
};

/** Whether an operation returns statistics: `GET /orders/stats`. */
export const returnsStatistics = (candidate: UnboundOperation): boolean =>
  candidate.operation.method === 'GET' && wordsOf(candidate.path.noun).some(wordLists.statistics.has);

/** The numbers in a response without a list: `/orders/stats` counts the orders, `/stats` each collection. */
const countsRead = (
  { view: { path } }: Binding,
  candidate: UnboundOperation,
  body: ItemSchema,
  index: SpecIndex,
): readonly FoundBeside[] => {
  const told = path.reduce<ItemSchema | undefined>((one, name) => one?.innerOf(name), body);
  const { above } = candidate.path;
  const scope = index.lists.find(([one, { parents }]) => parents.length === 0 && one.path === above);
  return told === undefined
    ? []
    : countsShown(told, index, returnsStatistics(candidate) ? (scope ?? null) : undefined, path);
};

/** The numbers in `/courses/{id}/stats`: how many lessons the course has, and how many of them are completed. */
const countsAbout = (
  binding: Binding,
  candidate: UnboundOperation,
  group: ResourceGroup,
  body: ItemSchema,
  index: SpecIndex,
): readonly FoundBeside[] => {
  if (!returnsStatistics(candidate)) return [];
  const { lists, schemas } = index;
  const related = lists.flatMap((owner) => {
    const by = relationOf(owner[0].noun, binding, group, owner, index);
    return by.type === 'parent' || by.type === 'reference' ? [{ owner, by }] : [];
  });
  return [...body.properties].flatMap((name): readonly FoundBeside[] => {
    if (plainName(name) === `${singularOf(group.noun)}id`)
      return [
        {
          ...{ path: [name], collection: binding.collection.name },
          show: ([one]) => one && getProperty(one.value, group.idProperty ?? ''),
        },
      ];
    if (!mayBeNumber(body.typesOf(name))) return [];
    const stem = countedNoun(name) ?? name;
    const named = related.filter(({ owner: [{ noun }] }) => isSameNoun(noun, stem));
    const stated = related.map((one) => ({
      ...one,
      where: statedBy(plainName(stem), one.owner[0].itemSchema, { schemas }),
    }));
    const only = theOnly<(typeof stated)[number] | (typeof named)[number]>(
      named.length > 0 ? named : stated.filter(({ where }) => where !== undefined),
    );
    if (only === undefined) return measuredOf(name, related, index);
    const { by, owner } = only;
    const { name: collection, idProperty } = owner[1];
    const where = 'where' in only ? only.where : undefined;
    const isCounted = ({ value }: Item) => hasStated(where, value);
    return [
      {
        ...{ path: [name], collection },
        show: (about, items) => relatedItems(by, idProperty, about, items).filter(isCounted).length,
      },
    ];
  });
};

/** What is measured of the only collection that has it: `totalAmount` and `averageAmount` of the donations to a campaign. */
const measuredOf = (
  name: string,
  related: readonly { readonly owner: Owner; readonly by: Relation }[],
  index: SpecIndex,
): readonly FoundBeside[] => {
  const measured = related.flatMap((one) => {
    const measure = measureOf(name, one.owner[0].itemSchema, index);
    return measure === undefined ? [] : [{ ...one, measure }];
  });
  const only = theOnly(measured);
  if (only === undefined) return [];
  const { owner, by, measure } = only;
  const { name: collection, idProperty } = owner[1];
  return [
    {
      ...{ path: [name], collection },
      show: (about, items) => measure([...relatedItems(by, idProperty, about, items)]),
    },
  ];
};

/** Each costs a check of the response. */
const maxEmpty = 20;

/** Around a list without items, other lists have none, unless they have a default: no `meta.names`, no facets. */
const emptyWith = (
  { action, view, collection }: Binding,
  body: ItemSchema,
  known: readonly (string | undefined)[],
): readonly FoundBeside[] => {
  if (action !== 'list') return [];
  const linked = new Set(view.facts.map(({ path }) => path.join('.')));
  const isList = (owner: ItemSchema, name: string) =>
    owner.typesOf(name)?.has('array') === true && !Object.hasOwn(Object(owner.schemaOf(name)), 'default');
  function* paths(): Generator<readonly string[]> {
    for (const name of body.properties) if (!known.includes(name) && isList(body, name)) yield [name];
    for (const name of body.properties) {
      const child = known.includes(name) ? undefined : body.innerOf(name);
      for (const inner of child?.properties ?? []) if (child !== undefined && isList(child, inner)) yield [name, inner];
    }
  }
  return paths()
    .filter((path) => !linked.has(path.join('.')))
    .take(maxEmpty)
    .map((path) => ({
      ...{ path, collection: collection.name },
      show: (about: readonly unknown[]) => (about.length === 0 ? [] : undefined),
    }))
    .toArray();
};

/** A list that is named after items of a collection but shows something else of them has none: nobody says which. */
const unlikeIn = (name: string, { specs }: SpecIndex): readonly FoundBeside[] => {
  const words = wordsOf(name);
  const noun = singularOf(words.at(-1) ?? '');
  const named = [...specs].find(([group, { parents }]) => parents.length === 0 && singularOf(group.noun) === noun);
  return named === undefined || words.length === 1 ? [] : [{ path: [name], collection: named[1].name, show: () => [] }];
};

/** The totals beside a list: `totalPatients` beside `upcoming` appointments, and how many of its own items are in a state: `unreadCount`. */
const totalsBeside = (
  { action, view, collection }: Binding,
  body: ItemSchema,
  group: ResourceGroup,
  index: SpecIndex,
): readonly FoundBeside[] => {
  if (action !== 'list') return [];
  const spec = group.parents.length === 0 ? index.specs.get(group) : undefined;
  const facts = new Set(view.facts.map(({ path }) => path.join('.')));
  // Of its own, one word may say anything: `success`.
  return [...countsShown(body, index), ...(spec ? countsShown(body, index, [group, spec]) : [])].filter(
    ({ path, collection: counted }) =>
      !facts.has(path.join('.')) && (counted !== collection.name || wordsOf(path.at(-1) as string).length > 1),
  );
};

/** The collection of the listed items: the one below the item, else that of their name, else the only one. */
const ownerOf = (name: string, shown: ItemSchema, own: ResourceGroup, index: SpecIndex): Owner | undefined => {
  const alike = index.byForm().get(twinKey(shown));
  const ownName = index.specs.get(own)?.name;
  return (
    (ownName === undefined ? undefined : alike?.get(belowKey(ownName, name))) ??
    alike?.get(singularOf(name)) ??
    alike?.get(only)
  );
};

const relationOf = (
  name: string,
  { collection, action }: Binding,
  own: ResourceGroup,
  [group, spec]: Owner,
  { hasOther }: SpecIndex,
): Relation => {
  if (spec.parentCollection === collection.name && spec.parents.length === 1 + collection.parents.length)
    return { type: 'parent' };
  const { itemSchema } = own;
  const isList = (property: string) => itemSchema.typesOf(property)?.has('array') === true;
  const lists = [...itemSchema.properties].filter(
    (property) => isList(property) && (isSameNoun(property, name) || singularOf(property) === `${singularOf(name)}id`),
  );
  if (lists.length > 0) return { type: 'ids', properties: lists };
  const property =
    propertyNamed(`${singularOf(own.noun)}_id`, group.itemSchema) ??
    propertyNamed(singularOf(own.noun), group.itemSchema);
  const isOwnId = property === spec.idProperty;
  if (property !== undefined && !isOwnId && action !== 'list')
    return { type: 'reference', property, idProperty: collection.idProperty };
  const refers = [...itemSchema.properties].filter((one) => {
    const words = wordsOf(one);
    const stem = words.slice(0, -1).join('');
    const isId = words.length > 1 && words.at(-1) === 'id' && !hasOther(singularOf(stem), singularOf(group.noun));
    const isNamed = isSameNoun(one, group.noun) && itemSchema.isScalar(one);
    return one !== collection.idProperty && (isId || isNamed);
  });
  if (refers.length > 0) return { type: 'ids', properties: refers };
  return property !== undefined && !isOwnId
    ? { type: 'reference', property, idProperty: collection.idProperty }
    : { type: 'none' };
};
