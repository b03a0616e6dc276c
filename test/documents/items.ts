/** Items in answers, wherever they stand: bare, in an envelope, under their own name. */
import { isObject, membersOf, type Raw, type RawObject } from './public-documents.ts';

const isList = (value: Raw): value is readonly RawObject[] => Array.isArray(value) && value.every(isObject);

/** Deeper than an envelope in an envelope is what items are made of. */
const maxDepth = 2;

/** The list in an answer: the body itself, the member named as the path ends, else the first list of objects. */
const listIn = (body: Raw | undefined, path: string, depth = 0): readonly RawObject[] | undefined => {
  if (body === undefined) return undefined;
  if (isList(body)) return body;
  if (!isObject(body) || depth > maxDepth) return undefined;
  const last = path.split('/').at(-1)?.toLowerCase();
  const members = membersOf(body).toSorted(([one], [other]) => rank(one, last) - rank(other, last));
  const lists = members.filter(([, value]) => isList(value)).map(([, value]) => value as readonly RawObject[]);
  return (
    lists.find((list) => list.length > 0) ??
    lists[0] ??
    members
      .map(([, value]) => (isObject(value) ? listIn(value, path, depth + 1) : undefined))
      .find((list) => list !== undefined)
  );
};

const usual = ['data', 'items', 'results', 'content', 'records'];

const rank = (name: string, last: string | undefined): number =>
  name.toLowerCase() === last ? 0 : usual.includes(name) ? 1 : 2;

export const itemsIn = (body: Raw | undefined, path: string): readonly RawObject[] => listIn(body, path) ?? [];

/** The one item in an answer: the body itself, else what stands in its only object beside which there is no id. */
export const itemIn = (body: Raw | undefined): RawObject | undefined => {
  if (Array.isArray(body)) return body.length === 1 && isObject(body[0]) ? body[0] : undefined;
  if (!isObject(body)) return undefined;
  const objects = membersOf(body).filter(([, value]) => isObject(value));
  const [name, inner] = objects.find(([key]) => key === 'data') ?? objects[0] ?? [];
  const isWrapped = inner !== undefined && body.id === undefined && (name === 'data' || membersOf(body).length === 1);
  return isWrapped ? (inner as RawObject) : body;
};

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** `petId` and `pet_id` end in `id`. */
const lastWord = (name: string): string =>
  (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g)?.at(-1) ?? name).toLowerCase();

const common = ['id', 'uuid', '_id', 'guid', 'uid', 'sid', 'gid', 'key', 'slug', 'name', 'code', 'number', 'token'];

/** The member that a path's parameter names. */
const idMemberOf = (item: Raw, parameter: string): string | undefined => {
  if (!isObject(item)) return undefined;
  const names = Object.keys(item).filter((name) => ['string', 'number'].includes(typeof item[name]));
  return [
    (name: string) => name === parameter,
    (name: string) => bare(name) === bare(parameter),
    (name: string) => name.toLowerCase() === lastWord(parameter),
    ...common.map((word) => (name: string) => name.toLowerCase() === word),
  ]
    .map((isIt) => names.find(isIt))
    .find((name) => name !== undefined);
};

export const idIn = (item: Raw, parameter: string): string | undefined => {
  const member = idMemberOf(item, parameter);
  return member === undefined ? undefined : String((item as RawObject)[member]);
};
