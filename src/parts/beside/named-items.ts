/** Items that a path adds and removes by their names: `PUT /packages/{id}/owners` and `DELETE` with `{ "owners": ["ann"] }`. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { plainName, singularOf } from '../../core/primitives/words.ts';
import type { Binding } from '../../core/service/binding.ts';
import { isDocumented } from '../../core/service/operation.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { refersToOther, textIdOf } from '../../openapi/resources/describe/find-id.ts';
import { type ResourceGroup, type Role, roleOf } from '../../openapi/resources/describe/group.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { idsIn } from '../many/index.ts';
import { phrases } from '../words/index.ts';

/** What is assigned to an item below it, by the id of something else: `POST /roles/{id}/members` with a `user_id`. A repetition is ignored. */
export const withAssignment =
  (_specs: unknown, { describe }: Binder) =>
  (binding: Binding, { candidate }: Role, { parents, idProperty, noun, kind }: ResourceGroup): Binding => {
    const { operation } = candidate;
    if (kind !== 'list' || parents.length === 0 || idProperty === undefined) return binding;
    const isOther = refersToOther(idProperty, noun);
    if (binding.action === 'create') {
      const sent = [...binding.mapping.names].filter(([, name]) => name === idProperty);
      const { bodyKey } = candidate;
      const isAlone = bodyKey !== undefined && describe(bodyKey).properties.size === 1;
      const isNaming = (name: string) =>
        binding.bulk === undefined ? isAlone && name !== idProperty : binding.mapping.names.size === 1;
      const isSent = sent.some(([name]) => isOther || isNaming(name) || refersToOther(name, noun));
      return isSent && !isDocumented(operation, 409) ? { ...binding, isAssignment: true } : binding;
    }
    if (!isOther) return binding;
    // Nothing is sent that could change it.
    const isPut = candidate.method === 'PUT' && operation.body === undefined && candidate.path.endsInParameter;
    const isAdding =
      isPut && binding.action !== 'list' && typeof binding.key === 'number' && !isDocumented(operation, 404);
    return isAdding ? { ...binding, action: 'replace', upsert: true } : binding;
  };

/** Lets the name be the key of items that are only listed, whose number nothing takes. */
export const findNamed = (finding: Known): void => {
  const { groups, isFree } = finding;
  for (const [index, group] of groups.entries()) {
    const { idProperty, itemSchema, roles, path } = group;
    // Or removed by their names, one by one.
    const isListed = roles.every(({ action }) => action === 'list');
    if (idProperty === undefined || group.kind !== 'list') continue;
    if (!isListed && roles.some(({ action }) => action !== 'list' && action !== 'delete')) continue;
    const types = new Set(['string'] as const);
    const text = { name: '', types, format: undefined, pattern: undefined };
    const name = isListed ? textIdOf(itemSchema, idProperty, text) : idProperty;
    const writes = (finding.byPath.get(path) ?? []).filter((one) => isFree(one) && one.bodyKey !== undefined);
    if (writes.length === 0) continue;
    const aliases = isListed ? [idProperty] : group.aliases;
    const named = name === undefined ? undefined : { ...group, idProperty: name, aliases };
    const naming = writes.flatMap((candidate) => {
      const bulk = named && namesIn(candidate, named, finding);
      return bulk === undefined ? [] : [{ candidate, bulk }];
    });
    if (named === undefined || naming.length === 0) {
      roles.push(...addedByIds(writes, { ...group, idProperty }, finding));
      continue;
    }
    groups[index] = named;
    for (const { candidate, bulk } of naming.filter(({ candidate: one }) => isAdding(one)))
      roles.push(adding(candidate, named, wholeIf(candidate, bulk)));
  }
};

const isAdding = (one: UnboundOperation) => ['PUT', 'POST'].includes(one.method);

const adding = (candidate: UnboundOperation, { idProperty }: ResourceGroup, bulk?: Names): Role =>
  roleOf('create', candidate, {
    ...{ bulk, isOther: candidate.success?.json !== undefined },
    reason: `Adds the ${bulk ? 'items' : 'item'} whose ${idProperty} it names.`,
  });

type Names = Extract<ReturnType<typeof idsIn>, { readonly in: 'body' }>;

/** A PUT that says that it replaces the list leaves no others. */
const wholeIf = (candidate: UnboundOperation, bulk: Names): Names =>
  candidate.method === 'PUT' && phrases.replacesAll.test(candidate.description) ? { ...bulk, isAll: true } : bulk;

/** `PUT /playlists/{id}/tracks` with `{ "track_ids": [...] }`: those of other items, which have ids of their own. */
const addedByIds = (
  writes: readonly UnboundOperation[],
  group: ResourceGroup & { readonly idProperty: string },
  finding: FinderContext,
): readonly Role[] =>
  writes
    .filter((one) => group.parents.length > 0 && isAdding(one))
    .flatMap((candidate): readonly Role[] => {
      const bulk = idsIn(candidate, group, group.idProperty, finding);
      if (bulk === undefined && namesOne(candidate, group, finding)) return [adding(candidate, group)];
      if (bulk?.in !== 'body' || finding.schemas.typesOf({ $ref: bulk.key })?.has('object')) return [];
      return [adding(candidate, group, wholeIf(candidate, bulk))];
    });

/** Whether the body has the id of one item, and nothing else: `{ "rescuerId": 7 }`. */
const namesOne = (
  { bodyKey }: UnboundOperation,
  { noun, idProperty = '' }: ResourceGroup,
  { describe }: FinderContext,
) => {
  const sent = bodyKey === undefined ? undefined : describe(bodyKey);
  const name = sent && theOnly([...sent.properties]);
  return (
    name !== undefined && sent?.isScalar(name) === true && plainName(name) === plainName(singularOf(noun) + idProperty)
  );
};

/** The names in the body: texts, and no numbers. */
const namesIn = (
  candidate: UnboundOperation,
  group: ResourceGroup & { readonly idProperty: string },
  finding: FinderContext,
): Names | undefined => {
  const bulk = idsIn(candidate, group, group.idProperty, finding);
  if (bulk?.in !== 'body') return undefined;
  const types = finding.schemas.typesOf({ $ref: bulk.key });
  return types?.has('string') && !types.has('object') && !types.has('integer') ? bulk : undefined;
};
