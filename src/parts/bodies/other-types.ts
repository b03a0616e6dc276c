/** How lists and items look in the other JSON types of a response: in `application/ld+json` beside `application/json`. */
import { isJsonType } from '../../core/http/http.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import type { Binding, ItemView, ListView } from '../../core/service/binding.ts';
import type { CollectionSpec, Projection } from '../../core/service/collection-facts.ts';
import type { Content } from '../../core/service/operation.ts';
import { addressWith, idText } from '../../core/state/item-key.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup, Role, Specs } from '../../openapi/resources/describe/group.ts';
import { isListShape } from '../../openapi/resources/describe/locate-items.ts';

/** Adds a view for each other JSON type of the response that has a schema of its own. */
export const otherTypes =
  (specs: Specs, { shapes, envelopes, projectionOf, queries }: Binder) =>
  (binding: Binding, role: Role, group: ResourceGroup): Binding => {
    const { candidate, shape: usual } = role;
    const { success } = candidate;
    const { noun, itemSchema } = group;
    if (usual === undefined || success === undefined) return binding;
    const others = success.contents.filter(
      ({ content, key }) => isJsonType(content.mediaType) && key !== success.json?.key,
    );
    const views = others.flatMap((json): readonly (readonly [Content, ItemView | ListView])[] => {
      const { key, content } = json;
      const isList = binding.action === 'list';
      const shape = isList ? shapes.listIn(key, noun) : shapes.itemIn(key, noun, itemSchema);
      // Swashbuckle describes `text/json` as it describes `application/json`.
      const isSame = shape !== undefined && shape.key === usual.key && `${shape.at}` === `${usual.at}`;
      if (shape === undefined || isSame) return [];
      const asShown: Role = { ...role, shape, candidate: { ...candidate, success: { ...success, json } } };
      const projection = withAddress(projectionOf(asShown, group), specs.get(group) as CollectionSpec);
      const view = { ...binding.view, path: shape.at, projection };
      if (!isList) return [[content, { ...view, isInList: isListShape(shape) }]];
      const cursor = queries.get(role)?.cursor;
      const facts = envelopes.factsOf({ key, at: shape.at, noun, cursor, example: content.example });
      return [[content, { ...view, checkItem: undefined, facts }]];
    });
    return views.length === 0
      ? binding
      : ({ ...binding, view: { ...binding.view, others: new Map(views) } } as Binding);
  };

/** Shows the path of an item where the type has it as `@id`. */
const withAddress = (
  projection: Projection | undefined,
  { path, idProperty, parents }: CollectionSpec,
): Projection | undefined => {
  const parts = projection?.properties.has('@id') && parents.length === 0 ? path?.() : undefined;
  if (projection === undefined || parts === undefined || idProperty === undefined) return projection;
  return {
    ...projection,
    strip: (value) => {
      const shown = (projection.strip?.(value) ?? value) as JsonObject;
      return { '@id': addressWith(parts, [idText(shown[idProperty])]), ...shown };
    },
  };
};
