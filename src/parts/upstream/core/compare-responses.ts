/** Compares the response of an upstream with the one that the simulation decided: by value where a client has sent it, else by what the document allows. */
import type { Difference, DifferenceKind, Step } from '../../../core/exchange.ts';
import { coversMediaType, essenceOf, isJsonType } from '../../../core/http/http.ts';
import {
  equalsJson,
  escapePointer,
  getMember,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonLength,
  pointerTo,
  stringifyJson,
  timeOf,
  valueAt,
} from '../../../core/primitives/json.ts';
import { cutText, maxQuotedLength, maxShownRows } from '../../../core/primitives/units.ts';
import type { Input } from '../../../core/request/read-input.ts';
import { refusalStatus } from '../../../core/request/refusal.ts';
import type { RequestContext } from '../../../core/request/request-context.ts';
import { idNameOf } from '../../../core/resources/item-steps.ts';
import { readRequestProperties } from '../../../core/resources/request-properties.ts';
import { termsOf } from '../../../core/resources/sort.ts';
import type { ExecutionResult, ResponseBody } from '../../../core/response/write-response.ts';
import { type Binding, type SortTerm, showsItems } from '../../../core/service/binding.ts';
import { allowsType, type SchemaFacts, typeOf } from '../../../core/service/check.ts';
import { type Content, type Operation, responseFor } from '../../../core/service/operation.ts';
import { idText, joinKey, parentsOf } from '../../../core/state/item-key.ts';
import type { State } from '../../../core/state/state.ts';
import {
  knownItem,
  pathParents,
  recordedOf,
  type SentValues,
  type ShownItem,
  shownItem,
  wasRemoved,
} from './shown-items.ts';

/** What the simulation decided for a request that was sent on; its changes are not kept. */
export interface Simulated {
  readonly execution: ExecutionResult;
  readonly steps: readonly Step[];
}

interface RealResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: ResponseBody | undefined;
}

interface Comparison {
  readonly context: RequestContext;
  readonly operation: Operation;
  readonly input: Input;
  readonly simulated: Simulated;
  readonly real: RealResponse;
  /** If it is undefined, the operation has no collection. */
  readonly sent: SentValues | undefined;
  /** Whether another write of this world was under way. */
  readonly isOverlapped: boolean;
}

/** Returns undefined if there is nothing to compare. */
export const compareResponses = (comparison: Comparison): readonly Difference[] | undefined => {
  const { simulated, real, isOverlapped, operation } = comparison;
  const own = simulated.execution.draft;
  // A 304 answers the condition of a request, which documents leave to HTTP.
  if (operation.success === undefined || real.status === 304) return undefined;
  const found = new Differences(isOverlapped);
  const pair = { simulated: own.status, real: real.status };
  if (own.status === real.status) {
    if (real.status < 300) compareContents(found, comparison);
  } else if (isRejectedThere(comparison)) found.add('status', '', pair);
  else if (!dependsOnUnknown(comparison)) found.add('status', '', { ...pair, breaking: true });
  else judgeBody(found, comparison);
  return found.found;
};

/** The body of a success about what only the upstream has. */
const judgeBody = (found: Differences, { operation, real: { status, body } }: Comparison) => {
  if (status >= 300 || body === undefined || !isJsonType(body.mediaType)) return;
  if (body.problems?.some(({ rule }) => rule === 'syntax')) return;
  const content = contentOf(responseFor(operation, status)?.contents ?? [], body.mediaType);
  found.judge(body.value, { pointer: '', facts: content?.factsOf?.(body.value) });
};

/** Whether the upstream alone rejected the credential, which only it can judge. */
const isRejectedThere = ({ simulated: { steps }, real: { status } }: Comparison) =>
  (status === 401 || status === 403) && steps.some((step) => step.type === 'credential' && !step.result.endsWith('.'));

const isMissing = (status: number) => status === 404 || status === 410;

/** Whether the statuses differ because one of the services has items that the other one cannot know. */
const dependsOnUnknown = ({ context: { state }, operation, input, simulated, real, isOverlapped }: Comparison) => {
  const { status } = simulated.execution.draft;
  const { binding } = operation;
  const conflict = refusalStatus('conflict', operation);
  const followsData = [status, real.status].some((one) => isMissing(one) || one === conflict);
  if (isOverlapped && (followsData || (status < 300 && real.status < 300))) return true;
  const refusedKey = simulated.steps.find((step) => step.type === 'refused')?.key;
  const name = binding?.collection.name ?? '';
  if (isMissing(status)) return refusedKey === undefined || !wasRemoved(state, name, refusedKey);
  if (status === conflict && refusedKey !== undefined) return shownItem(state, name, refusedKey) === undefined;
  if (binding?.action === 'create' && real.status === conflict && sendsId(binding, input)) {
    const key = simulated.steps.find((step) => step.type === 'executed')?.key ?? '';
    return !wasRemoved(state, name, key);
  }
  return isMissing(real.status) && binding !== undefined && !isSubjectShown(state, binding, simulated, input);
};

/** Whether the client chose the id of a new item, which the upstream may have already. */
const sendsId = (binding: Extract<Binding, { readonly action: 'create' }>, input: Input) => {
  const name = idNameOf(binding.collection);
  return name !== undefined && getProperty(readRequestProperties(binding.mapping, input), name) !== undefined;
};

/** Whether the upstream has shown the item that the simulation answered about; of a list and a creation, its parent. */
const isSubjectShown = (state: State, binding: Binding, { steps }: Simulated, input: Input) => {
  const { collection } = binding;
  if (binding.action !== 'list' && binding.action !== 'create') {
    const key = steps.find((step) => step.type === 'executed')?.key;
    return key !== undefined && shownItem(state, collection.name, key) !== undefined;
  }
  const path = pathParents(binding, input);
  if (path.length === 0) return true;
  const parent = state.collections.get(collection.parentCollection ?? '')?.spec;
  if (parent === undefined || path.length <= parent.parents.length) return false;
  const key = joinKey(parent, { parents: path.slice(0, parent.parents.length), id: path[parent.parents.length] });
  return shownItem(state, parent.name, key) !== undefined;
};

const compareContents = (found: Differences, comparison: Comparison) => {
  const { context, operation, simulated, real } = comparison;
  const own = simulated.execution.draft.body;
  const isHead = context.request.method === 'HEAD';
  const ownType = own?.mediaType;
  const headType = isHead && real.contentType !== undefined ? essenceOf(real.contentType) : undefined;
  const realType = real.body?.mediaType ?? headType;
  const contents = responseFor(operation, real.status)?.contents ?? [];
  const content = contentOf(contents, realType);
  if (ownType !== realType && (content === undefined || content !== contentOf(contents, ownType)))
    found.add('content-type', '', { simulated: ownType, real: realType, breaking: true });
  else if (!isHead && own !== undefined && real.body !== undefined)
    if (isJsonType(own.mediaType) && isJsonType(real.body.mediaType))
      compareBodies(found, comparison, own.value, real.body, content);
};

const contentOf = (contents: readonly Content[], mediaType: string | undefined): Content | undefined =>
  mediaType === undefined
    ? undefined
    : (contents.find((content) => content.mediaType === mediaType) ??
      contents.find(({ range }) => coversMediaType(range, mediaType)));

const compareBodies = (
  found: Differences,
  comparison: Comparison,
  simulated: Json,
  { value: real, problems }: ResponseBody,
  content: Content | undefined,
) => {
  const { binding } = comparison.operation;
  // What shows something else may have properties of the same names, but not their values.
  if (binding !== undefined && showsItems(binding)) found.items = createCompareItems(comparison, binding);
  // No JSON at all.
  if (problems?.some(({ rule }) => rule === 'syntax')) found.add('type', '', { simulated, real: null, breaking: true });
  else found.compare({ simulated, real }, { pointer: '', sent: undefined, facts: content?.factsOf?.(real) });
};

const createCompareItems = (
  { context: { state }, input, simulated, sent }: Comparison,
  binding: Binding,
): ComparedItems => {
  const { collection: spec, action } = binding;
  const { idProperty, name } = spec;
  const pointer = pointerTo(binding.view.path);

  /** The item that the request is about; of a creation, each service has its own id. */
  const comparePair = (found: Differences, own: JsonObject, real: JsonObject, place: JudgedPlace) => {
    const key = simulated.steps.find((step) => step.type === 'executed')?.key ?? '';
    const shown = action === 'create' ? undefined : shownItem(state, name, key);
    if (shown === undefined && (action === 'read' || action === 'delete')) {
      found.judge(real, place);
      return;
    }
    const known = shown && knownItem(state, binding, own, input)?.value;
    const item = { recorded: known && shown && recordedOf(shown, known) };
    found.compare({ simulated: own, real }, { ...place, sent: sent?.of(shown?.sent ?? {}, key), item });
  };

  const isOfOneParent = pathParents(binding, input).length === spec.parents.length;
  const idOf = (item: Json): string | undefined =>
    isJsonObject(item) && idProperty !== undefined ? idText(valueAt(item, [idProperty])) : undefined;
  // Items of several parents may have the same id.
  const keyOf = (item: Json, id = idOf(item)): string | undefined =>
    isOfOneParent || id === undefined ? id : joinKey(spec, { parents: parentsOf(spec, item as JsonObject) ?? [], id });

  /** The items that both lists have, in the order of the upstream. */
  const comparePairs = (
    found: Differences,
    own: readonly Json[],
    other: readonly Json[],
    placeAt: (index: number) => JudgedPlace,
  ): readonly ListedPair[] => {
    const places = new Map(own.map((item, index) => [keyOf(item), index]));
    return other.flatMap((real, index): ListedPair[] => {
      const id = idOf(real);
      const place = id === undefined ? undefined : places.get(keyOf(real, id));
      const known = place === undefined || !isJsonObject(real) ? undefined : knownItem(state, binding, real, input);
      const shown = known && shownItem(state, name, known.key);
      if (place === undefined || known === undefined || shown === undefined) {
        found.judge(real, placeAt(index));
        return [];
      }
      const item = { recorded: recordedOf(shown, known.value) };
      const simulated = own[place] as JsonObject;
      found.compare({ simulated, real }, { ...placeAt(index), sent: sent?.of(shown.sent, known.key), item });
      return [{ id: id as string, place, shown, simulated, real: real as JsonObject }];
    });
  };

  return {
    pointer,
    compare: (found, own, other, facts) => {
      if (isJsonObject(own) && isJsonObject(other)) comparePair(found, own, other, { pointer, facts });
      if (!Array.isArray(own) || !Array.isArray(other)) return;
      const placeAt = (index: number): JudgedPlace => {
        return { pointer: `${pointer}/${index}`, facts: facts?.child(index, other[index] as Json) };
      };
      const [first, shown] = [own[0], other[0]] as readonly (Json | undefined)[];
      const isOnly = action !== 'list' && own.length === 1 && other.length === 1;
      if (isOnly && isJsonObject(first) && isJsonObject(shown)) comparePair(found, first, shown, placeAt(0));
      else {
        const terms = action === 'list' ? termsOf(binding.sort, input.parameters) : [];
        compareOrder(found, pointer, comparePairs(found, own, other, placeAt), terms);
      }
    },
  };
};

interface ListedPair {
  readonly id: string;
  /** Its place in the list of the simulation. */
  readonly place: number;
  readonly shown: ShownItem;
  readonly simulated: JsonObject;
  readonly real: JsonObject;
}

/** `pairs`: in the order of the upstream. `terms`: by which the request sorts. */
const compareOrder = (
  found: Differences,
  pointer: string,
  pairs: readonly ListedPair[],
  terms: readonly SortTerm[],
) => {
  const isKnown = terms.length === 0 ? isKnownOrder : isSortedAlike(terms);
  const differs = pairs.some((pair, index) => {
    const before = pairs[index - 1];
    return before !== undefined && before.place > pair.place && isKnown(pair, before);
  });
  if (!differs) return;
  const inOrder = (list: readonly ListedPair[]): Json => list.slice(0, maxShownRows).map(({ id }) => id);
  const own = pairs.toSorted((left, right) => left.place - right.place);
  found.add('order', pointer, { simulated: inOrder(own), real: inOrder(pairs) });
};

/** Whether the upstream has shown that the first one comes before the second: in a list, or as it was created later. */
const isKnownOrder = ({ shown: first }: ListedPair, { shown: second }: ListedPair) =>
  (first.list !== undefined && first.list === second.list) || (second.isCreated && first.since < second.since);

/** Whether two items must be in the same order: both services show the same values of what they sort by, and these differ between the items. */
const isSortedAlike =
  (terms: readonly SortTerm[]) =>
  (first: ListedPair, second: ListedPair): boolean => {
    const properties = terms.flatMap(({ property }) => property ?? []);
    const isSame = ({ simulated, real }: ListedPair) =>
      properties.every((name) => equalsJson(propertyOf(simulated, name), propertyOf(real, name)));
    const isTie = properties.every((name) => equalsJson(propertyOf(first.real, name), propertyOf(second.real, name)));
    return properties.length > 0 && !isTie && isSame(first) && isSame(second);
  };

const propertyOf = (item: JsonObject, name: string): Json => getMember(item, name) ?? null;

interface JudgedPlace {
  readonly pointer: string;
  /** What the document requires of the upstream's value there; undefined: nothing. */
  readonly facts: SchemaFacts | undefined;
}

interface ComparedPlace extends JudgedPlace {
  /** What requests have sent of it; undefined: nothing. */
  readonly sent: Json | undefined;
  /** Only of an item. `recorded`: as the upstream showed it; undefined: the simulation may have invented what nobody sent. */
  readonly item?: { readonly recorded: JsonObject | undefined };
}

/** The most differences of one response. */
const maxDifferences = 50;
const maxVisited = 20_000;

export class Differences {
  readonly found: Difference[] = [];
  /** Whether values are left out: others may change them at the same time. */
  readonly #onlyTypes: boolean;
  /** The items of the collection, wherever they are in the body. */
  items: ComparedItems | undefined;
  #visited = 0;

  constructor(onlyTypes: boolean) {
    this.#onlyTypes = onlyTypes;
  }

  add(kind: DifferenceKind, pointer: string, { simulated, real, breaking = false }: Compared): void {
    if (this.#onlyTypes && !comparedAlways.has(kind)) return;
    if (this.found.length >= maxDifferences) return;
    this.found.push({ kind, pointer, simulated: bounded(simulated), real: bounded(real), breaking });
  }

  compare(values: { readonly simulated: Json; readonly real: Json }, place: ComparedPlace): void {
    if (++this.#visited > maxVisited || this.found.length >= maxDifferences) return;
    const { simulated, real } = values;
    const { pointer, facts, sent } = place;
    if (this.#differInType(simulated, real, place)) this.add('type', pointer, { ...values, breaking: true });
    else if (pointer === this.items?.pointer && place.item === undefined)
      this.items.compare(this, simulated, real, facts);
    else if (isJsonObject(simulated) && isJsonObject(real)) this.#compareObjects(simulated, real, place);
    else if (Array.isArray(simulated) && Array.isArray(real)) this.#compareLists(simulated, real, place);
    else if (sent !== undefined && !areEqual(simulated, real)) this.add('value', pointer, values);
  }

  #differInType(simulated: Json, real: Json, { sent, facts }: ComparedPlace): boolean {
    const [own, other] = [typeOf(simulated), typeOf(real)];
    if (own === other) return false;
    if (facts !== undefined && !allowsType(facts, other)) return true;
    return sent !== undefined && !this.#onlyTypes && kindOf(own) !== kindOf(other);
  }

  #compareObjects(simulated: JsonObject, real: JsonObject, { pointer, sent, facts, item }: ComparedPlace): void {
    const recorded = item?.recorded ?? {};
    const sentOf = (name: string): Json | undefined => (isJsonObject(sent) ? getProperty(sent, name) : undefined);
    for (const name of Object.keys(simulated)) {
      const below = `${pointer}/${escapePointer(name)}`;
      const value = simulated[name] as Json;
      const actual = getProperty(real, name);
      if (actual !== undefined) {
        const place = { pointer: below, sent: sentOf(name), facts: facts?.child(name, actual) };
        this.compare({ simulated: value, real: actual }, place);
        continue;
      }
      const isRequired = facts?.required.has(name) === true;
      // Another operation may have shown what this one does not declare.
      const isShown = Object.hasOwn(recorded, name) && facts?.declarationOf(name) === 'declared';
      if (isRequired || isShown || sentOf(name) !== undefined)
        this.add('missing', below, { simulated: value, real: undefined, breaking: isRequired });
    }
    const isSent = sent !== undefined && item === undefined;
    for (const name of Object.keys(real))
      if (!Object.hasOwn(simulated, name)) this.#judgeProperty(real, name, { pointer, facts, isSent });
  }

  /** Judges by the document alone what the simulation has nothing to compare with, such as an item that the upstream shows for the first time. */
  judge(real: Json, { pointer, facts }: JudgedPlace): void {
    if (facts === undefined || ++this.#visited > maxVisited || this.found.length >= maxDifferences) return;
    const missing = { simulated: undefined, real: undefined, breaking: true };
    if (!allowsType(facts, typeOf(real))) this.add('type', pointer, { ...missing, real });
    else if (Array.isArray(real))
      for (const [index, value] of (real as readonly Json[]).entries())
        this.judge(value, { pointer: `${pointer}/${index}`, facts: facts.child(index, value) });
    else if (isJsonObject(real)) {
      for (const name of facts.required)
        if (!Object.hasOwn(real, name)) this.add('missing', `${pointer}/${escapePointer(name)}`, missing);
      for (const name of Object.keys(real)) this.#judgeProperty(real, name, { pointer, facts, isSent: false });
    }
  }

  /** `isSent`: requests have sent the object. */
  #judgeProperty(
    object: JsonObject,
    name: string,
    { pointer, facts, isSent }: JudgedPlace & { readonly isSent: boolean },
  ): void {
    const real = object[name] as Json;
    const at = `${pointer}/${escapePointer(name)}`;
    if (isUndeclared(facts, name, isSent)) this.add('additional', at, { simulated: undefined, real });
    else this.judge(real, { pointer: at, facts: facts?.child(name, real) });
  }

  /** Each element is like any other. */
  #compareLists(simulated: readonly Json[], real: readonly Json[], { pointer, sent, facts }: ComparedPlace): void {
    if (Array.isArray(sent) && simulated.length !== real.length) {
      this.add('value', pointer, { simulated, real });
      return;
    }
    for (const [index, value] of real.entries()) {
      const place = { pointer: `${pointer}/${index}`, facts: facts?.child(index, value) };
      const own = simulated[Math.min(index, simulated.length - 1)];
      const sentValue = Array.isArray(sent) ? (sent[index] as Json) : undefined;
      if (own === undefined) this.judge(value, place);
      else this.compare({ simulated: own, real: value }, { ...place, sent: sentValue });
    }
  }
}

interface ComparedItems {
  readonly pointer: string;
  readonly compare: (found: Differences, simulated: Json, real: Json, facts: SchemaFacts | undefined) => void;
}

interface Compared {
  readonly simulated: Json | undefined;
  readonly real: Json | undefined;
  /** Whether a client of the document meets it. Default: false. */
  readonly breaking?: boolean;
}

const comparedAlways: ReadonlySet<DifferenceKind> = new Set(['status', 'content-type', 'type']);

const kindOf = (type: string): string => (type === 'integer' ? 'number' : type);

/** Whether values are equal: the same instant may be written in two ways. */
const areEqual = (left: Json, right: Json) => {
  if (equalsJson(left, right)) return true;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  const time = timeOf(left);
  return time !== undefined && time === timeOf(right);
};

/** Whether the document does not declare a property: an upstream may show those that it declares. Of an object that was sent, all is known. */
const isUndeclared = (facts: SchemaFacts | undefined, name: string, isSent: boolean) => {
  switch (facts?.declarationOf(name)) {
    case undefined:
      return isSent;
    case 'declared':
      return false;
    case 'typed':
      return isSent;
    case 'open':
      return isSent || facts?.declares === true;
    case 'closed':
      return true;
  }
};

/** The value as a row shows it. A long value is cut, as text; a bigint makes it a text too, since plain JSON has none. */
const bounded = (value: Json | undefined): Json => {
  if (value === undefined) return null;
  if (jsonLength(value, maxQuotedLength) <= maxQuotedLength && !hasBigint(value)) return value;
  return cutText(typeof value === 'string' ? value : stringifyJson(value));
};

const hasBigint = (value: Json) =>
  typeof value === 'bigint' || (typeof value === 'object' && value !== null && Object.values(value).some(hasBigint));
