/** One page of a collection. The server sorts, searches and pages, so that large collections are fast too. */

import { useEffect, useState } from 'preact/hooks';
import { type CollectionInfo, call, type JsonObject, type List, segment } from '../api/panel-client.ts';
import { Button, Search } from '../parts/controls.tsx';
import { Closing, DialogButton } from '../parts/dialog.tsx';
import { formatCount } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty } from '../parts/page-head.tsx';
import { useCall, useDocument, useResource } from '../parts/use-resource.ts';
import { decode, queryText } from '../state/address.ts';
import { revision, service, worldPath } from '../state/current-world.ts';
import { loadDocument } from '../state/panel-document.ts';
import { goTo, linkTo, route, searchInAddress, setQuery } from '../state/view-route.ts';
import { fieldsOf, type ItemField } from './form-schema.ts';
import { ItemDialog } from './item-dialog.tsx';
import { keyOf, readableOf, showCell, titleOf } from './shown-collections.ts';

const pageSize = 50;

export const CollectionTable = ({ info }: { readonly info: CollectionInfo }) => {
  const sort = queryText(route.value.query, 'sort');
  const search = searchInAddress({ page: undefined });
  const page = pageIn(queryText(route.value.query, 'page'));
  const query = useDelayed(search.text, 150);
  const { value, error, reload } = useCall<List<JsonObject>>(
    pagePath(info.name, { sort, query, page }),
    revision.value,
  );
  const total = value?.total ?? 0;
  const lastPage = lastPageOf(total);
  // The page no longer exists if items were deleted or the search finds fewer.
  useEffect(() => {
    if (value !== undefined && page > lastPage) setPage(lastPage);
  }, [page, lastPage, value]);
  const fields = fieldsOf(info, service.value?.operations ?? [], useDocument(info.service));
  return (
    <div class="collection">
      <div class="toolbar flow">
        <Search class="grow" label={`Search ${info.name}`} placeholder="Search in all properties" {...search} />
        <Pager page={page} total={total} />
        <span class="spacer" />
        <DialogButton text="Add" icon="plus" kind="main">
          <ItemDialog info={info} fields={fields} item={undefined} onChanged={reload} />
        </DialogButton>
      </div>
      {error && <p class="error">{error}</p>}
      {value?.total === 0 ? (
        <Empty title={query === '' ? `${info.name} has no item` : 'No item has this text'}>
          {info.kind === 'singleton' && info.parents.length > 0 && (
            <p>
              Each {info.parents.join(' and ')} has one. It is listed here when something changes it, or when you add
              it.
            </p>
          )}
        </Empty>
      ) : (
        <ItemTable info={info} items={value?.items ?? []} />
      )}
      <EditedItem info={info} fields={fields} onChanged={reload} />
    </div>
  );
};

const pageIn = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) - 1 : 0);
const setPage = (page: number) => setQuery({ page: page === 0 ? undefined : String(page + 1) });

/** An address may name anything, so the name stays in its segment of the path. */
const escapePart = (part: string): string => segment(decode(part));

interface EditedItemProps {
  readonly info: CollectionInfo;
  readonly fields: readonly ItemField[];
  readonly onChanged: () => void;
}

/** The item that the address names, in a form. */
const EditedItem = ({ info, fields, onChanged }: EditedItemProps) => {
  const [, key] = route.value.rest;
  const { value: loaded, error } = useResource(async () => {
    if (key === undefined) return undefined;
    // The fields of the form are those of the document.
    await loadDocument(info.service).catch(() => {});
    const path = `/collections/${segment(info.name)}/${key.split(',').map(escapePart).join(',')}`;
    return { key, item: await call<JsonObject>('GET', worldPath(path)) };
  }, [info.name, key]);
  if (key === undefined) return null;
  if (error) return <p class="error">{error}</p>;
  if (loaded?.key !== key) return null;
  return (
    <Closing value={() => goTo(linkTo('data', [info.name]))}>
      <ItemDialog info={info} fields={fields} item={loaded.item} onChanged={onChanged} />
    </Closing>
  );
};

const Pager = ({ page, total }: { readonly page: number; readonly total: number }) => (
  <>
    <span class="quiet count" role="status">
      {rangeOf(page, total)}
    </span>
    <span class="beside">
      <Button icon="back" label="Previous page" disabled={page === 0} onClick={() => setPage(page - 1)} />
      <Button icon="next" label="Next page" disabled={page >= lastPageOf(total)} onClick={() => setPage(page + 1)} />
    </span>
  </>
);

const lastPageOf = (total: number) => Math.max(0, Math.ceil(total / pageSize) - 1);

const ItemTable = ({ info, items }: { readonly info: CollectionInfo; readonly items: readonly JsonObject[] }) => {
  const sort = queryText(route.value.query, 'sort');
  const sortBy = (name: string) => {
    const next = sort === name ? `-${name}` : sort === `-${name}` ? undefined : name;
    setQuery({ sort: next, page: undefined });
  };
  const columns = columnsOf(info, items);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section class="table framed" tabIndex={0} aria-label={`Items of ${info.name}`}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="row-actions">
              <span class="hidden">Edit</span>
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" aria-sort={orderOf(sort, name)}>
                {name.startsWith('$') ? (
                  name
                ) : (
                  <button type="button" class="beside gap-0" onClick={() => sortBy(name)}>
                    {name}
                    {sort === name && <Icon name="up" />}
                    {sort === `-${name}` && <Icon name="down" />}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(info, item)}>
              <td class="row-actions">
                <Button
                  kind="quiet"
                  icon="edit"
                  label={`Edit ${titleOf(info, item)}`}
                  onClick={() => goTo(linkTo('data', [info.name, keyOf(info, item)]))}
                />
              </td>
              {columns.map((name) => (
                <td key={name} dir="auto">
                  {name === '$parent' ? showParent(item) : showCell(item[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface PageQuery {
  readonly sort: string;
  readonly query: string;
  readonly page: number;
}

const pagePath = (name: string, { sort, query, page }: PageQuery): string => {
  const parameters = new URLSearchParams({ limit: String(pageSize), offset: String(page * pageSize) });
  if (sort !== '') parameters.set('sort', sort);
  if (query !== '') parameters.set('q', query);
  return worldPath(`/collections/${segment(name)}?${parameters}`);
};

const rangeOf = (page: number, total: number) =>
  total === 0
    ? 'No items'
    : `${formatCount(page * pageSize + 1)}–${formatCount(Math.min(total, (page + 1) * pageSize))} of ${formatCount(total)}`;

const orderOf = (sort: string, name: string): 'ascending' | 'descending' | undefined =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;

const maxColumns = 12;

/** What a person reads first, then the id, the parents, the declared properties, and other properties of the items. */
const columnsOf = ({ id, parents, properties }: CollectionInfo, items: readonly JsonObject[]): readonly string[] => {
  const present = items.flatMap((item) => Object.keys(item));
  const readable = readableOf([...new Set([...properties, ...present])], items);
  const first = [readable ?? [], id ?? '$id', parents.length > 0 ? '$parent' : []].flat();
  const all = new Set([...first, ...properties, ...present]);
  return [...all].filter((name) => present.length === 0 || present.includes(name) || name === id).slice(0, maxColumns);
};

const showParent = (item: JsonObject) =>
  Object.entries((item.$parent ?? {}) as JsonObject)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

const useDelayed = (value: string, delayMs: number): string => {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
};
