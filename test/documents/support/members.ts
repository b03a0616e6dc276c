/** The properties of an item in a request body, and whether a response has the same. */
import { itemIn, namedIdMember, plainName, withItem } from './items.ts';
import type { LiveDocument } from './live-documents.ts';
import { isObject, membersOf, type Raw, type RawDocument, type RawObject, type RawOperation } from './raw-document.ts';
import type { BuiltBody } from './requests.ts';
import { valueFor } from './values.ts';

type Scalar = string | number | boolean;

const isScalar = (value: Raw): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

/** The scalars of an item in a body; a list contains commands. */
export const membersSent = (body: BuiltBody | undefined): RawObject =>
  Object.fromEntries(
    membersOf(isObject(body?.value) ? itemIn(body.value) : undefined).filter(([, value]) => isScalar(value)),
  );

/** The normalized names of the properties that a response of this operation may show as they were sent. */
const documentedMembers = ({ responses }: RawOperation, resolve: RawDocument['resolve']): ReadonlySet<string> => {
  const [, contents] = [...responses].find(([status]) => status.startsWith('2')) ?? [];
  const [schema] = contents?.values() ?? [];
  const sample = valueFor(schema, resolve, { isWhole: true, isByExample: false, isShown: true });
  return new Set(membersOf(itemIn(sample)).flatMap(([name, value]) => (isScalar(value) ? [plainName(name)] : [])));
};

/** The expected properties of an item: all that were sent and are documented for this operation, or those it shows. */
export type Extent = { readonly all: RawOperation; readonly document: RawDocument } | 'shown';

/** Undefined if the item has the sent values, but those that its document does not allow there. */
export const difference = (
  expected: RawObject,
  item: RawObject | undefined,
  extent: Extent,
  mayShow: (name: string, value: Raw) => boolean = () => true,
): string | undefined => {
  const required = extent === 'shown' ? new Set() : documentedMembers(extent.all, extent.document.resolve);
  const all = Map.groupBy(membersOf(item), ([name]) => plainName(name));
  // Of `name` and `Name`, the one that was sent.
  const shownAs = (name: string, sent: Raw): Raw | undefined => {
    const values = (all.get(plainName(name)) ?? []).map(([, value]) => value);
    return values.find((value) => String(value) === String(sent)) ?? values.at(-1);
  };
  const names = new Map(membersOf(item).map(([name]) => [plainName(name), name]));
  const missed = membersOf(expected).filter(([name, value]) => {
    const now = shownAs(name, value);
    const isComparable = now === undefined ? required.has(plainName(name)) : isScalar(now) || Array.isArray(now);
    return (
      isComparable &&
      String(now) !== String(value) &&
      !isUpload(value, now) &&
      mayShow(names.get(plainName(name)) ?? name, value)
    );
  });
  if (missed.length === 0) return undefined;
  return missed.map(([name, value]) => `${name} was ${value}, is ${JSON.stringify(shownAs(name, value))}`).join('; ');
};

/** Whether an item has one of the values that were sent, beside its id. */
export const showsSome = (sent: RawObject, item: RawObject | undefined, id: string): boolean =>
  membersOf(sent).some(
    ([name, value]) =>
      String(value) !== id &&
      membersOf(item).some(([other, now]) => plainName(other) === plainName(name) && String(now) === String(value)),
  );

/** Without those that a change gives another value by another name: `newLabel` of a `label`. */
export const withoutRenamed = (members: RawObject, sent: RawObject): RawObject => {
  const names = new Set(membersOf(sent).map(([name]) => plainName(name)));
  return Object.fromEntries(membersOf(members).filter(([name]) => !names.has(`new${plainName(name)}`)));
};

/** A file that was sent, where the response has its address. */
const isUpload = (sent: Raw, now: Raw | undefined): boolean =>
  typeof now === 'string' && /^https?:/.test(now) && !/^https?:/.test(String(sent));

/** Another value of the same kind. */
const changed = (value: Scalar): Scalar =>
  typeof value === 'string' ? `${value} 2` : typeof value === 'number' ? value + 1 : !value;

type IsAllowed = (body: BuiltBody) => boolean;

/** Whether the schema of a request allows a body. */
export const allowedBy =
  ({ document, judge }: LiveDocument, operation: RawOperation): IsAllowed =>
  ({ mediaType, value }) => {
    const { schema } = document.resolve(document.resolve(operation.body?.content)[mediaType]);
    return judge.judgeValue(schema ?? true, value, 'request').length === 0;
  };

/** The body with another value for each property of its item, where that is allowed. */
const withMembers = (body: BuiltBody, other: (name: string, value: Raw) => Raw, isAllowed: IsAllowed): BuiltBody => {
  const item = isObject(body.value) ? itemIn(body.value) : undefined;
  let value = item;
  for (const [name, before] of membersOf(item)) {
    const candidate = { ...value, [name]: other(name, before) };
    if (isAllowed({ ...body, value: withItem(body.value, item as RawObject, candidate) })) value = candidate;
  }
  return value === undefined ? body : { ...body, value: withItem(body.value, item as RawObject, value) };
};

/** A body in which every scalar differs if its schema allows that; an id in it is the item's own. */
export const changedBody = (
  live: LiveDocument,
  operation: RawOperation,
  own: { readonly parameter: string; readonly id: string; readonly idMember?: string },
): BuiltBody | undefined => {
  const body = live.builder.bodyFor(operation, true);
  const item = isObject(body?.value) ? itemIn(body.value) : undefined;
  if (body === undefined || item === undefined) return body;
  const idMember = own.idMember ?? namedIdMember(item, own.parameter);
  const other = (name: string, before: Raw): Raw => {
    if (name === idMember) return typeof before === 'number' ? Number(own.id) : own.id;
    return isScalar(before) ? changed(before) : before;
  };
  return withMembers(body, other, allowedBy(live, operation));
};

/** A body that names what its path names: the parents of an item have the same ids in both. */
export const withIds = (
  body: BuiltBody | undefined,
  ids: ReadonlyMap<string, string>,
  isAllowed: IsAllowed,
): BuiltBody | undefined => {
  const named = new Map([...ids].map(([name, id]) => [plainName(name), id]));
  const other = (name: string, value: Raw): Raw => {
    const id = named.get(plainName(name));
    const like = typeof value === 'number' ? Number(id) : id;
    return !id || !isScalar(value) || Number.isNaN(like) ? value : (like as Scalar);
  };
  return body && withMembers(body, other, isAllowed);
};

/** Whether an item has the id of the body already: a document without a 409 may have another status for it. */
export const isTaken = ({ status, text }: { readonly status: number; readonly text: string }): boolean =>
  status === 409 || (status >= 400 && status < 500 && text.includes(' already exists'));

/**
 * A body with other numbers as ids: an item with the id exists already, perhaps below another parent. Those of the parents in
 * the path stay: `albumId` below `/albums/{id}`.
 */
export const withOtherIds = (
  body: BuiltBody | undefined,
  { path }: Pick<RawOperation, 'path'>,
): BuiltBody | undefined => {
  const item = isObject(body?.value) ? itemIn(body.value) : undefined;
  if (body === undefined || item === undefined) return body;
  const parents = [...path.matchAll(/([^/]+)\/\{/g)].map(([, noun = '']) => plainName(noun));
  const isParent = (name: string): boolean => {
    const stem = plainName(name).replace(/id$/, '');
    return stem.length > 2 && parents.some((noun) => noun.startsWith(stem));
  };
  const isOther = (name: string, value: Raw): boolean =>
    /(id|number)$/i.test(name) && (value === 1 || value === 9) && !isParent(name);
  const members = membersOf(item).map(([name, value]) => [name, isOther(name, value) ? 999 : value]);
  return { ...body, value: withItem(body.value, item, Object.fromEntries(members)) };
};

/** The parameter with the page size. */
export const sizeParameterOf = ({ parameters }: RawOperation): RawObject | undefined =>
  parameters.find(
    (one) =>
      one.in === 'query' &&
      /^(limit|(per_?page|page_?size|size|count|first)|page\[(size|limit)\])$/i.test(String(one.name)),
  );

/** The maximum page size. */
export const largestPage = (parameter: RawObject, { resolve }: RawDocument): number =>
  Number(resolve(parameter.schema).maximum ?? 100);

export const smallestPage = (parameter: RawObject, { resolve }: RawDocument): number =>
  Math.max(1, Number(resolve(parameter.schema).minimum ?? 1));
