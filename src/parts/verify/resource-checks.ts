/** Checks over several requests: what was written can be read, lists respect limits, deleted items are gone. */
import type { Json } from '../../core/primitives/json.ts';
import type { Binding, ItemBinding, ListBinding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation, Parameter } from '../../core/service/operation.ts';
import { idOf, type KnownItem, type KnownItems, listedItems, type ParentOf, shownItem } from './known-items.ts';
import type { Recorder, VerifyExchange } from './recorder.ts';
import { buildRequest, type Drawing } from './requests/verified-request.ts';
import { differences } from './stored-values.ts';

export interface ResourceContext {
  /** The operations that may be called. */
  readonly operations: readonly Operation[];
  readonly known: KnownItems;
  readonly parentOf: ParentOf;
  readonly drawing: Drawing;
}

/** A binding that is only likely must not lead to a finding. */
export const isCertain = (operation: Operation): boolean => operation.confidence !== 'medium';

/** The operation on a collection that lists its items, or reads one. */
const listerOf = ({ operations }: ResourceContext, collection: CollectionSpec): BoundTo<ListBinding> | undefined =>
  operations.find((operation): operation is BoundTo<ListBinding> => isBound(operation, collection, 'list'));

const readerOf = ({ operations }: ResourceContext, collection: CollectionSpec): BoundTo<ItemBinding> | undefined =>
  operations.find(
    (operation): operation is BoundTo<ItemBinding> =>
      isBound(operation, collection, 'read') && 'key' in operation.binding && typeof operation.binding.key === 'number',
  );

type BoundTo<Kind> = Operation & { readonly binding: Kind };

const isBound = (
  operation: Operation,
  { name }: CollectionSpec,
  action: Binding['action'],
): operation is BoundTo<Binding> =>
  operation.binding?.action === action && operation.binding.collection.name === name && isCertain(operation);

/** Reads an item that was created or changed, and looks for it in the list. `sent`: the properties of the request. */
export const checkWritten = async (
  recorder: Recorder,
  context: ResourceContext,
  written: VerifyExchange,
  item: KnownItem,
  sent: ReadonlyMap<string, Json>,
): Promise<void> => {
  const { operation } = written.request;
  const { collection } = operation.binding as Binding;
  const label = operation.binding?.action === 'create' ? 'created' : 'changed';
  compare(recorder, `in the response of the request that ${label} it`, written, [written], sent);
  const reader = readerOf(context, collection);
  if (reader !== undefined) {
    const read = await recorder.call(
      `by a client that reads the ${label} item`,
      'success-or-not-found',
      requestFor(context, reader, item),
    );
    if (isMissing(read))
      recorder.find('', statusOf(read), `the ${label} item cannot be read`, [written.request, read.request]);
    else compare(recorder, `when the ${label} item is read`, read, [written, read], sent);
  }
  await checkListed(recorder, context, written, item, label);
};

const compare = (
  recorder: Recorder,
  label: string,
  shown: VerifyExchange,
  exchanges: readonly VerifyExchange[],
  sent: ReadonlyMap<string, Json>,
): void => {
  const { operation } = shown.request;
  const { binding } = operation;
  const [status, { body }] = [statusOf(shown), shown];
  if (body === undefined || status === undefined || binding === undefined || binding.action === 'list') return;
  const item = shownItem(binding, body);
  if (item === undefined) return;
  for (const difference of differences(sent, { operation, status, body, item }))
    recorder.find(
      label,
      status,
      difference,
      exchanges.map(({ request }) => request),
    );
};

const checkListed = async (
  recorder: Recorder,
  context: ResourceContext,
  written: VerifyExchange,
  item: KnownItem,
  label: string,
): Promise<void> => {
  const { collection } = written.request.operation.binding as Binding;
  const lister = listerOf(context, collection);
  if (lister === undefined || lister.parameters.some(({ required, in: where }) => required && where !== 'path')) return;
  const { paging } = lister.binding;
  const most = paging?.size === undefined ? undefined : limitFor(lister, paging.size, 1e15);
  const values = new Map(context.known.valuesFor(lister, undefined, context.parentOf));
  for (const [index, parameter] of (lister.binding.parentParameters ?? []).entries())
    if (item.parents[index] !== undefined) values.set(parameter, item.parents[index]);
  if (most !== undefined && paging?.size !== undefined) values.set(paging.size, most);
  const list = await recorder.call(
    `by a client that lists the ${label} item`,
    'documented',
    buildRequest(lister, context.drawing, { values }),
  );
  const items = list.body === undefined ? undefined : listedItems(lister.binding, list.body);
  const ids = items?.map((each) => idOf(collection, each));
  // A full page may have a next one.
  const pageSize = most ?? paging?.defaultSize;
  const isWhole = paging === undefined || (typeof pageSize === 'number' && (items?.length ?? 0) < pageSize);
  if (ids === undefined || ids.includes(undefined) || !isWhole) return;
  if (!ids.some((id) => String(id) === String(item.id)))
    recorder.find('', statusOf(list), `the ${label} item is not in the list`, [written.request, list.request]);
};

/** The service must not find the item any more. */
export const checkDeleted = async (
  recorder: Recorder,
  context: ResourceContext,
  deleted: VerifyExchange,
  item: KnownItem,
): Promise<void> => {
  const reader = readerOf(context, (deleted.request.operation.binding as Binding).collection);
  if (reader === undefined) return;
  const read = await recorder.call(
    'by a client that reads the deleted item',
    'success-or-not-found',
    requestFor(context, reader, item),
  );
  const status = statusOf(read);
  if (status !== undefined && status < 300)
    recorder.find('', status, 'the deleted item can still be read', [deleted.request, read.request]);
};

/** A list has at most as many items as the client asked for. */
export const checkLimit = async (recorder: Recorder, context: ResourceContext, binding: ListBinding): Promise<void> => {
  const { operation } = recorder;
  const size = binding.paging?.size;
  const limit = size === undefined ? undefined : limitFor(operation, size, 1);
  if (size === undefined || typeof limit !== 'number') return;
  const values = new Map(context.known.valuesFor(operation, undefined, context.parentOf)).set(size, limit);
  const name = (operation.parameters[size] as Parameter).name;
  const listed = await recorder.call(
    `with ${name}=${limit}`,
    'documented',
    buildRequest(operation, context.drawing, { values }),
  );
  const items = listed.body === undefined ? undefined : listedItems(binding, listed.body);
  if (items !== undefined && items.length > limit)
    recorder.find(`with ${name}=${limit}`, statusOf(listed), `the list has ${items.length} items`, [listed.request]);
};

/** The allowed limit that is nearest to a number; undefined if the parameter is not a number. */
const limitFor = ({ parameters }: Operation, size: number, near: number): number | undefined => {
  const parameter = parameters[size] as Parameter;
  const limit = parameter.clamp(near);
  // Without a maximum, a thousand is enough to see everything.
  const bounded = typeof limit === 'number' ? Math.min(limit, 1000) : undefined;
  return bounded !== undefined && parameter.check(bounded).length === 0 ? bounded : undefined;
};

const requestFor = (context: ResourceContext, operation: Operation, item: KnownItem) =>
  buildRequest(operation, context.drawing, { values: context.known.valuesFor(operation, item, context.parentOf) });

export const statusOf = ({ answer }: VerifyExchange): number | undefined =>
  answer.type === 'response' ? answer.status : undefined;

const isMissing = (exchange: VerifyExchange): boolean => [404, 410].includes(statusOf(exchange) ?? 0);
