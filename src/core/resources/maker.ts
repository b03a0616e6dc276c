/** What a new item says of the user who creates it: its author, owner or the like is the one whose token is sent. */
import { getProperty, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { plainName } from '../primitives/singular.ts';
import { subjectIn } from '../request/issued-token.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { type Collection, findItem } from '../state/collection.ts';
import { typedId } from '../state/item-key.ts';

/** Names of properties that say who made an item, in plain form. */
const maker = /^(author|creator|createdby|owner|postedby|sender|submittedby|user)(id|uuid)?$/;

/** Properties with which a user is named in a text. */
const labels = ['name', 'fullName', 'full_name', 'displayName', 'username', 'login', 'email'];

/** The request, with its maker where it does not state one itself. */
export const withMaker = (context: RequestContext, spec: CollectionSpec, requested: JsonObject): JsonObject => {
  const names = [...spec.properties].filter(
    (name) => maker.test(plainName(name)) && name !== spec.idProperty && !Object.hasOwn(requested, name),
  );
  const subject = names.length === 0 ? undefined : subjectIn(context);
  const users = subject && context.state.collections.get(subject.collection);
  const user = users && findItem(users, subject.id)?.value;
  if (subject === undefined || users === undefined || user === undefined || users.spec === spec) return requested;
  const made: Record<string, Json> = { ...requested };
  for (const name of names) {
    const { values, isItem } = valuesFor(name, spec, users, { user, id: typedId(users.spec, subject.id) });
    const isFit = (value: Json): boolean =>
      !spec.checkValue({ ...requested, [name]: value }).some(({ pointer }) => pointer.startsWith(`/${name}`));
    const value = isItem ? values[0] : values.find(isFit);
    if (value !== undefined) setProperty(made, name, value);
  }
  return made;
};

/** The id of the user, or in a text of another name what users are called, as far as it is known. */
const valuesFor = (
  name: string,
  spec: CollectionSpec,
  { spec: users }: Collection,
  { user, id }: { readonly user: JsonObject; readonly id: Json },
): { readonly values: readonly Json[]; readonly isItem: boolean } => {
  const reference = spec.references().find(({ property, inside }) => property === name && inside === undefined);
  if (reference !== undefined) {
    const { collection, properties = new Set(Object.keys(user)), isList } = reference;
    // The item of the reference is shown in place of its id; one of no known collection is what it has of the user.
    const part = Object.fromEntries(Object.entries(user).filter(([own]) => properties.has(own)));
    const values = collection === users.name ? [id] : collection === undefined ? [part] : [];
    return { values: isList ? [] : values, isItem: true };
  }
  const label = labels.map((one) => getProperty(user, one)).find((one) => typeof one === 'string');
  const isId = /id$/.test(plainName(name)) || label === undefined;
  return { values: isId ? [id] : [label, id], isItem: false };
};
