/** What the properties of a request do to an item beside being stored: `agentId` of an assignment, `add_labels`, `state_event`. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { isPlural, lastWord, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { ItemBinding, PropertyEffect } from '../../core/service/binding.ts';
import { isIdName } from '../../core/service/id-names.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { refersToOther } from '../../openapi/resources/describe/find-id.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { namesIn, propertyNamed } from '../../openapi/resources/describe/property-names.ts';
import { positionInPath, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { wordLists } from '../words/index.ts';
import { participlesOf, verbsIn } from './action-verbs.ts';

/** Whether a name, in plain form, says who did it: `approvedBy`, `closed_by_id`. */
export const isDoerOf = (name: string, verb: string): boolean =>
  [...participlesOf(verb)].some((participle) => plainName(name).startsWith(`${participle}by`));

/** Whether a name, in plain form, says whom the verb gives an item to, or into what it puts it: `assignee`, `assignedToId`, `mergedInto`. */
export const isTargetOf = (name: string, verb: string): boolean => {
  const base = plainName(isIdName(lastWord(name)) ? wordsOf(name).slice(0, -1).join('') : name);
  const done = base.replace(/(in)?to$/, '');
  return base === `${verb.replace(/e$/, '')}ee` || (done !== base && participlesOf(verb).has(done));
};

/**
 * The property of the item that has what is sent, by the verb: `reason` of `cancel` is its `cancel_reason`. `isOwn`: the item has this
 * name, too, as the `amount` of `refund` beside its `refunded_amount`.
 */
const namedBy = (verb: string, name: string, { properties }: ItemSchema, isOwn: boolean): string | undefined => {
  const starts = isOwn ? [...participlesOf(verb)].filter((one) => one !== verb) : [verb.slice(0, 4)];
  return theOnly(
    [...properties].filter((own) => {
      const plain = plainName(own);
      return (
        plain.length > plainName(name).length && starts.some((one) => plain.startsWith(one)) && isEnding(own, name)
      );
    }),
  );
};

const isEnding = (name: string, ending: string) => {
  const words = wordsOf(ending);
  return wordsOf(name).slice(-words.length).join() === words.join();
};

/** The property with whom or what the verb gives an item to. */
const targetOf = (verb: string, { properties }: ItemSchema): string | undefined => {
  const all = [...properties].filter((own) => isTargetOf(own, verb));
  return theOnly(all) ?? theOnly(all.filter((own) => isIdName(lastWord(own))));
};

/** What an action sets, by the verb of its path, and whom it is about, also by its description: `delegate`, "Assigns the ticket". */
export const withVerbNames = (
  mapping: ItemBinding['mapping'],
  candidate: UnboundOperation,
  { itemSchema, noun, idProperty }: ResourceGroup,
  { describe }: Pick<Binder, 'describe'>,
): ItemBinding['mapping'] => {
  const { bodyKey, firstWord, operation } = candidate;
  const verbs = verbsIn(candidate.path.erased.replace(/\/\{\}$/, '')).filter((verb) => verb.length > 2);
  const sent = bodyKey === undefined ? [] : [...describe(bodyKey).properties];
  const given = (name: string): string | undefined =>
    (refersToOther(name, noun) ? [...verbs, ...verbsIn(firstWord)] : [])
      .map((verb) => targetOf(verb, itemSchema))
      .find((one) => one !== undefined);
  const more = sent.flatMap((name): readonly [string, string][] => {
    const own = mapping.names.get(name);
    if (own !== undefined && own === idProperty) return [];
    const named = verbs.map((verb) => namedBy(verb, name, itemSchema, own !== undefined));
    const found = named.find((one) => one !== undefined) ?? given(name);
    return found === undefined ? [] : [[name, found]];
  });
  const parameters = operation.parameters.flatMap(({ name, in: location }, parameter) => {
    const property = location === 'query' ? given(name) : undefined;
    return property === undefined ? [] : { parameter, property };
  });
  return {
    ...mapping,
    names: new Map([...mapping.names, ...more]),
    parameters: [...mapping.parameters, ...parameters],
  };
};

/** Sets what the path ends with: `status` for `/orders/{id}/status/{status}`, the assignee for `/tickets/{id}/assign/{userId}`. */
export const effectsOfPath = (candidate: UnboundOperation, itemSchema: ItemSchema): readonly PropertyEffect[] => {
  const { erased, parameters } = candidate.path;
  const [, noun = '', segment = ''] = /([^{}/]+)\/\{\}\/([^{}/]+)\/\{\}$/.exec(erased) ?? [];
  const name = parameters.at(-1) ?? '';
  const isMeant = plainName(segment) === plainName(name) || (!isPlural(segment) && refersToOther(name, noun));
  if (segment === '' || !isMeant || !/^P/.test(candidate.operation.method)) return [];
  const targets = verbsIn(segment).map((verb) => targetOf(verb, itemSchema));
  const own = propertyNamed(name, itemSchema) ?? targets.find((one) => one !== undefined);
  if (own === undefined || !itemSchema.isScalar(own)) return [];
  return [{ path: [own], to: { type: 'sent', from: { parameter: positionInPath(candidate, name) } } }];
};

/** `add_labels` adds to the labels of an item, and `remove_labels` takes from them. */
export const listChangesIn = (sent: ItemSchema, itemSchema: ItemSchema): readonly PropertyEffect[] => {
  const { bySingular } = namesIn(itemSchema);
  return [...sent.properties].flatMap((name): readonly PropertyEffect[] => {
    if (itemSchema.properties.has(name)) return [];
    const [verb = '', ...rest] = wordsOf(name);
    const isAdding = wordLists.createVerbs.has(verb);
    if (!isAdding && !wordLists.deleteVerbs.has(verb)) return [];
    const named = bySingular.get(singularOf(rest.join('_'))) ?? [];
    const list = named.find((own) => itemSchema.typesOf(own)?.has('array'));
    const type = isAdding ? 'add-to-list' : 'remove-from-list';
    return list === undefined ? [] : [{ path: [list], to: { type, from: { body: [name] } } }];
  });
};
