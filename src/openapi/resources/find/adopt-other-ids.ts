/**
 * Binds items at a second path: with another of their ids (`/roles-by-id/{id}` beside `/roles/{name}`, `/releases/tags/{tag}`), in the
 * singular (`/role/{id}`), or for others who use them (`/admin/books` beside `/books`).
 */

import { plainName } from '../../../core/primitives/singular.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { singularOf } from '../../../core/primitives/words.ts';
import { findId, type IdParameter, idParameterFor } from '../describe/find-id.ts';
import { type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import { isSimilar } from '../describe/item-schema.ts';
import { parentPath } from '../describe/path-template.ts';
import { propertyBelow } from '../describe/property-names.ts';
import { methodOf, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { createsIn } from './adopt-nested.ts';
import { rolesAtOtherPath } from './collection-roles.ts';
import { type FinderContext, isFree, leaveOut } from './finder-context.ts';
import { answerShape } from './item-match.ts';
import { isSilent, shownItems } from './silent-responses.ts';

/** Replaces groups by those with more operations, and removes groups whose operations another one takes. */
export const adoptOtherIds = (finding: FinderContext, groups: ResourceGroup[]): void => {
  const byPath = new Map(groups.map((group) => [group.path, group]));
  // By their parent's path and their noun: a document may have thousands of groups, and as many paths.
  const siblings = Map.groupBy(groups.keys(), (index) => {
    const { path, noun } = groups[index] as ResourceGroup;
    return `${parentPath(path)} ${singularOf(noun)}`;
  });
  const indexByPath = new Map(groups.map(({ path }, index) => [path, index]));
  const removed = new Set<ResourceGroup | undefined>();
  for (const [path, candidates] of finding.byPath) {
    const own = path.endsWith('/{}') ? parentPath(path) : undefined;
    const read = candidates.find((candidate) => methodOf(candidate) === 'GET');
    if (own === undefined || read === undefined) continue;
    const present = byPath.get(own);
    if (present !== undefined && !present.roles.every(({ key }) => key === 'path')) continue;
    const nouns = nounsOf(pathOf(read).noun).values();
    const beside = nouns.flatMap((noun) => siblings.get(`${parentPath(own)} ${noun}`) ?? []);
    const above = own.endsWith('{}') ? undefined : indexByPath.get(parentPath(own));
    const grown = [...beside, ...(above === undefined ? [] : [above])].flatMap((index) => {
      const group = withOtherId(groups[index] as ResourceGroup, own, read, candidates, finding);
      return group === undefined ? [] : [{ index, group }];
    });
    const only = theOnly(grown);
    if (only === undefined) continue;
    groups[only.index] = only.group;
    removed.add(present);
  }
  leaveOut(groups, removed);
};

/** Collections with one noun at several paths. Of more, each would be compared with each. */
const fewAlike = 100;

/** Of two collections with the same items, of which one is only read: `/books` for customers beside `/admin/books`. And creations alone. */
export const adoptPrefixed = (finding: FinderContext, groups: ResourceGroup[]): void => {
  const flat = groups.filter(({ parents }) => parents.length === 0);
  const byNoun = Map.groupBy(flat, ({ noun }) => singularOf(noun));
  for (const [noun, alike] of byNoun) if (alike.length > fewAlike) byNoun.delete(noun);
  const onlyBeside = (path: string, noun: string, fits: (group: ResourceGroup) => boolean): ResourceGroup | undefined =>
    theOnly(
      byNoun.get(singularOf(noun)) ?? [],
      (group) => group.path !== path && fits(group) && isBeside(path, group.path),
    );
  const adopted = new Set<ResourceGroup>();
  const readers = new Set(flat.filter(isOnlyRead));
  for (const reader of readers) {
    const { path, noun, idProperty, itemSchema } = reader;
    const owner = onlyBeside(
      path,
      noun,
      (group) => !readers.has(group) && group.idProperty === idProperty && isSimilar(group.itemSchema, itemSchema),
    );
    if (owner === undefined) continue;
    owner.roles.push(...reader.roles.map((role): Role => ({ ...role, confidence: 'medium' })));
    adopted.add(reader);
  }
  leaveOut(groups, adopted);
  const free = isFree(new Set(groups.flatMap(({ roles }) => roles.map(({ candidate }) => candidate))));
  for (const candidate of [...finding.byPath.values()].flat()) {
    const { erased, noun, parameters } = pathOf(candidate);
    if (methodOf(candidate) !== 'POST' || parameters.length > 0 || !free(candidate)) continue;
    const owner = onlyBeside(erased, noun, (group) => !adopted.has(group) && createsIn(group, candidate, finding));
    if (owner === undefined) continue;
    const reason = `Creates an item of ${owner.template}.`;
    const shape = answerShape(candidate, owner.itemSchema, noun, finding);
    owner.roles.push(roleOf('create', candidate, { shape, confidence: 'medium', reason }));
  }
};

const isOnlyRead = ({ roles, idProperty }: ResourceGroup): boolean =>
  idProperty !== undefined &&
  roles.every(({ action, key }) => action === 'list' || (action === 'read' && key === 'path'));

/** Whether the paths differ by one literal segment before the noun, which one of them may lack. */
const isBeside = (left: string, right: string): boolean => {
  const [one, other] = [left, right].map((path) => path.split('/').slice(1, -1)) as [string[], string[]];
  const own = one.filter((segment) => !other.includes(segment));
  const others = other.filter((segment) => !one.includes(segment));
  return own.length < 2 && others.length < 2 && !`${own}${others}`.includes('{');
};

/** The noun of the path, and the one before `by`: `roles-by-id`. */
const nounsOf = (noun: string): ReadonlySet<string> =>
  new Set([singularOf(noun), singularOf(/^(.+)by/.exec(plainName(noun))?.[1] ?? noun)]);

/** Undefined unless the path certainly has items of the group, which has the same noun and parents: of the same schema, by another id. */
const withOtherId = (
  group: ResourceGroup,
  own: string,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { path, itemSchema, idProperty, roles } = group;
  const { noun, parameters } = pathOf(read);
  const isCollection = roles.some(({ action }) => action === 'list' || action === 'create');
  if (!isCollection || idProperty === undefined || path === own) return undefined;
  const shape = answerShape(read, itemSchema, noun, finding);
  // `/users/email/{email}` ("Get user by email"), of whose response nothing is said.
  const isUnsaid = isSilent(read, finding) && shownItems(read, group.noun) === 'one';
  const isSame = shape !== undefined && !shape.listed && finding.describe(shape.key).key === itemSchema.key;
  if (!isUnsaid && !isSame) return undefined;
  const parameter = idParameterFor(read, parameters.at(-1) as string, finding.schemas);
  const property =
    path === parentPath(own) ? propertyBelow(own, parameter.name, group) : namedId(group, noun, parameter);
  if (property === undefined) return undefined;
  const create = roles.find(({ action }) => action === 'create')?.candidate;
  const context = { itemSchema, idProperty: property, create, read: isSame ? shape : undefined };
  const added = rolesAtOtherPath(own, candidates, noun, context, finding);
  return {
    ...group,
    aliases: [...new Set([...group.aliases, property])].filter((alias) => alias !== idProperty),
    roles: [...roles, ...added.map((role): Role => (isUnsaid ? { ...role, confidence: 'medium' } : role))],
  };
};

/** The property that the parameter means, if its name states an id. */
const namedId = ({ itemSchema }: ResourceGroup, noun: string, parameter: IdParameter): string | undefined => {
  const found = findId(itemSchema, noun, parameter);
  return found?.isNamed === true ? found.property : undefined;
};
