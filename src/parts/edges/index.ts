/** Lists whose elements are around the items, with a cursor for each: `{ edges: [{ cursor, node }], pageInfo }`. */

import { plainName } from '../../core/primitives/words.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { Role } from '../../openapi/resources/describe/group.ts';
import type { Describe, ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { methodOf, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { elementsOf } from '../../openapi/schema/schema-set.ts';

/** What is around each item. */
interface Edge {
  readonly node: string;
  readonly cursor: string | undefined;
}

type WithEdges = UnboundOperation & { readonly edge?: Edge };

/** Reads such lists as those of the items. */
export const readEdges = (
  candidates: readonly UnboundOperation[],
  context: { readonly describe: Describe; readonly schemas: SchemaSet },
): readonly UnboundOperation[] => candidates.map((candidate) => withoutEdges(candidate, context));

const withoutEdges = (
  candidate: UnboundOperation,
  { describe, schemas }: { readonly describe: Describe; readonly schemas: SchemaSet },
): WithEdges => {
  const { success } = candidate;
  const json = methodOf(candidate) === 'GET' ? success?.json : undefined;
  const body = json === undefined ? undefined : describe(json.key);
  const name = body && [...body.properties].find((one) => plainName(one) === 'edges');
  if (success === undefined || json === undefined || body === undefined || name === undefined) return candidate;
  const elements = body.typesOf(name)?.has('array') ? elementsOf(schemas, body.schemaOf(name) as Schema) : undefined;
  const element = elements === undefined ? undefined : describe(schemas.adopt(elements, json.key));
  const node = element && nodeIn(element);
  if (element === undefined || node === undefined) return candidate;
  const items = { type: 'array' as const, items: element.schemaOf(node) as Schema };
  const properties = Object.fromEntries(
    [...body.properties].map((one): [string, Schema] => [one, one === name ? items : (body.schemaOf(one) as Schema)]),
  );
  const key = schemas.adopt({ type: 'object', properties, required: [...body.required] }, json.key);
  const cursor = [...element.properties].find((one) => plainName(one) === 'cursor');
  return { ...candidate, success: { ...success, json: { ...json, key } }, edge: { node, cursor } } as WithEdges;
};

/** The one object in an element that has nothing else but texts about its place. */
const nodeIn = (element: ItemSchema): string | undefined => {
  const node = [...element.properties].find((name) => plainName(name) === 'node');
  const isAlone = [...element.properties].every((name) => name === node || element.isScalar(name));
  return node !== undefined && isAlone && element.innerOf(node) !== undefined ? node : undefined;
};

/** Shows the items of such lists with what is around each. */
export const showEdges =
  () =>
  (binding: Binding, { candidate }: Role): Binding => {
    const { edge } = candidate as WithEdges;
    return edge === undefined || binding.action !== 'list'
      ? binding
      : { ...binding, view: { ...binding.view, around: edge } };
  };
