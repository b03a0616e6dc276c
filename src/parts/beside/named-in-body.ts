/** Other items that a body names by their ids: the `customerId` of an order must be that of a customer, and a transfer moves an amount between two accounts. */

import { equalsJson, getProperty, type Json, valueAt } from '../../core/primitives/json.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { Refusal } from '../../core/request/refusal.ts';
import type { RequestContext } from '../../core/request/request-context.ts';
import { applyEffects } from '../../core/resources/apply-effects.ts';
import { type FoundNamed, itemAt } from '../../core/resources/target.ts';
import type { Binding, PropertyEffect } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { BodyContent } from '../../core/service/operation.ts';
import type { Collection, Item } from '../../core/state/collection.ts';
import { idText } from '../../core/state/item-key.ts';
import type { Change } from '../../core/state/state.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup, Role, Specs } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { isNumeric, type Schema, type Types } from '../../openapi/schema/schema.ts';
import { wordLists } from '../words/index.ts';

type Lists = ReadonlyMap<string, readonly ResourceGroup[]>;

type Named = FoundNamed['items'][number] & {
  /** Whether the operation documents that it may be missing. */
  readonly mustExist: boolean;
  /** Examples of its schema, which are accepted. */
  readonly examples?: readonly Json[];
  /** What a creation changes in the item: a transfer takes its amount from one, and adds it to another. */
  readonly effects?: readonly PropertyEffect[];
};

const itemIn = ({ state }: RequestContext, { collection }: Named, id: string): Item | Refusal =>
  itemAt(state, state.collections.get(collection) as Collection, [id]);

/** Refuses a body with the id of an item that does not exist, but for that of the stored item and those of the document's examples. */
const missingOf: FoundNamed['missing'] = (context, { named, mapping }, { body = null }, before = {}) => {
  const { state, now, operation } = context;
  if (state.rules.requests === 'report') return undefined;
  for (const item of (named?.items ?? []) as readonly Named[]) {
    if (!item.mustExist) continue;
    const { path, examples = [] } = item;
    const sent = valueAt(body, path) ?? null;
    const name = path.at(-1) as string;
    const own = getProperty(before, mapping.names.get(name) ?? name) ?? [];
    const known = [own, ...examples].flat().map((one) => idText(one));
    for (const id of [sent].flat()) {
      const text = idText(id) ?? '';
      // Clients send these for what is not set.
      if (/^(0{8}(-0{4}){3}-0{12}|0)?$/.test(text) || known.includes(text)) continue;
      const found = itemIn(context, item, text);
      const isExample = ({ generate }: BodyContent) =>
        equalsJson(valueAt(generate({ seed: 0, now }), path) ?? null, sent);
      if ('kind' in found && !operation?.body?.contents.some(isExample)) return found;
    }
  }
  return undefined;
};

/** Moves the amount. Nothing changes if both items are the same one, or if a result breaks its schema. */
const changesOf: FoundNamed['changes'] = (context, input, items) => {
  const changes = new Map<string, Change>();
  const changing = (items as readonly Named[]).filter(({ effects }) => effects !== undefined);
  for (const named of changing) {
    const item = itemIn(context, named, idText(valueAt(input.body as Json, named.path)) ?? '');
    if ('kind' in item) continue;
    const { checkValue } = (context.state.collections.get(named.collection) as Collection).spec;
    const value = applyEffects(item.value, named.effects as readonly PropertyEffect[], context.now, input);
    if (checkValue(value).length > checkValue(item.value).length) continue;
    changes.set(item.key, { type: 'put', collection: named.collection, key: item.key, value });
  }
  return changes.size < changing.length ? [] : [...changes.values()];
};

/**
 * Adds the items that a write names, if the text of its 404 says that one of them may be missing ("Customer not found"), and those between
 * which a creation moves an amount.
 */
export const namedInBody = (specs: Specs, { describe, schemas }: Binder) => {
  const identified = [...specs.keys()].filter(({ kind, idProperty }) => kind === 'list' && idProperty !== undefined);
  const lists = Map.groupBy(identified, ({ noun }) => singularOf(noun));
  return (binding: Binding, { candidate }: Role, group: ResourceGroup): Binding => {
    const { action } = binding;
    const { bodyKey, operation } = candidate;
    if (action === 'list' || action === 'read' || action === 'delete' || binding.bulk || bodyKey === undefined)
      return binding;
    const { path } = binding.mapping;
    const sent = path.reduce((outer, name) => outer.innerOf(name) ?? outer, describe(bodyKey));
    const namedAs = (name: string, target: ResourceGroup | undefined): Named | undefined => {
      const own = sent.schemaOf(name) as Schema;
      const id = schemas.typesOf(own)?.has('array') ? (schemas.elementsOf(own) ?? true) : own;
      const spec = target && specs.get(target);
      if (target === undefined || spec === undefined || !isKnown(target, spec)) return undefined;
      if (!isOfType(schemas.typesOf(id), target)) return undefined;
      const examples = schemas.keywordOf(own, 'examples', 'some');
      return { path: [...path, name], collection: spec.name, mustExist: isSaid(target), ...(examples && { examples }) };
    };
    const said = wordsOf(operation.responses.get('404')?.description ?? '');
    const isSaid = (target: ResourceGroup) => {
      const noun = target === group ? 'parent' : (wordsOf(target.noun).at(-1) as string);
      return said.some((word) => isSameNoun(word, noun));
    };
    const moved = action === 'create' ? movementIn(sent, path, lists, namedAs) : [];
    const named = [...(said.length > 0 ? sent.properties : [])].flatMap((name) => {
      const isCode = sent.typesOf(name)?.has('string') && sent.formatOf(name) !== 'uuid';
      return namedAs(name, targetOf(name, group, lists, isCode)) ?? [];
    });
    const items = [...moved, ...named.filter(({ mustExist }) => mustExist)];
    if (items.length === 0) return binding;
    const found: FoundNamed = { items, missing: missingOf, changes: changesOf };
    return { ...binding, named: found };
  };
};

/** Whether clients can see or make its items, and each is found by its id. */
const isKnown = ({ roles, parents }: ResourceGroup, { isFoundAnywhere }: CollectionSpec) =>
  roles.some(({ action }) => action === 'list' || action === 'create') && (parents.length === 0 || isFoundAnywhere);

const isOfType = (types: Types, { itemSchema, idProperty = '' }: ResourceGroup) =>
  !types?.has('object') &&
  (['integer', 'string'] as const).some((type) => types?.has(type) && itemSchema.typesOf(idProperty)?.has(type));

/** The words of an id's name without the `id`: `account` for `accountId` and `account_ids`. */
const stemOf = (name: string): readonly string[] => wordsOf(/^(.{2,}?)[_-]?ids?$/i.exec(name)?.[1] ?? '');

/** Finds the collection of an id by its last words: `customers` for `billing_customer_id`, but not for a text `stripe_customer_id`. */
const targetOf = (name: string, own: ResourceGroup, lists: Lists, isCode = false): ResourceGroup | undefined => {
  const words = stemOf(name);
  if (words.join() === 'parent') return own;
  for (const start of words.keys()) {
    const found = lists.get(singularOf(words.slice(start).join('')));
    const only = found && theOnly(found);
    if (found !== undefined) return (start === 0 ? only === own : isCode) ? undefined : only;
  }
  return undefined;
};

/** `POST /transfers` with `{ fromAccountId, toAccountId, amount }`: the balance of one account becomes lower, and that of the other one higher. */
const movementIn = (
  sent: ItemSchema,
  path: readonly string[],
  lists: Lists,
  namedAs: (name: string, target: ResourceGroup | undefined) => Named | undefined,
): readonly Named[] => {
  const isAmount = ({ typesOf: own }: ItemSchema, name: string) => isNumeric(own(name));
  const amount = theOnly([...sent.properties], (name) => wordLists.amounts.has(name) && isAmount(sent, name));
  if (amount === undefined) return [];
  const sides = [/^(?:from|source)(?![a-z])/i, /^(?:to|target|destination)(?![a-z])/i].map((start) =>
    theOnly([...sent.properties], (name) => start.test(wordsOf(name).join(' '))),
  );
  const [from, to] = sides;
  if (from === undefined || to === undefined) return [];
  const [noun, other] = [from, to].map((name) => singularOf(stemOf(name).slice(1).join('')));
  const owners = noun === '' ? [...lists.values()].flat() : (lists.get(noun ?? '') ?? []);
  const heldIn = ({ itemSchema }: ResourceGroup): string | undefined =>
    theOnly([...itemSchema.properties], (name) => wordLists.held.has(name) && isAmount(itemSchema, name));
  const owner = theOnly(owners, (one) => heldIn(one) !== undefined);
  const held = owner && heldIn(owner);
  if (noun !== other || held === undefined) return [];
  return [from, to].flatMap((name, index): readonly Named[] => {
    const found = namedAs(name, owner);
    const sign = index === 0 ? -1 : 1;
    const effect = { path: [held], to: { type: 'add-sent', from: { body: [...path, amount] }, sign } } as const;
    return found ? [{ ...found, effects: [effect] }] : [];
  });
};
