/**
 * Finds work that takes its time: `POST /exports` returns the id of a job, and `GET /jobs/{jobId}` shows its status. The job is created
 * at a path of its own.
 */

import { lazily, remembered } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, lastWord, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { findId, idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import { groupOf, type ResourceGroup, type Role } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isTwin, ofEach, twinKey } from '../../openapi/resources/describe/item-schema.ts';
import type { ItemShape } from '../../openapi/resources/describe/locate-items.ts';
import {
  isRead,
  lastSegment,
  parentPath,
  pathThrough,
  segmentsOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import { type RoleRow, roleBy } from '../../openapi/resources/find/evidence.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { isLogin, isUser, lastWordsOf } from '../accounts/index.ts';
import { wordLists } from '../words/index.ts';

/** A path that shows one job by its id. */
interface Reading {
  readonly candidate: UnboundOperation;
  readonly parameter: string;
  /** The word for the job: `job` of `/status/{job_id}` and of `/jobs/{id}`. */
  readonly noun: string;
  readonly itemSchema: ItemSchema;
  readonly shape: ItemShape;
  /** The group that has it already. */
  readonly group: ResourceGroup | undefined;
}

/** An operation that returns the id of a job. */
interface Start {
  readonly candidate: UnboundOperation;
  readonly idProperty: string;
  readonly shape: ItemShape;
  readonly shown: ItemSchema;
}

/**
 * Adds creations to the groups that show a job, and the groups of jobs that nothing else creates. `changesItem`: whether the path states
 * what happens to the item above, as `/machines/{id}/stop`.
 */
export const bindJobs = (finding: Known, changesItem: (candidate: UnboundOperation) => boolean): void => {
  const { groups, isFree } = finding;
  const readings = readingsIn(finding);
  if (readings.length === 0) return;
  const readingsFor = createReadingsFor(readings, finding);
  const started = finding.all.flatMap((candidate) =>
    candidate.method === 'POST' && isFree(candidate) && !changesItem(candidate)
      ? startOf(candidate, readingsFor, finding)
      : [],
  );
  for (const [reading, starts] of Map.groupBy(started, ({ reading }) => reading)) {
    const { group } = reading;
    if (group !== undefined) {
      group.roles.push(...creationsOf(starts, group, reading, finding));
      continue;
    }
    const found = groupFor(reading, starts, finding);
    if (found !== undefined) groups.push(found);
  }
};

const readingsIn = ({ all, byPath, shapes, describe, groups, isFree }: Known): readonly Reading[] => {
  const onItems = groups
    .toReversed()
    .flatMap((group) =>
      group.roles.filter(({ key }) => key === 'path').map(({ candidate }) => [candidate, group] as const),
    );
  const groupOf = new Map(onItems);
  return all.flatMap((candidate): readonly Reading[] => {
    const { erased, parameters, noun: own } = candidate.path;
    const [parameter] = parameters;
    const key = candidate.success?.json?.key;
    if (!isRead(candidate) || key === undefined || parameter === undefined || parameters.length > 1) return [];
    // `/jobs/{id}/status`, if nothing else reads the job.
    const item = itemPathOf(candidate);
    if (item !== erased && (byPath.has(item) || !isStage(erased.slice(item.length + 1)))) return [];
    const words = wordsOf(parameter);
    const before = parentPath(item);
    const named = words.length > 1 ? words.slice(0, -1).join('') : singularOf(lastSegment(before));
    const noun = named === '' ? own : named;
    const group = groupOf.get(candidate);
    const isCreated = group?.roles.some(({ action }) => action === 'create') ?? false;
    const isOther = (isCreated && !wordLists.jobs.has(noun)) || isUser(noun);
    if (isOther || (!isFree(candidate) && group?.parents.length !== 0)) return [];
    // Beside the status of a job, `result` is what it has done.
    const shape = isOfWork(describe(key)) ? { at: [], key, listed: false } : shapes.itemIn(key, noun);
    if (shape === undefined || shape.listed) return [];
    const itemSchema = describe(shape.key);
    return isOfWork(itemSchema) ? [{ candidate, parameter, noun, shape, itemSchema, group }] : [];
  });
};

const isStage = (word: string) => [wordLists.states, wordLists.phases, wordLists.stages].some(({ has }) => has(word));

/** Whether an object says how far something is. */
const isOfWork = ofEach(({ properties, isScalar }) =>
  [...properties].some((name) => isStage(lastWord(name)) && isScalar(name)),
);

type ReadingsFor = (key: string) => readonly (readonly Reading[])[];

/** The jobs whose id a body may have, in itself or in its wrappers, by its full name. As many operations as jobs may ask. */
const createReadingsFor = (readings: readonly Reading[], { describe }: FinderContext): ReadingsFor => {
  const byId = Map.groupBy(readings, ({ noun }) => `${noun}id`);
  const idsIn = (schema: ItemSchema, depth: number): readonly string[] =>
    [...schema.properties].flatMap((name) => {
      const inner = depth === 0 ? undefined : schema.innerOf(name);
      const plain = plainName(name);
      return [...(byId.has(plain) ? [plain] : []), ...(inner ? idsIn(inner, depth - 1) : [])];
    });
  const idsOf = remembered((key) => new Set(idsIn(describe(key), wrappers)));
  return (key) => [...idsOf(key)].flatMap((id) => [byId.get(id) ?? []]);
};

/** The number of objects in which an id may be: `{ data: { job: { id } } }`. */
const wrappers = 2;

/** The creation of the only job whose id it returns. */
const startOf = (
  candidate: UnboundOperation,
  readingsFor: ReadingsFor,
  { shapes, describe }: FinderContext,
): readonly (Start & { readonly reading: Reading })[] => {
  const { success, bodyKey } = candidate;
  const key = success?.json?.key;
  if (key === undefined || candidate.path.endsInParameter || isLogin(candidate)) return [];
  const sent = bodyKey === undefined ? undefined : describe(bodyKey);
  const found = readingsFor(key).flatMap((readings) => {
    const noun = readings[0]?.noun ?? '';
    const idIn = ofEach((shown) =>
      [...shown.properties].find((name) => plainName(name) === `${noun}id` && shown.isScalar(name)),
    );
    const speaks = lazily(() => speaksOf(candidate, noun));
    const body = describe(key);
    const isBare = idIn(body) !== undefined;
    const likely = isBare && (hasOwnName(body) || !speaks()) ? (byTwin(readings).get(twinKey(body)) ?? []) : readings;
    const started = likely.values().flatMap((reading) => {
      if (isBelow(candidate, reading)) return [];
      const shape = isBare ? { at: [], key, listed: false } : shapes.itemIn(key, noun, reading.itemSchema);
      if (shape === undefined || shape.listed) return [];
      const shown = describe(shape.key);
      const idProperty = idIn(shown);
      // With the id in its body, it is about a job that exists.
      const isKnown = idProperty === undefined || sent?.properties.has(idProperty) === true;
      return isKnown || !isSaid(shown, reading, speaks) ? [] : [{ candidate, idProperty, shape, shown, reading }];
    });
    // Of two, none is the only one.
    return [...started.take(2)];
  });
  const ofJobs = found.filter(({ reading }) => wordLists.jobs.has(reading.noun));
  const only = theOnly(ofJobs.length > 0 ? ofJobs : found);
  return only === undefined ? [] : [only];
};

/** The jobs of one noun by what they have: thousands of operations may each start one of thousands. */
const byTwin = ofEach((readings: readonly Reading[]) => Map.groupBy(readings, ({ itemSchema }) => twinKey(itemSchema)));

/** Whether an operation starts a job: its response shows the whole job, or it has no id and the status 202 or the path speaks of a job. */
const isSaid = (shown: ItemSchema, { noun, itemSchema }: Reading, speaks: () => boolean) =>
  (isTwin(shown, itemSchema) && wordLists.jobs.has(noun)) || (!hasOwnName(shown) && speaks());

const hasOwnName = ofEach(({ properties }) => [...properties].some((name) => plainName(name) === 'id'));

/** Whether an operation answers 202, or has a path that says that it starts something. */
const speaksOf = (candidate: UnboundOperation, noun: string) => {
  const last = lastWordsOf(candidate).split(' ');
  if (wordLists.changes.has(last[0] as string)) return false;
  const all = segmentsOf(candidate.operation.path).flatMap(wordsOf);
  const speaks = all.some((word) => isSameNoun(word, noun) || wordLists.jobs.has(singularOf(word)));
  return candidate.operation.success?.status === 202 || last.some(wordLists.starts.has) || speaks;
};

/** Whether its path names a job that exists. */
const isBelow = (candidate: UnboundOperation, { candidate: reading }: Reading) =>
  candidate.path.erased.startsWith(`${itemPathOf(reading)}/`);

/** The path up to its only parameter. */
const itemPathOf = ofEach((reading: UnboundOperation) => pathThrough(reading.path.erased, 1));

export const jobRows: readonly RoleRow[] = [
  {
    name: 'start of a job',
    example: 'POST /exports beside GET /jobs/{jobId}',
    when: { method: ['POST'], relation: ['a start'] },
    role: { action: 'create' },
    reason: 'Starts what {} shows, and returns its id.',
    provided:
      'it answers 202, or its path speaks of work, and the response has the id of one kind of job alone, by its full name',
  },
];

const creationsOf = (
  starts: readonly Start[],
  group: ResourceGroup,
  { candidate: { operation } }: Reading,
  finding: FinderContext,
): readonly Role[] =>
  starts.flatMap(({ candidate, shape }) => {
    const beside = { group: { ...group, template: operation.path }, relation: 'a start', found: { shape } } as const;
    return roleBy(jobRows, candidate, beside, finding) ?? [];
  });

const groupFor = (reading: Reading, starts: readonly Start[], finding: Known): ResourceGroup | undefined => {
  const { candidate, parameter, noun, shape } = reading;
  const { erased } = candidate.path;
  const item = itemPathOf(candidate);
  const itemSchema = withId(reading, starts, finding);
  const found = itemSchema && findId(itemSchema, noun, idParameterFor(candidate, parameter, finding.schemas));
  if (itemSchema === undefined || found?.isNamed !== true) return undefined;
  const idProperty = found.property;
  const below = [item, ...(item === erased ? [] : [erased])].flatMap((path) => finding.byPath.get(path) ?? []);
  const context = { itemSchema, idProperty, create: starts[0]?.candidate, read: shape };
  const items = rolesAtOtherPath(parentPath(item), below.filter(finding.isFree), noun, context, finding);
  const known = { kind: 'list', path: parentPath(item), parents: [], noun, itemSchema, idProperty } as const;
  const group = groupOf(candidate, { ...known, aliases: found.aliases, roles: [] });
  const roles = [...creationsOf(starts, group, reading, finding), ...items];
  group.roles.push(...roles.map((role): Role => ({ ...role, confidence: 'medium' })));
  return group;
};

/** The schema of a job, with the id that its start returns if it shows none itself. */
const withId = (
  { itemSchema }: Reading,
  [start]: readonly Start[],
  { schemas, describe }: FinderContext,
): ItemSchema | undefined => {
  if (start === undefined) return undefined;
  const { idProperty, shown } = start;
  const hasOwn = [...itemSchema.properties].some(
    (name) => plainName(name) === plainName(idProperty) || plainName(name) === 'id',
  );
  if (hasOwn) return itemSchema;
  const properties = Object.fromEntries(
    [...itemSchema.properties].map((name) => [name, itemSchema.schemaOf(name) ?? true]),
  );
  const id = shown.schemaOf(idProperty) ?? true;
  return describe(
    schemas.adopt(
      {
        type: 'object',
        properties: { ...properties, [idProperty]: id },
        required: [...itemSchema.required, idProperty],
      },
      itemSchema.key,
    ),
  );
};
