/** Binds actions on one item, and other ways to read it. */
import { isIdName } from '../../../core/primitives/id-names.ts';
import { plainName } from '../../../core/primitives/singular.ts';
import { isPlural, isSameNoun, singularOf, wordsOf } from '../../../core/primitives/words.ts';
import { hasItems, type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import { hasOwnId, isSimilar } from '../describe/item-schema.ts';
import { lastSegment, parentPath } from '../describe/path-template.ts';
import { propertyEndingIn, propertyNamed } from '../describe/property-names.ts';
import { methodOf, pathOf, positionInPath, type UnboundOperation } from '../describe/unbound-operation.ts';
import { type FinderContext, isFree } from './finder-context.ts';
import { isAbout } from './item-match.ts';

/** Actions on one item at a path of their own (`POST /orders/{id}/cancel`), and other ways to read it. */
export const bindActions = (
  finding: FinderContext,
  groups: readonly ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  const byItemPath = new Map(
    groups.flatMap((group) => itemPathsOf(group).map((path): [string, ResourceGroup] => [path, group])),
  );
  const nouns = new Set(groups.map(({ noun }) => singularOf(noun)));
  for (const candidate of [...finding.byPath.values()].flat().filter(isFree(bound))) {
    const { erased, endsInParameter } = pathOf(candidate);
    const group = endsInParameter
      ? ownerBefore(candidate, byItemPath, nouns, finding)
      : byItemPath.get(parentPath(erased));
    // A path with a GET is a resource of its own.
    const isRead = finding.byPath.get(erased)?.some((candidate) => methodOf(candidate) === 'GET') ?? false;
    const isAction = methodOf(candidate) === 'GET' ? group !== undefined : !isRead;
    const role = group && isAction ? actionRole(candidate, group, finding) : undefined;
    if (group === undefined || role === undefined) {
      if (!isRead && endsInParameter) bindWithOther(candidate, byItemPath, nouns, finding);
      continue;
    }
    const isInScope = endsInParameter || !ownPaths(group).includes(parentPath(erased));
    group.roles.push({ ...role, isInScope });
  }
};

/** `PUT /tasks/{id}/assign/{userId}`: its path has the id of another thing behind a verb, to which a property of the item may refer. */
const bindWithOther = (
  candidate: UnboundOperation,
  byItemPath: ReadonlyMap<string, ResourceGroup>,
  nouns: ReadonlySet<string>,
  finding: FinderContext,
): void => {
  const { erased, parameters } = pathOf(candidate);
  const stem = parentPath(erased);
  const [verb, other] = [lastSegment(stem), parameters.at(-1) as string];
  const group = byItemPath.get(parentPath(stem));
  const isNoun = finding.byPath.has(stem) || nouns.has(singularOf(verb)) || isPlural(verb);
  const isOther = isIdName(wordsOf(other).at(-1) as string);
  if (!isChange(candidate) || group?.kind !== 'list' || isNoun || !isOther) return;
  if (parameters.length !== group.parents.length + 2 || ownPaths(group).includes(parentPath(stem))) return;
  const role = actionRole(candidate, group, finding);
  const { itemSchema } = group;
  const isUndone = /^(un|dis|detach|remove|delete|drop|leave|return|release|revoke|withdraw)/i.test(verb);
  const property = isUndone ? undefined : (propertyNamed(other, itemSchema) ?? propertyEndingIn(other, itemSchema));
  if (role === undefined || (property === undefined && role.shape === undefined)) return;
  const from = { parameter: positionInPath(candidate, other) };
  const isSet = property !== undefined && property !== group.idProperty;
  group.roles.push({ ...role, effects: isSet ? [{ path: [property], to: { type: 'sent', from } }] : [] });
};

const itemPathsOf = (group: ResourceGroup): readonly string[] => {
  if (group.kind === 'singleton') return [group.path];
  if (!hasItems(group)) return [];
  return [...ownPaths(group), ...[...otherPaths(group), group.path].map((path) => `${path}/{}`)];
};

/** Paths of its items without their parents: `/comments/{id}` beside `/posts/{id}/comments`, or below a list of all `/comments`. */
const ownPaths = ({ roles, parents, idProperty, noun }: ResourceGroup): readonly string[] =>
  roles.flatMap(({ candidate, key, action, isInScope }) => {
    const { erased, parameters, noun: shown } = pathOf(candidate);
    if (isInScope) return [];
    if (key === 'path') return [erased];
    const isOfAll = action === 'list' && parameters.length === 0 && isSameNoun(shown, noun);
    return isOfAll && parents.length > 0 && idProperty !== undefined ? [`${erased}/{}`] : [];
  });

const isChange = (candidate: UnboundOperation): boolean => ['POST', 'PUT', 'PATCH'].includes(methodOf(candidate));

/** The group of `PUT /orders/cancel/{id}`: its path has a word between the collection and the id of an item. */
const ownerBefore = (
  candidate: UnboundOperation,
  byItemPath: ReadonlyMap<string, ResourceGroup>,
  nouns: ReadonlySet<string>,
  { byPath }: FinderContext,
): ResourceGroup | undefined => {
  const { erased, parameters } = pathOf(candidate);
  const stem = parentPath(erased);
  const word = lastSegment(stem);
  const group = byItemPath.get(`${parentPath(stem)}/{}`);
  const isOther = byPath.has(stem) || nouns.has(singularOf(word)) || isPlural(word);
  if (group === undefined || isOther || !isChange(candidate) || parameters.length !== group.parents.length + 1)
    return undefined;
  const name = parameters.at(-1) as string;
  const words = wordsOf(name);
  const isOwnId =
    isIdName(words.at(-1) as string) && (words.length === 1 || isSameNoun(words.slice(0, -1).join(''), group.noun));
  const isUsual = group.roles.some((role) => role.key === 'path' && pathOf(role.candidate).parameters.at(-1) === name);
  return isOwnId || isUsual ? group : undefined;
};

/** Those of its lists and creations with another prefix. */
const otherPaths = ({ parents, roles }: ResourceGroup): readonly string[] =>
  parents.length > 0
    ? []
    : roles.flatMap(({ candidate, key }) =>
        key === 'none' && pathOf(candidate).parameters.length === 0 ? [pathOf(candidate).erased] : [],
      );

const actionRole = (candidate: UnboundOperation, group: ResourceGroup, finding: FinderContext): Role | undefined => {
  const { success } = candidate;
  const { itemSchema, noun } = group;
  const json = success?.json;
  const shape = json && finding.shapes.itemIn(json.key, noun, itemSchema);
  const key = group.kind === 'singleton' ? 'none' : 'path';
  const isItem = shape !== undefined && !shape.listed && isSimilar(finding.describe(shape.key), itemSchema);
  if (methodOf(candidate) === 'GET') {
    const isRead = isItem && sharesId(shape.key, group, finding);
    if (shape === undefined || shape.listed || !(isRead || isPartOf(candidate, shape.key, group, finding)))
      return undefined;
    return roleOf('read', candidate, {
      ...{ shape, key },
      reason: `Returns an item of ${group.template}.`,
      confidence: 'medium',
    });
  }
  const isSilent = json === undefined && (success?.spec.contents.length ?? 0) === 0;
  // `POST /posts/{id}/comments` sends a comment, and no property of the post.
  if (isSilent && sendsOther(candidate, group, finding)) return undefined;
  const isWord =
    shape !== undefined &&
    !shape.listed &&
    !isOwnThing(candidate, shape.key, group, finding) &&
    isAbout(candidate, itemSchema, noun, finding) &&
    sharesId(shape.key, group, finding);
  const isText = json !== undefined && shape === undefined && isAbout(candidate, itemSchema, noun, finding);
  if (isItem && copies.has(plainName(pathOf(candidate).noun))) {
    finding.abstain(candidate, `Returns another item than the requested item of ${group.template}.`);
    return undefined;
  }
  if (!isItem && !isSilent && !isWord && !isText) {
    finding.abstain(candidate, `Returns something other than an item of ${group.template}.`);
    return undefined;
  }
  const reason = `Acts on one item of ${group.template}.`;
  // A rating with an id of its own has its book in it.
  const isInOther =
    json !== undefined && shape !== undefined && shape.at.length > 0 && hasOwnId(finding.describe(json.key));
  const isSure = isItem && !isInOther && group.kind === 'list' && !pathOf(candidate).endsInParameter;
  return roleOf('act', candidate, { shape, key, reason, confidence: isSure ? 'high' : 'medium' });
};

/** `GET /orders/{id}/status` that shows the status of the order, and nothing else than the order has. */
const isPartOf = (
  candidate: UnboundOperation,
  key: string,
  { itemSchema, noun }: ResourceGroup,
  { describe }: FinderContext,
): boolean => {
  const part = plainName(pathOf(candidate).noun);
  const { properties, isScalar } = describe(key);
  const isNamed = [...properties].some((name) => plainName(name) === part && isScalar(name));
  return (
    isNamed &&
    [...properties].every((name) => itemSchema.properties.has(name) || plainName(name) === `${singularOf(noun)}id`)
  );
};

/** Whether it adds something to what a plural names, of which the item shows nothing. */
const sendsOther = (
  { operation: { method, path }, bodyKey }: UnboundOperation,
  { itemSchema }: ResourceGroup,
  { describe }: FinderContext,
): boolean => {
  const noun = lastSegment(path);
  const isShown = [...itemSchema.properties].some((name) => isSameNoun(name, noun));
  return (
    method === 'POST' && isPlural(noun) && !isShown && bodyKey !== undefined && describe(bodyKey).properties.size > 0
  );
};

/** Whether it returns what it takes, and the item has none of that: `POST /posts/{id}/likes` with the kind of a like. */
const isOwnThing = (
  { bodyKey }: UnboundOperation,
  key: string,
  { itemSchema }: ResourceGroup,
  { describe }: FinderContext,
): boolean => {
  const sent = bodyKey === undefined ? [] : [...describe(bodyKey).properties];
  const shown = describe(key);
  return sent.some((name) => shown.properties.has(name)) && !sent.some((name) => itemSchema.properties.has(name));
};

/** Names of actions that create another item. */
const copies: ReadonlySet<string> = new Set(['copy', 'clone', 'duplicate', 'fork']);

/** Whether the response contains the id of the item. A loan with an `id` and a `bookId` does not have that of the book as its own. */
const sharesId = (
  key: string,
  { itemSchema, idProperty, noun }: ResourceGroup,
  { describe }: FinderContext,
): boolean => {
  const { key: own, properties } = describe(key);
  if (own === itemSchema.key) return true;
  const reference = `${singularOf(noun)}id`;
  const refers = [...properties].some((name) => name !== idProperty && plainName(name) === reference);
  return !refers && idProperty !== undefined && properties.has(idProperty);
};
