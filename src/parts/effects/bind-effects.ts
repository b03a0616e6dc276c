/** What the operations on items change. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { plainName, wordsOf } from '../../core/primitives/words.ts';
import type { Binding, ItemBinding, PropertyEffect } from '../../core/service/binding.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { sentBy } from '../../openapi/resources/bind/request-mapping.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import { isSimilar } from '../../openapi/resources/describe/item-schema.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { lastSegment } from '../../openapi/resources/describe/unbound-operation.ts';
import { effectsOf, endOf, isAnswer, removed, revertedIn } from './item-effects.ts';
import { statedEffects } from './stated-effects.ts';

/** Adds what actions change, and what a DELETE changes in place of deleting. */
export const effectsOfBound =
  (_specs: unknown, binder: Binder) =>
  (binding: Binding, role: Role, group: ResourceGroup): Binding => {
    if (role.part !== undefined) return binding;
    if (binding.action === 'act') return acting(binding, role.candidate, group, binder, role.effects);
    if (binding.action !== 'delete') return binding;
    const end = endOfDeleted(binding, role, group, binder);
    return end === undefined ? binding : { ...binding, action: 'act', effects: [end] };
  };

const acting = (
  binding: ItemBinding,
  candidate: UnboundOperation,
  group: ResourceGroup,
  binder: Binder,
  known: Role['effects'] = [],
): ItemBinding => {
  const { schemas, compilation } = binder;
  const stated = candidate.hint?.set;
  if (stated !== undefined) {
    const effects = statedEffects(stated, candidate, group.itemSchema, compilation.source);
    return { ...binding, effects, areEffectsStated: true };
  }
  const effects = [...known, ...impliedEffects(candidate, group, binder)];
  const isEnd = group.kind === 'list' && effects.length === 0 && isAnswer(candidate, group, schemas);
  const mapping = withVerbNames(binding.mapping, candidate, group, binder);
  return { ...binding, mapping, effects, action: isEnd ? 'delete' : 'act' };
};

/** `reason` of `/orders/{id}/cancel` is the `cancel_reason` or `cancellation_reason` of the order. */
const withVerbNames = (
  mapping: ItemBinding['mapping'],
  { bodyKey, operation }: UnboundOperation,
  { itemSchema }: ResourceGroup,
  { describe }: Binder,
): ItemBinding['mapping'] => {
  const verb = plainName(lastSegment(operation.path)).slice(0, 5);
  const sent = bodyKey === undefined || verb.length < 3 ? [] : [...describe(bodyKey).properties];
  const more = sent.flatMap((name): readonly [string, string][] => {
    const isOfVerb = (own: string): boolean =>
      plainName(own).startsWith(verb.slice(0, 4)) && plainName(own).length > name.length && isEnding(own, name);
    const found = mapping.names.has(name) ? undefined : theOnly([...itemSchema.properties].filter(isOfVerb));
    return found === undefined ? [] : [[name, found]];
  });
  return more.length === 0 ? mapping : { ...mapping, names: new Map([...mapping.names, ...more]) };
};

const isEnding = (name: string, ending: string): boolean => {
  const words = wordsOf(ending);
  return wordsOf(name).slice(-words.length).join() === words.join();
};

/** What a DELETE does instead, whose response shows the item. */
const endOfDeleted = (
  { bulk }: ItemBinding,
  { candidate, shape }: Role,
  { kind, itemSchema }: ResourceGroup,
  { describe, schemas }: Binder,
): PropertyEffect | undefined => {
  const isAlone = bulk === undefined && kind === 'list' && candidate.hint === undefined;
  const isShown = shape !== undefined && isSimilar(describe(shape.key), itemSchema);
  return isAlone && isShown ? endOf(candidate, itemSchema, schemas) : undefined;
};

/** The implied effects of its name, else the opposite of what an action beside it sets: `/tickets/{id}/unassign` removes the assignee. */
const impliedEffects = (candidate: UnboundOperation, group: ResourceGroup, binder: Binder): ItemBinding['effects'] => {
  const { itemSchema, idProperty } = group;
  const own = effectsOf(candidate, itemSchema, binder.schemas);
  const reverted = own.length > 0 ? undefined : revertedIn(group, candidate);
  if (reverted === undefined) return own;
  const sent = new Set(sentBy(reverted.candidate, group, binder).names.values());
  return removed(
    [...sent].filter((name) => name !== idProperty),
    itemSchema,
  );
};
