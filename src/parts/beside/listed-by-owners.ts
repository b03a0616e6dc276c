/** Lists below an item that has their ids: `/playlists/{id}/tracks` of tracks, where a playlist has `trackIds`. */

import { getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { isSameNoun, singularOf } from '../../core/primitives/words.ts';
import type { Keeping } from '../../core/resources/filter.ts';
import { itemAt } from '../../core/resources/target.ts';
import type { PathOwner } from '../../core/service/binding.ts';
import { indexText } from '../../core/state/collection.ts';
import { type FoundOperations, withClause } from '../../openapi/resources/describe/group.ts';

export const bindListed = ({ bound, specs }: FoundOperations): void => {
  const schemas = new Map([...specs].map(([{ itemSchema }, { name }]) => [name, itemSchema]));
  for (const [operation, own] of bound) {
    const { binding, reason } = own;
    if (binding?.action !== 'list' || binding.owner === undefined || 'keeps' in binding) continue;
    const { owner, filters, collection, parentParameters = [] } = binding;
    const { idProperty, localName } = collection;
    const holder = schemas.get(owner.collection.name);
    const named = [...(holder?.properties ?? [])].find(
      (name) =>
        holder?.typesOf(name)?.has('array') &&
        (isSameNoun(name, localName) || singularOf(name) === `${singularOf(localName)}id`),
    );
    const isFiltered = filters.some(({ parameter }) => owner.parameters.includes(parameter));
    if (named === undefined || idProperty === undefined || isFiltered || parentParameters.length > 0) continue;
    bound.set(operation, {
      ...own,
      binding: { ...binding, ...{ keeps: keepListed(owner, named, idProperty) } },
      reason: withClause(reason, `Its ${named} say which.`),
    });
  }
};

const keepListed =
  (owner: PathOwner, property: string, idProperty: string): Keeping['keeps'] =>
  ({ state, parameters }) => {
    const owners = state.collections.get(owner.collection.name);
    const path = owner.parameters.map((index) => {
      const sent = parameters[index];
      return sent && 'value' in sent ? String(sent.value) : '';
    });
    const item = owners && itemAt(state, owners, path);
    if (item === undefined || 'kind' in item) return undefined;
    const listed = getProperty(item.value, property);
    const idOf = (one: Json | undefined): string | undefined =>
      indexText(isJsonObject(one) ? getProperty(one, idProperty) : one);
    const ids = new Set((Array.isArray(listed) ? (listed as readonly Json[]) : []).map(idOf));
    return ({ value }) => ids.has(idOf(value));
  };
