/** Why an operation has no rule, or one that is in doubt. */

import { isJsonType } from '../../../core/http/http.ts';
import { type Json, maxSearchedDepth, stringifyJson } from '../../../core/primitives/json.ts';
import { lazily } from '../../../core/primitives/lazy.ts';
import { plainName } from '../../../core/primitives/words.ts';
import type { Binding } from '../../../core/service/binding.ts';
import type { Correction, NearRule, Operation } from '../../../core/service/operation.ts';
import {
  type BoundOperation,
  type FoundOperations,
  groupOf,
  itemPathsOf,
  type ResourceGroup,
  type Role,
  withClause,
} from '../../../openapi/resources/describe/group.ts';
import { type ItemSchema, ofEach } from '../../../openapi/resources/describe/item-schema.ts';
import { isListShape } from '../../../openapi/resources/describe/locate-items.ts';
import { nounOf, type UnboundOperation } from '../../../openapi/resources/describe/unbound-operation.ts';
import {
  type Beside,
  Evidence,
  type Features,
  featureNames,
  fits,
  type RoleRow,
} from '../../../openapi/resources/find/evidence.ts';
import type { FinderContext, Site } from '../../../openapi/resources/find/finder-context.ts';
import { holdsSame, views } from '../../../openapi/resources/find/views.ts';
import { firstOf, type Schema } from '../../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../../openapi/schema/schema-set.ts';
import { actions } from '../../effects/index.ts';
import { counts, many } from '../../many/index.ts';

interface Explained extends FoundOperations {
  readonly names: ReadonlyMap<ResourceGroup, string>;
  readonly finding: FinderContext;
  readonly binder: { readonly compilation: { readonly stateless: boolean } };
}

/** Adds to each operation which rules nearly fit it, and to one without a binding what the document lacks. */
export const explainFound = (
  { bound, candidates, specs, names, finding, binder }: Explained,
  table: readonly RoleRow[],
): void => {
  const known = { groups: [...specs.keys()], names };
  for (const candidate of candidates) {
    const { operation, hint } = candidate;
    const own = bound.get(operation) as BoundOperation;
    const doubt = own.binding && doubtOfDeletion(operation, own.binding);
    const isOpen = own.binding === undefined && hint === undefined && !binder.compilation.stateless;
    bound.set(operation, {
      ...own,
      ...(own.reason === '' && { reason: missingFor(candidate) }),
      ...(doubt !== undefined && { confidence: 'medium', reason: withClause(own.reason, doubt) }),
      ...(isOpen && { correction: lazily(() => correctionFor(candidate, known, finding)) }),
      nearRules: lazily(() => nearRules(candidate, table, known, finding)),
    });
  }
};

/** Says in one sentence what an operation lacks. */
const missingFor = (candidate: UnboundOperation): string => {
  const { operation, success, bodyKey } = candidate;
  if (success === undefined) return 'Documents no success response.';
  const { contents } = success.spec;
  const [first] = contents;
  if (success.json === undefined && first !== undefined && !isJsonType(first.mediaType))
    return `Returns ${first.mediaType}, and not an item as JSON.`;
  const { erased, endsInParameter } = candidate.path;
  const method = candidate.method;
  const item = itemPathIn(operation.path);
  if (method === 'GET' && endsInParameter)
    return `No recognised operation lists, creates or changes the items of ${collectionIn(item)}.`;
  if (method === 'GET') return 'No recognised operation writes what it returns.';
  if (method === 'DELETE' && !endsInParameter)
    return 'Names no items to delete: neither its path nor its query or its body has their ids.';
  if (erased.includes('/{}')) return `No recognised operation lists or creates the items of ${collectionIn(item)}.`;
  if (method === 'POST' && bodyKey !== undefined) return 'No recognised operation lists or reads what it creates.';
  return 'Names no item, and no recognised operation reads what it changes.';
};

/** The template up to its last parameter. */
const itemPathIn = (path: string): string => path.slice(0, path.lastIndexOf('}') + 1);

const collectionIn = (itemPath: string): string => itemPath.slice(0, itemPath.lastIndexOf('/')) || '/';

const onItem: Readonly<Record<string, Correction['action']>> = { PUT: 'replace', PATCH: 'update', DELETE: 'delete' };

/** What an operation does with a known collection, by its path and its method alone. */
const actionAt = (candidate: UnboundOperation, { shapes }: FinderContext, group: ResourceGroup) => {
  const { operation, bodyKey, success, verb } = candidate;
  const { erased, noun } = candidate.path;
  if (group.kind !== 'list' || verb !== undefined || success === undefined) return undefined;
  if (itemPathsOf(group).includes(erased)) return onItem[operation.method];
  const isSent = group.path === erased && operation.method === 'POST' && bodyKey !== undefined;
  const isList = shapes.listIn(success.json?.key, noun) !== undefined;
  return isSent && !isList ? 'create' : undefined;
};

/** Returns undefined if no response shows an item, and no path names one. */
const correctionFor = (
  candidate: UnboundOperation,
  { groups, names }: { readonly groups: readonly ResourceGroup[]; readonly names: ReadonlyMap<ResourceGroup, string> },
  finding: FinderContext,
): Correction | undefined => {
  const { success, bodyKey, operation } = candidate;
  const { endsInParameter, noun, parameters } = candidate.path;
  for (const group of groups) {
    const action = actionAt(candidate, finding, group);
    if (action !== undefined) return { collection: names.get(group) as string, action };
  }
  const key = success?.json?.key;
  if (key === undefined) return undefined;
  const isRead = operation.method === 'GET';
  const list = isRead ? finding.shapes.listIn(key, noun) : undefined;
  const shape = list ?? finding.shapes.itemIn(key, noun);
  if (shape === undefined || (isListShape(shape) && list === undefined)) return undefined;
  const itemSchema = finding.describe(shape.key);
  if (itemSchema.properties.size === 0) return undefined;
  // The path of one item names its parents.
  const fits = ({ parents }: ResourceGroup) =>
    list !== undefined || parents.length === parameters.length - (endsInParameter ? 1 : 0);
  const same = groups.filter((group) => group.kind === 'list' && fits(group) && holdsSame(group, itemSchema, finding));
  const collection =
    (same.length === 1 && names.get(same[0] as ResourceGroup)) || nounOf(operation.path.replace(/\/+$/, ''));
  if (collection === '' || groups.some((group) => names.get(group) === collection && !fits(group))) return undefined;
  if (list !== undefined) return { collection, action: 'list' };
  // Two parameters in a row name no item of one collection.
  if (endsInParameter && /\}\/\{[^/]*\}\/?$/.test(operation.path)) return undefined;
  if (endsInParameter && isRead) return { collection, action: 'read' };
  const isCreate = operation.method === 'POST' && bodyKey !== undefined && !operation.path.includes('{');
  // A login returns nothing of what it is sent, and a renewal only its token.
  const isShown = (sent: string) =>
    [...finding.shapes.sentIn(sent, noun, itemSchema).properties].some(
      (name) => itemSchema.properties.has(name) && !plainName(name).endsWith('token'),
    );
  return isCreate && isShown(bodyKey) ? { collection, action: 'create' } : undefined;
};

/** More of them would hide those that are nearest. */
const maxShown = 6;

/** The rules that lack the least first. `table`: all of them. `names`: those of the groups. */
const nearRules = (
  candidate: UnboundOperation,
  table: readonly RoleRow[],
  { groups, names }: { readonly groups: readonly ResourceGroup[]; readonly names: ReadonlyMap<ResourceGroup, string> },
  finding: FinderContext,
): readonly NearRule[] => {
  if (candidate.success === undefined) return [];
  const quiet = { ...finding, abstain: () => undefined };
  const found = placesOf(candidate, groups, quiet).flatMap((place) =>
    table.flatMap((row) => {
      const collection = names.get(place.group);
      const lack = lackOf(row, new Evidence(candidate, place, quiet), collection !== undefined);
      return lack === undefined ? [] : [{ ...lack, rule: row.name, example: row.example, collection }];
    }),
  );
  const first = new Map(found.toReversed().map((one) => [`${one.rule} ${one.collection}`, one]));
  return [...first.values()]
    .toSorted((left, right) => left.count - right.count)
    .slice(0, maxShown)
    .map(({ count: _count, ...rule }) => rule);
};

const subjects: Readonly<Record<keyof Features, string>> = {
  method: 'The method is',
  relation: 'The path is',
  means: 'The path says',
  sends: 'The request has',
  shows: 'The response shows',
};

/** At most one feature; undefined if it lacks more, or nothing. `isKnown`: whether the collection exists. */
const lackOf = (
  row: RoleRow,
  evidence: Evidence,
  isKnown: boolean,
): { readonly count: number; readonly missing: string } | undefined => {
  // Where it is, and how many items it is about, no change of the operation would mend.
  if (
    row.when.relation?.includes(evidence.relation) === false ||
    (row.when.means === undefined) !== (evidence.means === 'nothing')
  )
    return undefined;
  const [name, ...others] = featureNames.filter((one) => !fits(row, evidence, one));
  if (others.length > 0) return undefined;
  if (name !== undefined) {
    const wanted = (row.when[name] as readonly string[]).join(' or ');
    return { count: name === 'method' ? 2 : 1, missing: `${subjects[name]} ${evidence[name]} instead of ${wanted}.` };
  }
  const role = row.needs === undefined ? {} : row.needs(evidence);
  if (typeof role === 'string') return { count: 0, missing: role };
  if (role === undefined) return { count: 0, missing: `It fits only if ${row.provided ?? 'its path names the item'}.` };
  return isKnown ? undefined : { count: 0, missing: 'It fits, but no other operation is about the same items.' };
};

/** The places of an operation beside the collections that are on its way, or have such items, and in one of its own. */
const placesOf = (
  candidate: UnboundOperation,
  groups: readonly ResourceGroup[],
  finding: FinderContext,
): readonly Beside[] => {
  const known = { ...finding, groups: [...groups], isFree: () => true };
  const staged = [counts, views, many, actions].flatMap(({ beside }) => beside(known)(candidate) ?? []);
  const own = ownGroup(candidate, finding);
  const { erased, endsInParameter, above } = candidate.path;
  const beside = (group: ResourceGroup): readonly Features['relation'][] => {
    if (group.path === erased) return group.kind === 'list' ? ['self'] : ['one thing'];
    if (`${group.path}/{}` === erased) return ['item'];
    if (above === `${group.path}/{}`) return ['below the item', 'a part'];
    if (above === group.path) return ['below the list'];
    return own !== undefined && holdsSame(group, own.itemSchema, finding) ? ['elsewhere'] : [];
  };
  const places = groups.flatMap((group) => beside(group).map((relation) => ({ group, relation })));
  const alone: readonly Features['relation'][] = endsInParameter
    ? ['item', 'one thing']
    : ['self', 'one thing', 'alone'];
  const isAlone = own !== undefined && !places.some(({ relation }) => relation === 'self' || relation === 'item');
  const hypothetical = isAlone ? alone.map((relation) => ({ group: own, relation })) : [];
  return [
    ...staged,
    ...[...places, ...hypothetical].map((place) => ({ ...place, around: aroundOf(candidate, place.group) })),
  ];
};

/** The collection that it would be in, alone: of what it shows, else of what it takes. */
const ownGroup = (candidate: UnboundOperation, { shapes, describe }: FinderContext): ResourceGroup | undefined => {
  const { noun, collection: path } = candidate.path;
  const key = candidate.success?.json?.key ?? candidate.bodyKey;
  const shape = shapes.listIn(key, noun) ?? shapes.itemIn(key, noun);
  if (shape === undefined) return undefined;
  return groupOf(candidate, { kind: 'list', path, itemSchema: describe(shape.key), idProperty: 'id', roles: [] });
};

const aroundOf = (candidate: UnboundOperation, { path, noun, roles }: ResourceGroup): NonNullable<Beside['around']> => {
  const isCreation = roles.find(({ action }) => action === 'create')?.candidate;
  const site: Site = { path, noun, get: undefined, list: undefined, posts: [], writes: [], below: [candidate] };
  const isRead = candidate.method === 'GET' ? roles.find(({ action }) => action === 'read')?.shape : undefined;
  const read = isRead !== undefined && !('listed' in isRead && isRead.listed) ? isRead : undefined;
  return { site, create: isCreation, read: read as NonNullable<Beside['around']>['read'] };
};

const writes: ReadonlySet<string> = new Set(['create', 'replace', 'update']);

/** Returns the doubt about a role as a sentence; undefined: no doubt. */
export const createDoubts = (finding: Pick<FinderContext, 'schemas' | 'describe' | 'shapes'>) => {
  // Most responses lead to the same schemas, and many operations send and show the same items.
  const isEndless = ofEach((one: ItemSchema) => requiresItself(one, finding.schemas));
  const context: DoubtContext = { ...finding, sound: new Set(), isEndless };
  return (role: Role, group: ResourceGroup): string | undefined => doubtOf(role, group, context);
};

interface DoubtContext extends Pick<FinderContext, 'schemas' | 'describe' | 'shapes'> {
  /** The keys of the schemas that forbid nothing that they require. */
  readonly sound: Set<string>;
  readonly isEndless: (itemSchema: ItemSchema) => boolean;
}

const doubtOf = (
  { action, candidate: { bodyKey, success } }: Role,
  { itemSchema, noun }: ResourceGroup,
  { schemas, describe, shapes, sound, isEndless }: DoubtContext,
): string | undefined => {
  if (isEndless(itemSchema)) return 'Its items require another of their kind in each: none is valid.';
  const forbidden = success?.json && forbiddenIn(describe(success.json.key), { schemas, describe, sound });
  if (forbidden !== undefined) return `Its response requires "${forbidden}" and forbids it: none is valid.`;
  if (bodyKey === undefined || !writes.has(action)) return undefined;
  const shape = shapes.itemIn(bodyKey, noun, itemSchema);
  const sent = describe(shape?.key ?? bodyKey);
  const { schema } = schemas.get(sent.key);
  const union = schemas.partsOf(schema, 'all').find(({ oneOf }) => oneOf !== undefined);
  const isOpen = (branch: Schema) => {
    const parts = schemas.partsOf(branch, 'all');
    return schemas.propertiesIn(parts).size > 0 && parts.every(({ required = [] }) => required.length === 0);
  };
  // A discriminator decides which of them counts.
  const isDecided = union?.discriminator !== undefined;
  if (!isDecided && (union?.oneOf ?? []).filter(isOpen).length > 1)
    return 'The same body matches several alternatives of its "oneOf".';
  if (isEndless(sent)) return 'Its body requires itself within itself: none is valid.';
  const undeclared = sent.required.find((name) => !sent.properties.has(name));
  if (undeclared !== undefined && !sent.isOpen) return `Its body requires "${undeclared}" without declaring it.`;
  const wider = [...sent.properties].find((name) => {
    const shown = enumOf(itemSchema.schemaOf(name), schemas);
    const taken = shown && enumOf(sent.schemaOf(name), schemas);
    return shown !== undefined && (taken === undefined || hasOthers(taken, shown));
  });
  return wider === undefined ? undefined : `Its body accepts values of "${wider}" that no response may show.`;
};

/** The values that an enum lists, also in an `anyOf` with null: so FastAPI writes a property that may be left out, and null changes nothing. */
const enumOf = (schema: Schema | undefined, schemas: SchemaSet): readonly Json[] | undefined => {
  const parts = schemas.partsOf(schema ?? true, 'all');
  const branches = parts.flatMap(({ anyOf = [] }) => anyOf);
  const [branch, ...others] = branches.filter((one) =>
    [...(schemas.typesOf(one) ?? ['any'])].some((type) => type !== 'null'),
  );
  const only = branch && others.length === 0 ? schemas.partsOf(branch, 'all') : [];
  const values = firstOf(parts, 'enum') ?? firstOf(only, 'enum');
  return values?.filter((value) => value !== null);
};

/** Whether each value needs another one of the same schema within it, without end. */
const requiresItself = (
  { key, required, schemaOf, typesOf, innerOf, elementOf }: ItemSchema,
  schemas: SchemaSet,
  above: ReadonlySet<string> = new Set(),
  seen = new Set<string>(),
): boolean => {
  if (above.has(key)) return true;
  if (seen.has(key) || above.size > maxSearchedDepth) return false;
  seen.add(key);
  const within = new Set([...above, key]);
  return required.some((name) => {
    if (typesOf(name)?.size !== 1) return false;
    const parts = schemas.partsOf(schemaOf(name) ?? true, 'all');
    const inner = innerOf(name) ?? (Number(firstOf(parts, 'minItems') ?? 0) > 0 ? elementOf(name) : undefined);
    if (inner === undefined || parts.some(({ isHidden }) => isHidden)) return false;
    return requiresItself(inner, schemas, within, seen);
  });
};

/** A property that one part of a schema requires and another, which allows no undeclared ones, does not have: also in what it needs and lists. */
const forbiddenIn = (
  { key, required, schemaOf }: ItemSchema,
  { schemas, describe, sound }: Pick<DoubtContext, 'describe' | 'sound'> & { readonly schemas: SchemaSet },
  depth = 0,
  seen = new Set<string>(),
): string | undefined => {
  if (seen.has(key) || sound.has(key) || depth > maxSearchedDepth) return undefined;
  seen.add(key);
  const parts = schemas.partsOf(schemas.get(key).schema, 'all');
  const closed = parts.filter(
    ({ additionalProperties, patternProperties }) => additionalProperties === false && patternProperties === undefined,
  );
  const own = required.find((name) => closed.some(({ properties = {} }) => !Object.hasOwn(properties, name)));
  if (own !== undefined) return own;
  for (const inner of [firstOf(parts, 'items'), ...required.map(schemaOf)]) {
    const [type = 'object', ...others] = inner === undefined ? [] : (schemas.typesOf(inner) ?? []);
    // Null, or another type, is valid instead, and what is neither an object nor a list requires nothing.
    if (inner === undefined || others.length > 0 || !(type === 'object' || type === 'array')) continue;
    const found = forbiddenIn(describe(schemas.adopt(inner, key)), { schemas, describe, sound }, depth + 1, seen);
    if (found !== undefined) return found;
  }
  // What was read on the way here may still lead to something else.
  if (depth === 0) for (const read of seen) sound.add(read);
  return undefined;
};

/** Whether there are values that are not known. Each list may have a hundred thousand: comparing each with each would take minutes. */
const hasOthers = (values: readonly Json[], known: readonly Json[]) => {
  const texts = new Set(known.map((value) => stringifyJson(value)));
  return values.some((value) => !texts.has(stringifyJson(value)));
};

/** The doubt about an action by DELETE that only its description states. */
const doubtOfDeletion = ({ method }: Operation, binding: Binding): string | undefined => {
  const effects = method === 'DELETE' && binding.action === 'act' ? binding.effects : [];
  const set = effects.find(({ to }) => to.type === 'value' && to.value === true);
  return (
    set &&
    `It sets "${set.path.join('.')}", as its description begins with what its path says, and a DELETE may also reset it.`
  );
};
