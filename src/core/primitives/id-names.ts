/** The names of properties that identify an object, the most certain first, and the slug of a name. */
import { getProperty, type JsonObject } from './json.ts';
import { plainName } from './singular.ts';

/** The names of ids of the object alone: an envelope has none of them. */
export const ownIdNames: readonly string[] = ['id', 'pk', '_id', 'uuid', 'guid', 'sid'];

export const idNames: readonly string[] = [
  ...ownIdNames,
  'uid',
  'gid',
  'urn',
  'arn',
  'ulid',
  'identifier',
  'key',
  'slug',
];

/** Names that people give, and that often identify an object, the most certain first. */
export const givenNames: readonly string[] = ['username', 'login', 'name', 'code', 'email', 'label'];

const known: ReadonlySet<string> = new Set(idNames);

/** Whether a name in lower case states an id. */
export const isIdName = (name: string): boolean => known.has(name);

const logins: ReadonlySet<string> = new Set([
  'email',
  'emailaddress',
  'mail',
  'username',
  'login',
  'phone',
  'phonenumber',
  'identifier',
  'name',
]);

/** Whether somebody may log in with the property. */
export const isLoginName = (name: string): boolean => logins.has(plainName(name));

/** The title in lower case, with hyphens. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/'|\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Many documents limit slugs to this length. */
export const longestSlug = 50;

/** The value of a `slug`, made of the item's title or name. Undefined for other properties, and if neither has a Latin letter or a digit. */
export const slugFrom = (property: string | undefined, item: JsonObject): string | undefined => {
  const title = property === 'slug' ? (getProperty(item, 'title') ?? getProperty(item, 'name')) : undefined;
  if (typeof title !== 'string') return undefined;
  return slugOf(title.slice(0, longestSlug)) || undefined;
};

/** Whether a text joins whose something is and what it is called: the `full_name` of a repository. */
export const joinsNames = (name: string): boolean =>
  /^(full(name|path|slug)|pathwithnamespace|namewithowner)$/.test(plainName(name));

/**
 * What such a text may name first, and by what that is known there; `''`: by itself. A person, a file and a unit have a full name or path, an
 * owner and a group as well, which it does not join.
 */
export const ownersInJoined = (joined: string): readonly (readonly [owner: string, labels: readonly string[]])[] => {
  const known = ['login', 'username', 'slug', 'path'];
  const all = [...known, 'name', ''];
  const isCommon = /^full/.test(plainName(joined));
  const others = isCommon ? [] : ['organization', 'org', 'group'];
  return [
    ['owner', isCommon ? known : all],
    ...['namespace', 'workspace', ...others].map((one) => [one, all] as const),
  ];
};
