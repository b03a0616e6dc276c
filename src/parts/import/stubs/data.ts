/** Stubs that show the items of a collection: they become its data. */
import { equalsJson, getProperty, isJsonObject, type Json } from '../../../core/primitives/json.ts';
import { valueAt } from '../../../core/primitives/json-path.ts';
import { type Binding, showsItems } from '../../../core/service/binding.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { matchOperation } from '../../../core/service/router.ts';
import type { Service } from '../../../core/service/service.ts';
import { idText } from '../../../core/state/item-key.ts';
import { showPlace } from '../recording/ledger.ts';
import { jsonOf, type Seen } from '../recording/recording.ts';
import type { PlacedStub } from './place-stub.ts';
import { seenOf } from './seen-of.ts';
import type { Trial } from './stub-start.ts';
import { isLiteral } from './stub-wildcard.ts';

export interface StubData {
  /** The stubs whose responses the data are, with the name of the collection. */
  readonly shown: ReadonlyMap<PlacedStub, string>;
  /** Why the others are none. */
  readonly reasons: ReadonlyMap<PlacedStub, string>;
  /** What the data are made from. */
  readonly seen: readonly Seen[];
}

/** `behind`: stubs that are for the requests of others, too. */
export const dataOf = (
  placed: readonly PlacedStub[],
  service: Service,
  behind: ReadonlyMap<PlacedStub, PlacedStub>,
  trial: Trial,
): StubData => {
  const reasons = new Map<PlacedStub, string>();
  const families = new Map<string, PlacedStub[]>();
  const unfit = new Set<string>();
  for (const one of placed) {
    const family = one.operations[0]?.binding?.collection.name ?? '';
    const reason = whyResponse(one, behind.get(one));
    if (reason !== undefined) reasons.set(one, reason);
    else families.set(family, [...(families.get(family) ?? []), one]);
    if (reason === undefined && !showsIds(one, service)) unfit.add(family);
  }
  for (const family of unfit)
    for (const one of families.get(family) ?? [])
      reasons.set(one, 'a stub of its paths does not show the id of its item');
  const fit = [...families].flatMap(([family, list]) => (unfit.has(family) ? [] : list));
  const played = [...fit].sort((left, right) => Number(isItem(left)) - Number(isItem(right)));
  const seen = played.flatMap(({ stub }) => seenOf([stub])).map((each) => ({ ...each, isDerived: true }));
  const answers = trial(seen);
  const shown = new Map<PlacedStub, string>();
  for (const [index, one] of played.entries()) {
    const [answer, body] = [answers[index], bodyOf(one)];
    if (answer !== undefined && body !== undefined && equalsJson(answer, body))
      shown.set(one, one.operations[0]?.binding?.collection.name ?? '');
    else reasons.set(one, 'the data that the stubs of its paths show together say otherwise');
  }
  return { shown, reasons, seen };
};

const isItem = ({ operations: [operation] }: PlacedStub): boolean => operation?.binding?.action === 'read';

const bodyOf = ({ stub: { response } }: PlacedStub): Json | undefined =>
  response.body === 'unknown' ? undefined : jsonOf(response.body && { ...response.body, type: typeOf(response) });

const typeOf = ({ headers, body }: PlacedStub['stub']['response']): string | undefined =>
  headers.find(([name]) => /^content-type$/i.test(name))?.[1] ??
  (body === 'unknown'
    ? undefined
    : (body?.type ?? (/^\s*[[{]/.test(body?.text ?? '') ? 'application/json' : undefined)));

/** Why the response of a stub is not what a collection shows; undefined: it may be. */
const whyResponse = (one: PlacedStub, behind: PlacedStub | undefined): string | undefined => {
  const { stub, operations } = one;
  const { method, paths, query, headers, body, scenario, whens, response, delivery, isPlayed } = stub;
  const [operation, ...others] = operations as readonly [Operation, ...Operation[]];
  if (isPlayed === true) return 'it is data already';
  if (method !== 'GET') return 'only what a GET shows becomes data';
  if (scenario !== undefined || whens !== undefined) return 'its responses take turns';
  if (headers.length > 0 || body !== undefined) return 'it depends on more than the path';
  if (query.length > 0) return 'it depends on the query';
  if (paths.length !== 1 || others.length > 0 || !paths.every(isLiteral)) return 'its path is a pattern';
  if (delivery.some(({ effect }) => effect.transport !== undefined)) return 'its response is lost';
  if (response.status !== operation.success?.status) return `its status is ${response.status}`;
  if (bodyOf(one) === undefined) return 'its body is not JSON';
  if (!isOfCollection(operation.binding)) return 'its path has no collection';
  if (operation.security.length > 0 && operation.security.every((schemes) => schemes.length > 0))
    return 'the document demands a credential, and the stub does not';
  return behind && `the stub at ${showPlace(behind.stub.place)} would hide the data`;
};

const isOfCollection = (binding: Binding | undefined): boolean =>
  binding !== undefined &&
  showsItems(binding) &&
  binding.collection.idProperty !== undefined &&
  (binding.action === 'list' || (binding.action === 'read' && typeof binding.key === 'number'));

/** Whether each item in the body has an id, and one that the path names has that id. */
const showsIds = (one: PlacedStub, service: Service): boolean => {
  const [operation] = one.operations as readonly [Operation];
  const { binding } = operation;
  if (binding?.collection.idProperty === undefined) return false;
  const { idProperty } = binding.collection;
  const idIn = (item: Json | undefined): string | undefined =>
    isJsonObject(item ?? null) ? idText(getProperty(item as never, idProperty)) : undefined;
  const shown = valueAt(bodyOf(one) as Json, binding.view.path);
  if (binding.action === 'list')
    return Array.isArray(shown) && (shown as readonly Json[]).every((item) => idIn(item) !== undefined);
  const match = matchOperation(service.matcher, 'GET', one.example.path, () => false);
  const parameter = 'key' in binding && typeof binding.key === 'number' ? operation.parameters[binding.key] : undefined;
  if (match.type !== 'operation' || parameter === undefined) return false;
  const decoded = parameter.decode({
    path: match.path,
    query: new URLSearchParams(),
    rawQuery: '',
    headers: one.example.headers,
  });
  return decoded !== undefined && 'value' in decoded && idIn(shown) === idText(decoded.value as Json);
};
