/** Items in responses: bare, in an envelope, or in a property of their own name. */
import { isObject, membersOf, plainPath, type Raw, type RawObject } from './raw-document.ts';

const isList = (value: Raw): value is readonly RawObject[] => Array.isArray(value) && value.every(isObject);

/** Deeper than an envelope in an envelope are the contents of items. */
const maxDepth = 2;

/** The list in a response: the body, the property with the name of the path's end, else the first list of objects. */
const listIn = (body: Raw | undefined, path: string, depth = 0): readonly RawObject[] | undefined => {
  if (body === undefined) return undefined;
  if (isList(body)) return body;
  if (!isObject(body) || depth > maxDepth) return undefined;
  const last = plainPath(path).split('/').at(-1)?.toLowerCase();
  const members = membersOf(body).toSorted(([one], [other]) => rank(one, last) - rank(other, last));
  const lists = members.filter(([, value]) => isList(value)).map(([, value]) => value as readonly RawObject[]);
  const isNamed = (name: string): boolean => last !== undefined && plainName(name).endsWith(plainName(last));
  // `envelopeTemplates` of `/templates` may be empty.
  const [named] = members.filter(([name, value]) => isNamed(name) && isList(value));
  return (
    (named?.[1] as readonly RawObject[] | undefined) ??
    lists.find((list) => list.length > 0) ??
    lists[0] ??
    members
      .map(([, value]) => (isObject(value) ? listIn(value, path, depth + 1) : undefined))
      .find((list) => list !== undefined)
  );
};

const usual = ['data', 'items', 'results', 'content', 'records'];

const rank = (name: string, last: string | undefined): number =>
  last?.endsWith(name.toLowerCase()) ? 0 : usual.includes(name) ? 1 : 2;

export const itemsIn = (body: Raw | undefined, path: string): readonly RawObject[] => listIn(body, path) ?? [];

/** Whether a body lists values that items have, as texts, and no items. */
export const isOfTexts = (body: Raw | undefined): boolean => {
  const lists = isObject(body) ? membersOf(body).map(([, value]) => value) : [body];
  return lists.some((list) => Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === 'string'));
};

/** The item in a response: the body, else its only object without an id beside it. */
export const itemIn = (body: Raw | undefined): RawObject | undefined => {
  if (Array.isArray(body)) return body.length === 1 && isObject(body[0]) ? body[0] : undefined;
  if (!isObject(body)) return undefined;
  const objects = membersOf(body).filter(([, value]) => isObject(value));
  const [name, inner] = objects.find(([key]) => key === 'data') ?? objects[0] ?? [];
  const others = membersOf(body).filter(([key]) => key !== name && !isAboutAnswer(key));
  const isWrapped = inner !== undefined && body.id === undefined && (name === 'data' || others.length === 0);
  return isWrapped ? (inner as RawObject) : body;
};

/** `{ "status": 200, "resource": { ... } }`. */
const isAboutAnswer = (name: string): boolean => /^(code|message|ok|status|success)$/i.test(name);

/** A body in which the item of `itemIn` is replaced. */
export const withItem = (body: Raw, item: RawObject, other: RawObject): RawObject =>
  item === body
    ? other
    : Object.fromEntries(membersOf(body).map(([name, value]) => [name, value === item ? other : value]));

/** Without case and separators. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** `petId` and `pet_id` end in `id`. */
const lastWord = (name: string): string =>
  (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g)?.at(-1) ?? name).toLowerCase();

const common = [
  'id',
  'pk',
  'uuid',
  '_id',
  'guid',
  'uid',
  'sid',
  'gid',
  'key',
  'slug',
  'entity_id',
  'name',
  'code',
  'number',
  'token',
];

/** Accounts have a name for the login, which paths call `username`. */
const accountNames = new Map([
  ['username', 'login'],
  ['login', 'username'],
]);

type IsIt = (name: string) => boolean;

const asNamed = (parameter: string): readonly IsIt[] => [
  (name) => name === parameter,
  (name) => plainName(name) === plainName(parameter),
  // `id_product` for `productId`.
  (name) => /^id[_A-Z]/.test(name) && `${plainName(name).slice(2)}id` === plainName(parameter),
  (name) => plainName(name) === accountNames.get(plainName(parameter)),
  // `$id` of the documents of some databases.
  (name) => name.toLowerCase().replace('$', '') === lastWord(parameter),
  // `task_try_number` is the `try_number` of the task.
  (name) => plainName(name).length > 3 && plainName(parameter).endsWith(plainName(name)),
];

/** `"code": 201` of a response is no id, nor one beside a message. */
const isStatus = (name: string, value: Raw, item: Raw): boolean =>
  /^(code|status|statusCode)$/i.test(name) &&
  (/^[1-5]\d\d$/.test(String(value)) || membersOf(item).some(([other]) => /^(message|msg)$/i.test(other)));

const findMember = (item: Raw, rules: readonly IsIt[]): string | undefined => {
  const scalars = membersOf(item).filter(
    ([name, value]) => ['string', 'number'].includes(typeof value) && !isStatus(name, value, item),
  );
  return rules.map((isIt) => scalars.find(([name]) => isIt(name))?.[0]).find((name) => name !== undefined);
};

/** The property with the name of a path parameter. */
export const namedIdMember = (item: Raw, parameter: string): string | undefined => findMember(item, asNamed(parameter));

/** The property with the id for a path parameter: with its name, else with a common one. */
export const idMemberIn = (item: Raw, parameter: string): string | undefined => {
  const usual = common.map(
    (word): IsIt =>
      (name) =>
        name.toLowerCase() === word,
  );
  // The only `folderId` of a folder, or a number `folderid`.
  const ids = membersOf(item).filter(
    ([name, value]) => /[a-z]_?I[dD]$|_id$/.test(name) || (typeof value === 'number' && /[a-z]id$/.test(name)),
  );
  const only: IsIt = (name) => parameter === 'id' && ids.length === 1 && name === ids[0]?.[0];
  const names = usual.splice(usual.length - common.length + common.indexOf('key'));
  return findMember(item, [...asNamed(parameter), ...usual, only, ...names]);
};

export const idIn = (item: Raw, parameter: string): string | undefined => {
  const member = idMemberIn(item, parameter);
  return member === undefined ? undefined : String((item as RawObject)[member]);
};
