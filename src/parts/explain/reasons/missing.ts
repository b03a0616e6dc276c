/** What a document would need for an operation that is not recognised, and the `x-vivarium` that would make it stateful. */

import { isJsonType } from '../../../core/http/media-type.ts';
import { plainName } from '../../../core/primitives/singular.ts';
import type { Correction } from '../../../core/service/operation.ts';
import type { ResourceGroup } from '../../../openapi/resources/describe/group.ts';
import { isListShape } from '../../../openapi/resources/describe/locate-items.ts';
import { nounOf } from '../../../openapi/resources/describe/path-template.ts';
import { methodOf, pathOf, type UnboundOperation } from '../../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext } from '../../../openapi/resources/find/finder-context.ts';
import { holdsSame } from '../../../openapi/resources/find/views.ts';

/** In one sentence. */
export const missingFor = (candidate: UnboundOperation): string => {
  const { operation, success, bodyKey } = candidate;
  if (success === undefined) return 'Documents no success response.';
  const { contents } = success.spec;
  const [first] = contents;
  if (success.json === undefined && first !== undefined && !isJsonType(first.mediaType))
    return `Returns ${first.mediaType}, and not an item as JSON.`;
  const { erased, endsInParameter } = pathOf(candidate);
  const method = methodOf(candidate);
  const item = itemPathIn(operation.path);
  if (method === 'GET' && endsInParameter)
    return `No recognised operation lists, creates or changes the items of ${collectionIn(item)}.`;
  if (method === 'GET') return 'No recognised operation writes what it returns.';
  if (method === 'DELETE' && !endsInParameter)
    return 'Names no items to delete: neither its path nor its query or its body has their ids.';
  if (erased.includes('/{}')) return `No recognised operation lists or creates the items of ${collectionIn(item)}.`;
  if (method === 'POST' && bodyKey !== undefined) return 'No recognised operation lists or reads what it creates.';
  return 'Names no item, and no recognised operation reads what it changes.';
};

/** The template up to its last parameter. */
const itemPathIn = (path: string): string => path.slice(0, path.lastIndexOf('}') + 1);

const collectionIn = (itemPath: string): string => itemPath.slice(0, itemPath.lastIndexOf('/')) || '/';

interface Known {
  readonly groups: readonly ResourceGroup[];
  readonly names: ReadonlyMap<ResourceGroup, string>;
}

/** Returns undefined if no response shows an item, and no path names one. */
export const correctionFor = (
  candidate: UnboundOperation,
  { groups, names }: Known,
  finding: FinderContext,
): Correction | undefined => {
  const { success, bodyKey, operation } = candidate;
  const key = success?.json?.key;
  if (key === undefined) return undefined;
  const { endsInParameter, noun, parameters } = pathOf(candidate);
  const isRead = operation.method === 'GET';
  const list = isRead ? finding.shapes.listIn(key, noun) : undefined;
  const shape = list ?? finding.shapes.itemIn(key, noun, undefined);
  if (shape === undefined || (isListShape(shape) && list === undefined)) return undefined;
  const itemSchema = finding.describe(shape.key);
  if (itemSchema.properties.size === 0) return undefined;
  // The path of one item names its parents.
  const fits = ({ parents }: ResourceGroup): boolean =>
    list !== undefined || parents.length === parameters.length - (endsInParameter ? 1 : 0);
  const same = groups.filter((group) => group.kind === 'list' && fits(group) && holdsSame(group, itemSchema, finding));
  const collection =
    (same.length === 1 && names.get(same[0] as ResourceGroup)) || nounOf(operation.path.replace(/\/+$/, ''));
  if (collection === '' || groups.some((group) => names.get(group) === collection && !fits(group))) return undefined;
  if (list !== undefined) return { collection, action: 'list' };
  // Two parameters in a row name no item of one collection.
  if (endsInParameter && /\}\/\{[^/]*\}\/?$/.test(operation.path)) return undefined;
  if (endsInParameter && isRead) return { collection, action: 'read' };
  const isCreate = operation.method === 'POST' && bodyKey !== undefined && !operation.path.includes('{');
  // A login returns nothing of what it is sent, and a renewal only its token.
  const isShown = (sent: string): boolean =>
    [...finding.describe(finding.shapes.itemIn(sent, noun, itemSchema)?.key ?? sent).properties].some(
      (name) => itemSchema.properties.has(name) && !plainName(name).endsWith('token'),
    );
  return isCreate && isShown(bodyKey) ? { collection, action: 'create' } : undefined;
};
