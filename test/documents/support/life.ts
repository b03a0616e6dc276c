/** The life cycle of one item: created, read, listed, changed, deleted. */
import { isExcepted } from '../exceptions.ts';
import { type Client, parametersIn, type Reply } from './client.ts';
import { idIn, idMemberIn, isOfTexts, itemIn, itemsIn, namedIdMember, plainName } from './items.ts';
import type { LiveDocument } from './live-documents.ts';
import {
  allowedBy,
  changedBody,
  difference,
  isTaken,
  largestPage,
  membersSent,
  showsSome,
  sizeParameterOf,
  smallestPage,
  withIds,
  withOtherIds,
  withoutRenamed,
} from './members.ts';
import {
  isObject,
  isSuccess,
  membersOf,
  plainPath,
  queryIdOf,
  type Raw,
  type RawObject,
  type RawOperation,
} from './raw-document.ts';
import type { BuiltBody, Parts } from './requests.ts';

/** Operations on the same collection, according to the engine. */
type BoundOperations = readonly { readonly operation: RawOperation; readonly action: string }[];

export type Step = 'create' | 'read' | 'list' | 'update' | 'replace' | 'act' | 'delete' | 'gone' | 'page';

export interface Finding {
  readonly step: Step;
  readonly operation: string;
  /** Undefined: no failure. */
  readonly problem: string | undefined;
}

interface Stage {
  readonly live: LiveDocument;
  readonly client: Client;
  /** By their effects. */
  readonly doing: (action: string) => readonly RawOperation[];
  /** Those of one item that the request names; without such a request, `GET /things` may show the first of them. */
  readonly reads: readonly RawOperation[];
  /** Lists that show all items of one parent. */
  readonly lists: readonly RawOperation[];
  /** The parameter with the item's own id. */
  readonly parameter: string;
  /** The word before the item's own id. */
  readonly noun: string | undefined;
  /** The ids in the path to the collection, outermost first. */
  readonly parents: readonly string[];
  /** Whether a path has the same kind of parents. */
  readonly hasParents: (operation: RawOperation) => boolean;
  /** Whether no response has shown one of them: a 404 is right. */
  readonly isOrphan: boolean;
  /** The items that responses have shown, by id. */
  readonly shown: Map<string, RawObject>;
  readonly note: (step: Step, operation: RawOperation, problem: string | undefined) => void;
}

/** An existing item, and its expected properties. */
interface Living {
  readonly id: string;
  /** Its property, if a response shows it. */
  readonly idMember?: string;
  readonly members: RawObject;
}

/** The findings about one collection of a document. */
export interface Life {
  readonly document: string;
  readonly collection: string;
  readonly findings: readonly Finding[];
}

const collectionsOf = ({ document, bindingOf }: LiveDocument): ReadonlyMap<string, BoundOperations> => {
  const bound = document.operations.flatMap((operation) => {
    const binding = bindingOf(operation);
    return binding === undefined ? [] : [{ operation, ...binding }];
  });
  const collections = Map.groupBy(bound, ({ collection }) => collection);
  // `/users/me` is one of the users, whichever was created.
  for (const [collection, operations] of collections)
    if (operations.some(({ action }) => action === 'list' || action === 'create'))
      collections.set(
        collection,
        operations.filter(({ operation: { path } }) => !/\/(me|self|current)(\.[^/]*)?\/?$/.test(path)),
      );
  return collections;
};

/** Runs the operations on every collection of a document, each in its own world. */
export const liveAll = async (live: LiveDocument): Promise<readonly Life[]> => {
  const own: Life[] = [];
  for (const [at, [collection, operations]] of [...collectionsOf(live)].entries()) {
    const findings = await liveThrough(live, live.clientOf(`state-${at}`), operations);
    own.push({ document: live.document.name, collection, findings });
  }
  return own;
};

export const problemsOf = ({ document, collection, findings }: Life): readonly string[] =>
  findings.flatMap(({ step, operation, problem }) =>
    problem === undefined ? [] : [`${document}: ${collection}: ${step} (${operation}): ${problem}`],
  );

export const withoutExceptions = (life: Life): Life => ({
  ...life,
  findings: life.findings.filter(
    ({ step, operation }) => !isExcepted({ document: life.document, operation, kind: `state: ${step}` }),
  ),
});

/** Runs all operations on one collection. */
const liveThrough = async (
  live: LiveDocument,
  client: Client,
  operations: BoundOperations,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  const stage = await setStage(live, client, operations, findings);
  const born = (await create(stage)) ?? (await adopt(stage));
  await checkPages(stage);
  if (born === undefined) return findings;
  // A singleton that can be deleted may exist only after a write.
  if (!isSingleton(stage) || stage.doing('delete').length === 0) await lookAt(stage, born);
  const updated = await change(stage, born, 'update');
  const replaced = await change(stage, updated, 'replace');
  await actOn(stage, replaced);
  await remove(stage, replaced);
  return findings;
};

const setStage = async (
  live: LiveDocument,
  client: Client,
  operations: BoundOperations,
  findings: Finding[],
): Promise<Stage> => {
  // The operations on one item before those on many: `DELETE /things/{id}` before `DELETE /things`, `POST /things` before `POST /things/bulk`.
  const isAboutMany = ({ action, operation: { path } }: BoundOperations[number]): boolean =>
    action === 'delete'
      ? !plainPath(path).endsWith('}')
      : action === 'create' &&
        operations.some((one) => path.startsWith(`${one.operation.path}/`) && one.action === action);
  const inOrder = operations.toSorted((left, right) => Number(isAboutMany(left)) - Number(isAboutMany(right)));
  const doing: Stage['doing'] = (action) =>
    inOrder.filter((one) => one.action === action).map(({ operation }) => operation);
  const [home] = ['create', 'list', 'read', 'update', 'replace'].flatMap(doing);
  const ids = home === undefined ? undefined : await client.findIds(home);
  const parentNames = home === undefined ? [] : parametersIn(home.path);
  const parents = parentNames.map((name) => ids?.get(name)?.id ?? live.builder.madeUp(home as RawOperation, name));
  const scope = (home?.path ?? '').split('{')[0] as string;
  const hasParents: Stage['hasParents'] = ({ path }) => parents.length === 0 || path.startsWith(scope);
  const ownPath = ['read', 'update', 'replace', 'delete']
    .flatMap(doing)
    .find(({ path }) => plainPath(path).endsWith('}'))?.path;
  /** A search by POST may need a condition. */
  const needsBody = (operation: RawOperation): boolean =>
    operation.method === 'POST' && membersOf(live.builder.bodyFor(operation, false)?.value).length > 0;
  const isNaming = (operation: RawOperation): boolean =>
    parametersIn(operation.path).length > parents.length || queryIdOf(operation) !== undefined;
  const reads = doing('read');
  // A login reads the user whom its body names.
  const hasNaming = parametersIn(ownPath ?? '').length > parents.length || reads.some(isNaming);
  return {
    live,
    client,
    doing,
    reads: hasNaming ? reads.filter(isNaming) : reads,
    lists: doing('list').filter(
      (operation) =>
        parametersIn(operation.path).length === parents.length &&
        hasParents(operation) &&
        !needsBody(operation) &&
        !operation.parameters.some((one) => one.in === 'query' && one.required === true),
    ),
    parameter: parametersIn(ownPath ?? '').at(-1) ?? 'id',
    noun: plainPath(ownPath ?? home?.path ?? '')
      .split('/')
      .findLast((segment) => !segment.endsWith('}')),
    ...{ parents, hasParents },
    isOrphan: parentNames.some((name) => !ids?.has(name)),
    shown: new Map(),
    note: (step, { name }, problem) => findings.push({ step, operation: name, problem }),
  };
};

const isFine = ({ status }: Reply): boolean => status >= 200 && status < 300;

const tell = ({ status, text }: Reply): string => `${status} ${text.slice(0, 200)}`;

/** The document may allow no body at all, or its generated values may be wrong. */
const isRefused = ({ live }: Stage, operation: RawOperation, { status }: Reply): boolean =>
  [400, 422].includes(status) && live.builder.problemsOf(operation, true).length > 0;

/** A documented redirect is a success. */
const failureOf = (operation: RawOperation, reply: Reply): string | undefined =>
  isFine(reply) || isSuccess(operation, reply.status) ? undefined : tell(reply);

/** The ids in the path of a request. */
const idsFor = (
  { noun, parents, parameter, shown }: Stage,
  operation: RawOperation,
  id: string,
): ReadonlyMap<string, string> => {
  const names = parametersIn(operation.path);
  // A path without all of the parents ends in the item's own id, or in what it has: `/documents/{id}/access`.
  const plain = plainPath(operation.path);
  const isOwn = plain.endsWith('}') || plain.split('{').at(-2)?.endsWith(`/${noun}/`);
  const isShort = id !== '' && isOwn && names.length <= parents.length;
  const count = isShort ? names.length - 1 : parents.length;
  // Further ids in the path are those of something else: the client fills them.
  const own = (name: string): string => {
    // `/users/{id}/roles` beside `/users/{code}`.
    const item = shown.get(id) ?? {};
    const member = name === parameter ? undefined : namedIdMember(item, name);
    return member === undefined ? id : String(item[member]);
  };
  return new Map(
    names.slice(0, count + 1).map((name, at) => [name, (at < count ? parents[at] : undefined) ?? own(name)]),
  );
};

const send = (stage: Stage, operation: RawOperation, id: string, more?: Partial<Parts>) => {
  const isBelowParents = parametersIn(operation.path).length > stage.parents.length;
  const query = id === '' || isBelowParents ? undefined : queryIdOf(operation);
  return stage.client.send(operation, {
    known: idsFor(stage, operation, id),
    isWhole: false,
    ...more,
    ...(query !== undefined && { query: { ...more?.query, [query]: id } }),
  });
};

/** A list with the maximum page size. */
const listWhole = async (stage: Stage, list: RawOperation): Promise<Reply> => {
  const size = sizeParameterOf(list);
  const query = size && { [String(size.name)]: largestPage(size, stage.live.document) };
  return send(stage, list, '', query && { query });
};

const itemsOf = async (stage: Stage, list: RawOperation): Promise<readonly RawObject[]> =>
  itemsIn((await listWhole(stage, list)).value, list.path);

/** Whether the document allows this value in the response: a request may allow more texts than the item. */
const mayShow =
  ({ live }: Stage, operation: RawOperation, reply: Reply, item: RawObject | undefined) =>
  (name: string, value: Raw): boolean => {
    const text = JSON.stringify(reply.value, (_, one) => (one === item ? { ...item, [name]: value } : one));
    return live.judge.judgeAnswer(operation, { ...reply, text }).length === 0;
  };

const create = async (stage: Stage): Promise<Living | undefined> => {
  const [operation] = stage.doing('create');
  if (operation === undefined) return undefined;
  const [list] = stage.lists;
  const before = list && (await itemsOf(stage, list));
  const own = withIds(
    stage.live.builder.bodyFor(operation, true),
    idsFor(stage, operation, ''),
    allowedBy(stage.live, operation),
  );
  const first = await send(stage, operation, '', own && { body: own });
  const body = isTaken(first) ? withOtherIds(own, operation) : own;
  const reply = body === own ? first : await send(stage, operation, '', body && { body });
  if (isRefused(stage, operation, reply) || (reply.status === 404 && stage.isOrphan)) return undefined;
  stage.note('create', operation, failureOf(operation, reply));
  if (!isFine(reply)) return undefined;
  const added = list === undefined ? [] : addedTo(before ?? [], await itemsOf(stage, list), stage);
  // A creation may return the parent: `{ "id": 7 }` of a manager, whose affiliations have a `hospitalId`. Or a `token` where the list shows an `id`.
  const rank = (item: RawObject | undefined): number => {
    const names = membersOf(item).map(([name]) => plainName(name));
    return ['id', plainName(stage.parameter)].findLastIndex((wanted) => names.includes(wanted));
  };
  const shown = [itemIn(reply.value), ...added]
    .toSorted((one, other) => rank(other) - rank(one))
    .map((item) => item && livingIn(item, stage));
  const living = shown.find((one) => one !== undefined);
  const id = living?.id ?? lastSegment(reply.headers.get('location'));
  return id === undefined ? undefined : { ...living, id, members: membersSent(body) };
};

const lastSegment = (address: string | null): string | undefined => {
  const last = address?.split('/').at(-1);
  return last && decodeURIComponent(last);
};

/** Those with an id that no item had; without ids, those at the end. */
const addedTo = (
  before: readonly RawObject[],
  after: readonly RawObject[],
  { parameter }: Stage,
): readonly RawObject[] => {
  const known = new Set(before.map((item) => idIn(item, parameter)));
  return known.has(undefined) ? after.slice(before.length) : after.filter((item) => !known.has(idIn(item, parameter)));
};

const livingIn = (item: RawObject, { parameter, shown }: Stage): Living | undefined => {
  const idMember = idMemberIn(item, parameter);
  if (idMember === undefined) return undefined;
  const id = String(item[idMember]);
  shown.set(id, item);
  return { id, idMember, members: {} };
};

/** An existing item: one of a list, or a singleton. */
const adopt = async (stage: Stage): Promise<Living | undefined> => {
  if (isSingleton(stage)) return (await isBelowUnknown(stage)) ? undefined : { id: '', members: {} };
  const [list] = stage.lists;
  const [item] = list === undefined ? [] : await itemsOf(stage, list);
  return item && livingIn(item, stage);
};

/** Whether a singleton is missing because its parent may be. One that can be deleted may be missing below any parent. */
const isBelowUnknown = async (stage: Stage): Promise<boolean> => {
  const [read] = stage.doing('delete').length > 0 ? [] : stage.doing('read');
  return stage.isOrphan && read !== undefined && (await send(stage, read, '')).status === 404;
};

/** One object for each parent, without its own id. */
const isSingleton = ({ doing, parents }: Stage): boolean =>
  [...doing('create'), ...doing('list')].length === 0 &&
  ['read', 'update', 'replace'].flatMap(doing).every(({ path }) => parametersIn(path).length === parents.length) &&
  doing('read').some(({ path }) => !plainPath(path).endsWith('}'));

/** What a response shows of an item: its problem, and the item. */
type Seen = readonly [RawOperation, string | undefined, RawObject | undefined];

const isRead = async (stage: Stage, { id, members }: Living): Promise<readonly Seen[]> => {
  const seen: Seen[] = [];
  for (const read of stage.reads) {
    // What a login takes may be in an object that nothing requires.
    const reply = await send(stage, read, id, read.method === 'POST' ? { isWhole: true } : undefined);
    const item = itemIn(reply.value);
    const extent = { all: read, document: stage.live.document };
    // A redirect shows no item.
    const problem = isFine(reply) ? difference(members, item, extent, mayShow(stage, read, reply, item)) : undefined;
    seen.push([read, failureOf(read, reply) ?? problem, item]);
  }
  return seen;
};

const isListed = async (stage: Stage, { id, idMember = '', members }: Living): Promise<readonly Seen[]> => {
  const seen: Seen[] = [];
  for (const list of stage.lists) {
    const reply = await listWhole(stage, list);
    if (isOfTexts(reply.value)) continue;
    const items = itemsIn(reply.value, list.path);
    // A list may have the `panelistKey` of a creation as `panelistId`.
    const hasId = (one: RawObject): boolean =>
      idIn(one, stage.parameter) === id ||
      membersOf(one).some(([name, value]) => /(id|key)$/i.test(name) && String(value) === id);
    const item = items.find((one) => (idMember in one ? String(one[idMember]) === id : hasId(one)));
    // Rows without an id may be any.
    if (items.length > 0 && items.every((one) => idIn(one, stage.parameter) === undefined)) continue;
    if (item === undefined && isOfOthers(list, stage.shown.get(id) ?? {}, items)) continue;
    const isAllowed = mayShow(stage, list, reply, item);
    const problem = item && difference(members, item, 'shown', isAllowed);
    seen.push([list, item ? problem : `${id} is not among ${items.length} items`, item]);
  }
  return seen;
};

/** `/orders/returned` lists the orders whose `isReturned` is true. */
const isOfOthers = ({ path }: RawOperation, item: RawObject, listed: readonly RawObject[]): boolean => {
  const state = plainName(plainPath(path).split('/').at(-1) ?? '');
  const [flag] = membersOf(listed[0] ?? item)
    .map(([name]) => name)
    .filter((name) => plainName(name).replace(/^(is|has)/, '') === state);
  return flag !== undefined && item[flag] !== true && listed.every((one) => one[flag] === true);
};

const lookAt = async (stage: Stage, living: Living): Promise<void> => {
  for (const [operation, problem] of await isRead(stage, living)) stage.note('read', operation, problem);
  for (const [operation, problem] of await isListed(stage, living)) stage.note('list', operation, problem);
};

/** Whether a 404 is right: no response has shown what a further id in the path names. */
const isBelowOther = ({ parents }: Stage, { path }: RawOperation, { status }: Reply): boolean =>
  status === 404 && parametersIn(path).length > parents.length + 1;

const change = async (stage: Stage, born: Living, action: 'update' | 'replace'): Promise<Living> => {
  let living = born;
  for (const operation of stage.doing(action)) {
    const changed = changedBody(stage.live, operation, { parameter: stage.parameter, ...living });
    const body = withIds(changed, idsFor(stage, operation, living.id), allowedBy(stage.live, operation));
    const reply = await send(stage, operation, living.id, body && { body });
    if (isRefused(stage, operation, reply) || isBelowOther(stage, operation, reply)) continue;
    stage.note(action, operation, failureOf(operation, reply));
    // A list may be all that is there afterwards, also without this item.
    if (!isFine(reply) || (operation.method === 'PUT' && isNothingButLists(body?.value))) continue;
    stage.shown.set(living.id, { ...stage.shown.get(living.id), ...membersSent(body) });
    // The result of a list of commands is not known here.
    const sent = membersSent(body);
    const kept = action === 'update' && !Array.isArray(body?.value) ? withoutChangeTime(living.members) : {};
    living = { ...living, members: { ...withoutRenamed(kept, sent), ...sent }, ...renamed(living, body, reply) };
    const [read, listed] = [await isRead(stage, living), await isListed(stage, living)];
    const seen = [...read, ...listed];
    // One response that shows the change proves it: another that does not is wrong itself.
    const isProven = seen.some(([, problem, item]) => problem === undefined && showsSome(sent, item, living.id));
    for (const one of seen) {
      const [other, problem] = one;
      if (isProven && problem !== undefined) stage.note(listed.includes(one) ? 'list' : 'read', other, problem);
      else stage.note(action, operation, problem);
    }
  }
  return living;
};

const isNothingButLists = (value: Raw | undefined): boolean =>
  Array.isArray(value) || (isObject(value) && membersOf(value).every(([, member]) => Array.isArray(member)));

const withoutChangeTime = (members: RawObject): RawObject =>
  Object.fromEntries(membersOf(members).filter(([name]) => !/^(date_?|last_?)?(updated|modified|changed)/i.test(name)));

/** The id that a body has given to the item: `{ "newName": "b" }` to the item `a`. */
const renamed = ({ id, idMember = '' }: Living, body: BuiltBody | undefined, { value }: Reply): Partial<Living> => {
  const now = itemIn(value)?.[idMember];
  const isSent = membersOf(body?.value).some(([name, one]) => /^(new|to)/i.test(name) && one === now);
  return typeof now === 'string' && now !== id && isSent ? { id: now, members: { [idMember]: now } } : {};
};

const actOn = async (stage: Stage, { id }: Living): Promise<void> => {
  // A file that was removed is not there.
  const inOrder = stage.doing('act').toSorted((left, right) => rankOf(left) - rankOf(right));
  for (const operation of inOrder) {
    // It names something in a singleton.
    if (id === '' && parametersIn(operation.path).length > stage.parents.length) continue;
    const body = bodyNaming(stage, operation, id);
    const reply = await send(stage, operation, id, body && { body });
    if (isRefused(stage, operation, reply)) continue;
    stage.note('act', operation, isBelowOther(stage, operation, reply) ? undefined : failureOf(operation, reply));
    // An action may change any property, but the item exists.
    for (const [, problem] of await isRead(stage, { id, members: {} })) stage.note('act', operation, problem);
  }
};

const rankOf = ({ method }: RawOperation): number => (method === 'DELETE' ? 1 : 0);

const remove = async (stage: Stage, { id }: Living): Promise<void> => {
  const [operation] = stage.doing('delete');
  if (operation === undefined) return;
  const body = bodyNaming(stage, operation, id);
  const reply = await send(stage, operation, id, body && { body });
  stage.note('delete', operation, failureOf(operation, reply));
  if (!isFine(reply) || isSingleton(stage)) return;
  for (const read of stage.reads) {
    const after = await send(stage, read, id);
    stage.note('gone', read, [404, 410].includes(after.status) ? undefined : `is there still: ${tell(after)}`);
  }
  for (const list of stage.lists) {
    const items = await itemsOf(stage, list);
    stage.note(
      'gone',
      list,
      items.some((item) => idIn(item, stage.parameter) === id) ? `${id} is listed still` : undefined,
    );
  }
};

/** The generated body of an operation without an id in its path, with the id in each list of ids: `[1]`, `{ sessions: [1] }`, and as `id`. */
const bodyNaming = ({ live, parents }: Stage, operation: RawOperation, id: string): BuiltBody | undefined => {
  const body = live.builder.bodyFor(operation, true);
  if (parametersIn(operation.path).length > parents.length || body === undefined) return undefined;
  const own = (like: Raw | undefined): Raw => (typeof like === 'number' ? Number(id) : id);
  const named = (name: string, member: Raw): Raw =>
    Array.isArray(member) && !isObject(member[0]) ? [own(member[0])] : name === 'id' ? own(member) : member;
  const value = isObject(body.value)
    ? Object.fromEntries(membersOf(body.value).map(([name, member]) => [name, named(name, member)]))
    : named('', body.value);
  return { ...body, value };
};

const checkPages = async (stage: Stage): Promise<void> => {
  for (const list of stage.lists) {
    const size = sizeParameterOf(list);
    if (size === undefined) continue;
    const least = smallestPage(size, stage.live.document);
    const all = (await itemsOf(stage, list)).length;
    for (const count of [least, least + 1]) {
      const reply = await send(stage, list, '', { query: { [String(size.name)]: count } });
      if (reply.status === 404 && stage.isOrphan) continue;
      const { length } = itemsIn(reply.value, list.path);
      const isKept = isFine(reply) && length === Math.min(count, all);
      stage.note(
        'page',
        list,
        isKept ? undefined : `${length} of ${all} items for ${size.name}=${count}: ${tell(reply)}`,
      );
    }
  }
};
