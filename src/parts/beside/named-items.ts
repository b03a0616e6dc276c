/** Items that a path adds and removes by their names: `PUT /packages/{id}/owners` and `DELETE` with `{ "owners": ["ann"] }`. */

import { textIdOf } from '../../openapi/resources/describe/find-id.ts';
import { type ResourceGroup, roleOf } from '../../openapi/resources/describe/group.ts';
import { methodOf, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { typesOf } from '../../openapi/schema/applicable-schemas.ts';
import { idsIn } from '../many/index.ts';

/** Lets the name be the key of items that are only listed, whose number nothing takes. */
export const findNamed = (finding: Known): void => {
  const { groups, isFree } = finding;
  for (const [index, group] of groups.entries()) {
    const { idProperty, itemSchema, roles, path } = group;
    if (idProperty === undefined || group.kind !== 'list' || roles.some(({ action }) => action !== 'list')) continue;
    const types = new Set(['string'] as const);
    const name = textIdOf(itemSchema, idProperty, { name: '', types, format: undefined, pattern: undefined });
    const writes = (finding.byPath.get(path) ?? []).filter((one) => isFree(one) && one.bodyKey !== undefined);
    if (name === undefined || writes.length === 0) continue;
    const named = { ...group, idProperty: name, aliases: [idProperty] };
    const isNaming = (one: UnboundOperation): boolean => namesIn(one, named, finding) !== undefined;
    if (!writes.some(isNaming)) continue;
    groups[index] = named;
    for (const candidate of writes.filter((one) => ['PUT', 'POST'].includes(methodOf(one)))) {
      const bulk = namesIn(candidate, named, finding);
      if (bulk === undefined) continue;
      const reason = `Adds the items whose ${name} it names.`;
      const isOther = candidate.success?.json !== undefined;
      roles.push(roleOf('create', candidate, { bulk, isOther, reason, confidence: 'medium' }));
    }
  }
};

/** The names in the body: texts, and no numbers. */
const namesIn = (
  candidate: UnboundOperation,
  group: ResourceGroup & { readonly idProperty: string },
  finding: FinderContext,
): ReturnType<typeof idsIn> => {
  const bulk = idsIn(candidate, group, group.idProperty, finding);
  if (bulk?.in !== 'body') return undefined;
  const types = typesOf(finding.schemas, { $ref: bulk.key });
  return types?.has('string') && !types.has('object') && !types.has('integer') ? bulk : undefined;
};
