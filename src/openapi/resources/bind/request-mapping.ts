/** Maps the properties of a request to those of an item. */

import { theOnly } from '../../../core/primitives/the-only.ts';
import { isSameNoun, plainName, singularOf } from '../../../core/primitives/words.ts';
import { factsAbout } from '../../../core/request/read-input.ts';
import { isWritable } from '../../../core/resources/request-properties.ts';
import type { RequestMapping } from '../../../core/service/binding.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { SentFile } from '../../../core/service/operation.ts';
import { wordLists } from '../../../parts/words/index.ts';
import type { Compilation } from '../../operations/compilation.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { isKeyName, refersToOther } from '../describe/find-id.ts';
import type { ResourceGroup, Role } from '../describe/group.ts';
import { attributesAt, attributesOf, type Describe, type ItemSchema, ofEach } from '../describe/item-schema.ts';
import { hasKey, isListShape, isUsualWrapper, type Shapes } from '../describe/locate-items.ts';
import { isPatchList } from '../describe/patch-list.ts';
import { namesIn, propertyNamed, propertyOfParameter, spelledIn } from '../describe/property-names.ts';
import { isUpload, takesFiles, type UnboundOperation } from '../describe/unbound-operation.ts';
import { innerItemAt } from './find-references.ts';

export interface SentContext {
  readonly compilation: Pick<Compilation, 'schemas' | 'strips'>;
  readonly describe: Describe;
  readonly shapes: Shapes;
}

export const nothingSent: RequestMapping = {
  path: [],
  names: new Map(),
  inner: undefined,
  strip: undefined,
  isOpen: false,
  parameters: [],
  isPatchList: false,
};

/** The mappings of the operations of each group. They are kept, since each of its properties may ask for them. */
const mappings = ofEach((_: ResourceGroup) => new Map<UnboundOperation, RequestMapping>());

export const sentBy = (candidate: UnboundOperation, group: ResourceGroup, context: SentContext): RequestMapping => {
  const found = mappings(group).get(candidate) ?? readMapping(candidate, group, context);
  mappings(group).set(candidate, found);
  return found;
};

/** Whether a request can set a property of the items. */
export const isSentIn = (group: ResourceGroup, context: SentContext): ((name: string) => boolean) => {
  const roles = group.roles.filter(({ action }) => ['create', 'replace', 'update'].includes(action));
  const writable = roles.map(({ candidate }) => isWritable(sentBy(candidate, group, context)));
  return (name) => writable.some((isSent) => isSent(name));
};

const readMapping = (
  candidate: UnboundOperation,
  group: ResourceGroup,
  { compilation, describe, shapes }: SentContext,
): RequestMapping => {
  const { itemSchema, noun, roles } = group;
  const { schemas, strips } = compilation;
  const { bodyKey, operation } = candidate;
  const isWrite = operation.method !== 'GET' && operation.method !== 'DELETE';
  const parameters = isWrite ? queryProperties(candidate, itemSchema) : [];
  const aboutFile = (): readonly string[] => [...factsAbout(itemSchema.properties, anyFile).keys()];
  const nothing: RequestMapping = { ...nothingSent, parameters };
  if (bodyKey === undefined) return isUpload(candidate) ? { ...nothing, aboutFile: aboutFile() } : nothing;
  if (isPatchList(bodyKey, schemas)) return { ...nothing, isPatchList: true };
  const bodySchema = describe(bodyKey);
  const own = shapes.itemIn(bodyKey, noun, itemSchema);
  // `{ data: { title } }` for an item that is `{ id, attributes: { title } }`.
  const at = attributesAt(itemSchema);
  const isSentWhole = at !== 'attributes' && bodySchema.properties.has(at ?? '');
  const attributes = own?.at.length === 0 && !isSentWhole ? attributesOf(itemSchema) : undefined;
  const shape = attributes === undefined ? own : shapes.itemIn(bodyKey, noun, attributes);
  // `{ posts: [{ title }] }` where the response has one, too.
  const isOne = roles.some(
    (one) =>
      one.candidate === candidate &&
      one.bulk === undefined &&
      shape &&
      isListShape(one.shape) &&
      `${one.shape.at}` === `${shape.at}`,
  );
  const isWrapped = shape !== undefined && (!shape.listed || (shape.at.length > 0 && isOne));
  const sent = candidate.isUnstated ? itemSchema : isWrapped ? describe(shape.key) : bodySchema;
  const shown = roles.find((one) => one.shape !== undefined && !isListShape(one.shape))?.shape;
  const names = renames(sent, group, schemas);
  for (const name of kept(sent, itemSchema, roles, describe)) if (!names.has(name)) names.set(name, name);
  return {
    ...nothing,
    path: candidate.isUnstated ? (shown?.at ?? []) : isWrapped ? shape.at : [],
    isLoose: candidate.isUnstated,
    names,
    merged: [...mergedIn(itemSchema), ...(operation.method === 'PUT' ? [] : bagsIn(itemSchema))],
    ...(takesFiles(candidate) && { aboutFile: aboutFile() }),
    inner: innerOf(sent, names, group),
    strip: strips.writeOnlyFor(itemSchema.key),
    isOpen: sent.isOpen || itemSchema.properties.size === 0,
  };
};

/** `{ "thing": 7 }` names the thing 7. */
export const withIdNamed = (
  name: string | undefined,
  { idProperty }: CollectionSpec,
  sent: RequestMapping,
): RequestMapping =>
  name === undefined
    ? sent
    : idProperty === undefined
      ? { ...sent, idName: name, names: new Map([...sent.names].filter(([one]) => one !== name)) }
      : { ...sent, path: [], names: new Map([...sent.names, [name, idProperty]]) };

const anyFile: SentFile = { name: 'a.txt', type: 'text/plain', size: 1, bytes: new Uint8Array(1) };

/** The properties by which people know an item. */
const keysIn = ofEach(({ properties }) =>
  [...properties].filter((name) => isKeyName(name) || wordLists.thingKeys.has(name)),
);

/** The property of the same name, else one with another spelling: `FriendlyName` in a form is `friendly_name` in the item. */
const renames = (
  sent: ItemSchema,
  { itemSchema, noun, idProperty = '', aliases, roles }: ResourceGroup,
  schemas: SchemaSet,
): Map<string, string> => {
  const keys = [idProperty, ...aliases];
  const names = new Map<string, string>();
  const states = ({ schemaOf }: ItemSchema, name: string, keyword: 'isHidden' | 'writeOnly') =>
    schemas.keywordOf(schemaOf(name) ?? true, keyword) === true;
  // No response shows it: `author_id` of Django sets the `author` that they show.
  const isReference = (name: string) =>
    states(itemSchema, name, 'writeOnly') && referenceNamed(name, itemSchema, schemas) !== undefined;
  for (const name of sent.properties) {
    if (isReference(name)) continue;
    const target = itemSchema.isOpen ? name : spelledIn(itemSchema, name);
    if (target !== undefined) names.set(name, target);
  }
  // What a request names by `username` or `handle` may be shown with a `login` or `slug`, and is at a path with its key.
  const keysOf = (one: ItemSchema, other: ItemSchema): readonly string[] =>
    keysIn(one).filter((name) => spelledIn(other, name) === undefined);
  // A `key` that is sent may be a secret.
  const given = theOnly(keysOf(sent, itemSchema).filter((name) => plainName(name) !== 'key'));
  const key = theOnly(keysOf(itemSchema, sent).filter((name) => isKeyName(name) || keys.includes(name)));
  const isOfPerson = (name: string) => /^(login|username)$/.test(plainName(name));
  const isOfThing = (name: string) => wordLists.thingKeys.has(name);
  const isApart = (one = '', other = '') => isOfPerson(one) && isOfThing(other);
  if (given !== undefined && key !== undefined && !isApart(given, key) && !isApart(key, given)) names.set(given, key);
  // A member is the user whose `userId` is sent.
  const taking = roles.flatMap(({ key: at, candidate, part }) =>
    at === 'path' && !part ? candidate.path.parameters.at(-1) : [],
  );
  const member = `${itemSchema.name ?? ''}id`;
  const isMember = (name: string) =>
    !names.has(name) &&
    refersToOther(name, noun) &&
    (taking.includes(name) || isSameNoun(plainName(name).replace(/^target/, ''), member));
  const sentId = sent.properties.has(idProperty) ? undefined : [...sent.properties].find(isMember);
  if (sentId !== undefined && idProperty !== '') names.set(sentId, idProperty);
  // A request does not set what is readOnly.
  const taken = new Set([...names].flatMap(([name, target]) => (states(sent, name, 'isHidden') ? [] : target)));
  for (const name of sent.properties) {
    const target = names.has(name)
      ? undefined
      : (referenceNamed(name, itemSchema, schemas) ?? withNoun(name, noun, itemSchema));
    if (target === undefined || taken.has(target)) continue;
    names.set(name, target);
    taken.add(target);
  }
  return names;
};

/** What another response than that of the list shows as it was sent, and what both require without describing it. */
const kept = (
  sent: ItemSchema,
  itemSchema: ItemSchema,
  roles: readonly Role[],
  describe: Describe,
): readonly string[] => {
  const reads = roles.flatMap(({ action, shape }) =>
    action === 'read' && shape !== undefined ? describe(shape.key) : [],
  );
  return [
    ...[...sent.properties].filter((name) => reads.some(({ properties }) => properties.has(name))),
    ...sent.required.filter((name) => !sent.properties.has(name) && itemSchema.required.includes(name)),
  ];
};

/** `order_items` for the `items` of an order, and the other way round; `new_name` for the `name`. */
const withNoun = (name: string, noun: string, itemSchema: ItemSchema): string | undefined => {
  const { byPlain } = namesIn(itemSchema);
  const [plain, owner] = [plainName(name), singularOf(noun)];
  const prefix = [owner, 'new'].find((one) => plain.startsWith(one)) ?? '';
  return (byPlain.get(owner + plain) ?? (prefix === '' ? undefined : byPlain.get(plain.slice(prefix.length))))?.[0];
};

/** The property for the same other item: `owner_id` is the `owner` of the item, `tag_ids` are its `tags`, and `owner` is its `owner_id`. */
const referenceNamed = (name: string, itemSchema: ItemSchema, schemas: SchemaSet): string | undefined => {
  // Without the first anchor, a long name would take the square of its length.
  const [, stem, plural] = /^(.+?)(?:[_-]?id|[_-]?uuid)(s?)$/i.exec(name) ?? [];
  const { scalarsByPlain, byPlain, bySingular } = namesIn(itemSchema);
  if (stem === undefined) return scalarsByPlain.get(`${plainName(name)}id`)?.[0];
  const named = plural === '' ? byPlain.get(plainName(stem)) : bySingular.get(singularOf(stem));
  return named?.find((other) => innerItemAt(itemSchema, other, schemas)?.isList === (plural !== ''));
};

/** A resource of JSON:API has its properties in objects, of which a request names those that change. */
const mergedIn = ({ properties, typesOf }: ItemSchema): readonly string[] => {
  const isResource = properties.has('type') && properties.has('id') && typesOf('attributes')?.has('object');
  return isResource ? ['attributes', 'relationships'].filter((name) => properties.has(name)) : [];
};

/** Objects whose names the client chooses: `metadata`, `labels`. A PATCH names those that change, as in HubSpot and Stripe. */
const bagsIn = ({ properties, typesOf, innerOf }: ItemSchema): readonly string[] =>
  [...properties].filter((name) => {
    const types = typesOf(name);
    const isObject = types?.has('object') && [...types].every((type) => type === 'object' || type === 'null');
    return isObject && innerOf(name)?.isOpen;
  });

/** The object of the item that has those properties of the request that the item itself does not have. */
const innerOf = (
  sent: ItemSchema,
  names: ReadonlyMap<string, string>,
  { itemSchema, idProperty, aliases }: ResourceGroup,
): RequestMapping['inner'] => {
  const unknown = [...sent.properties].filter((name) => !names.has(name));
  if (unknown.length === 0) return undefined;
  const found = [...itemSchema.properties].flatMap((property) => {
    const content = itemSchema.innerOf(property);
    if (content === undefined) return [];
    const inner = new Map(unknown.filter((name) => content.properties.has(name)).map((name) => [name, name]));
    // `{ comment: { id, content }, counts }` has its id there.
    const isOwn = idProperty === undefined && aliases.some((alias) => alias.startsWith(`${property}.`));
    const isUsual = isOwn || plainName(property) === 'attributes' || isUsualWrapper(property);
    // Under another name, it has all that is sent, and is not another item.
    const isWhole = inner.size === unknown.length && !hasKey(content);
    return inner.size > 0 && (isUsual || isWhole) ? [{ inner: { property, names: inner }, isUsual }] : [];
  });
  return (theOnly(found, ({ isUsual }) => isUsual) ?? theOnly(found))?.inner;
};

const queryProperties = (
  { operation, path, isElsewhere }: UnboundOperation,
  itemSchema: ItemSchema,
): RequestMapping['parameters'] =>
  operation.parameters.flatMap(({ in: location, name }, parameter) => {
    const isInPath = isElsewhere === true && location === 'path' && !path.parameters.includes(name);
    const own = location === 'query' ? propertyNamed(name, itemSchema) : undefined;
    const property = isInPath ? propertyOfParameter(name, operation.path, itemSchema) : own;
    return property === undefined ? [] : [{ parameter, property, ...(isInPath && { isInPath }) }];
  });
