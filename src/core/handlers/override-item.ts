/** The item of `next({ item })`: stored if the operation writes, otherwise only shown. */

import {
  filterProperties,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  setProperty,
  valueAt,
} from '../primitives/json.ts';
import { cutText } from '../primitives/units.ts';
import { type Refusal, refuse } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import { acceptedId } from '../resources/act-on-resource.ts';
import type { ActionResult, ActionView } from '../resources/action-result.ts';
import { idNameOf } from '../resources/item-steps.ts';
import type { ResponseBody } from '../response/write-response.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { type Collection, findItem } from '../state/collection.ts';
import { idText, joinKey, splitKey } from '../state/item-key.ts';
import type { Change } from '../state/state.ts';
import { changedItem, checkKept } from './changed-item.ts';

type ItemOverride = Readonly<Record<string, Json | undefined>>;
type ViewedItem = Extract<ActionView, { type: 'item' }>;

const label = 'next({ item })';

/** The action with the properties laid over its item. @throws Error for a list, and for a value that is not allowed. */
export const overrideItem = (
  context: RequestContext,
  spec: CollectionSpec,
  done: ActionResult,
  given: ItemOverride,
): ActionResult | Refusal => {
  const { view } = done;
  if (view.type !== 'item') throw new Error(`${label}: the operation lists items; return a body`);
  if (isOnlyShown(view)) return done;
  const collection = context.state.collections.get(spec.name) as Collection;
  const keyed = done.isCreated ? withNewId(collection, view, given) : view.item.key;
  if (typeof keyed !== 'string') return keyed;
  const over = withoutOldTimes(collection, keyed, given);
  const before = withKey(spec, view.item.value, keyed, over);
  const item = changedItem(context, spec, { key: keyed, value: before }, assign(before, over));
  checkKept(spec, over, item.value, label);
  const put: Change = { type: 'put', collection: spec.name, key: item.key, value: item.value };
  return { ...done, view: { ...view, item }, changes: [put], step: { ...done.step, key: keyed } };
};

const isOnlyShown = ({ action }: ViewedItem) => action === 'read' || action === 'delete';

/** Omits the time of the last change, which comes with a copy of the item: the change has its own. */
const withoutOldTimes = (collection: Collection, key: string, over: ItemOverride): ItemOverride => {
  const before = findItem(collection, key)?.value;
  if (before === undefined) return over;
  const old = collection.spec.timestamps.updated.filter(({ name }) => over[name] === getProperty(before, name));
  return filterProperties(over as JsonObject, (name) => !old.some((time) => time.name === name));
};

/** The key of a created item whose id the handler sets; the refusal if it exists. */
const withNewId = (collection: Collection, { item }: ViewedItem, over: ItemOverride): string | Refusal => {
  const { spec } = collection;
  const given = idGiven(spec, over);
  if (given === undefined) return item.key;
  const id = idText(acceptedId(spec, given));
  if (id === undefined) throw new TypeError(`${label}: the id is not a valid id of ${spec.name}`);
  const key = joinKey(spec, { parents: splitKey(spec, item.key).parents, id });
  if (findItem(collection, key) === undefined) return key;
  return { ...refuse('conflict', `The item ${cutText(id)} of ${spec.name} already exists.`), key };
};

const idGiven = (spec: CollectionSpec, over: ItemOverride): Json | undefined => {
  const name = idNameOf(spec);
  return name === undefined || !Object.hasOwn(over, name) ? undefined : over[name];
};

/** The item with the id of its key. An existing item keeps its own: `changedItem` restores it. */
const withKey = (spec: CollectionSpec, value: JsonObject, key: string, over: ItemOverride): JsonObject => {
  const given = idGiven(spec, over);
  const id = given === undefined ? undefined : acceptedId(spec, given);
  if (id === undefined) return value;
  if (idText(id) !== splitKey(spec, key).id) throw new TypeError(`${label}: the id of an item cannot change`);
  return assign(value, { [idNameOf(spec) as string]: id });
};

const assign = (value: JsonObject, over: ItemOverride): JsonObject => {
  const assigned: Record<string, Json> = { ...value };
  for (const name of Object.keys(over)) {
    if (over[name] === undefined) delete assigned[name];
    else setProperty(assigned, name, over[name]);
  }
  return assigned;
};

/** The body with the properties laid over the item that it shows. */
export const showOverride = (
  body: ResponseBody | undefined,
  view: ActionView,
  over: ItemOverride,
): ResponseBody | undefined => {
  if (body === undefined || view.type !== 'item' || !isOnlyShown(view)) return body;
  const { path, isInList, projection } = view.view;
  const position = isInList ? [...path, 0] : path;
  const shown = valueAt(body.value, position);
  if (!isJsonObject(shown)) return body;
  const isShown = (name: string) => projection === undefined || projection.isOpen || projection.properties.has(name);
  const value = setAt(body.value, position, assign(shown, filterProperties(over as JsonObject, isShown)));
  return { mediaType: body.mediaType, value };
};
