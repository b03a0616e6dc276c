/** The names of properties that identify an object, and the slug of a name. */
import { wordLists } from '../../parts/words/index.ts';
import { getProperty, type JsonObject } from '../primitives/json.ts';
import { plainName } from '../primitives/words.ts';

export const isIdName = (name: string): boolean => wordLists.ids.has(name);

export const isLoginName = (name: string): boolean => wordLists.logIns.has(name);

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

/** Whether a text joins the owner and the name of something: the `full_name` of a repository. */
export const joinsNames = (name: string): boolean => wordLists.joinedTexts.has(name);

/** What such a text may name first, and by what that is known; `''`: by itself. The `full_name` of a person joins none. */
export const ownersInJoined = (joined: string): readonly (readonly [owner: string, labels: readonly string[]])[] => {
  const known = [...wordLists.keyNames.all, 'path'];
  const all = [...known, 'name', ''];
  const isCommon = /^full/.test(plainName(joined));
  const owners = wordLists.owners.all.filter((one) => !isCommon || one.endsWith('space'));
  return [['owner', isCommon ? known : all], ...owners.map((one) => [one, all] as const)];
};
