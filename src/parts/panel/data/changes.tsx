/** The differences from the world's scenario, item by item. */

import { type Difference, isObject, type List, writeJson } from '../api/panel-client.ts';
import { plural } from '../parts/format-values.ts';
import { Mark } from '../parts/marks.tsx';
import { Empty } from '../parts/page-head.tsx';
import { useCall } from '../parts/use-resource.ts';
import { revision, worldPath } from '../state/current-world.ts';

/** The number of shown items. After a large import, nobody reads them all. */
const shownItems = 200;

export const Changes = ({ world }: { readonly world?: string }) => {
  const { value, error } = useCall<List<Difference>>(worldPath('/diff', world), revision.value);
  if (error) return <p class="error">{error}</p>;
  if (value === undefined) return null;
  if (value.total === 0)
    return (
      <Empty title="Nothing has changed">
        <p>The data is as in the scenario.</p>
      </Empty>
    );
  return (
    <>
      <p class="quiet">{plural(value.total, 'item differs', 'items differ')} from the scenario.</p>
      <ul class="stack gap-2">
        {value.items.slice(0, shownItems).map((difference) => (
          <Change key={`${difference.collection} ${String(difference.id)}`} difference={difference} />
        ))}
      </ul>
      {value.total > shownItems && <p class="quiet">{plural(value.total - shownItems, 'more item')}.</p>}
    </>
  );
};

const Change = ({ difference: { collection, id, before, after } }: { readonly difference: Difference }) => {
  const kind = before === null ? 'added' : after === null ? 'deleted' : 'changed';
  return (
    <li class={`change framed padded ${kind}`}>
      <Mark text={kind} kind={({ deleted: 'violation', added: 'good', changed: undefined } as const)[kind]} />{' '}
      <b>
        {collection} {String(id)}
      </b>
      <dl class="pairs">
        {propertiesOf(before, after).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="flow">
              {before?.[name] !== undefined && <del>{show(before[name])}</del>}
              {after?.[name] !== undefined && <ins>{show(after[name])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
};

/** The properties that differ: all of an item that was added or deleted. */
const propertiesOf = (before: Difference['before'], after: Difference['after']): readonly string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => show(before?.[name]) !== show(after?.[name]),
  );

const show = (value: unknown): string =>
  value === undefined ? '' : isObject(value) || Array.isArray(value) ? writeJson(value) : String(value);
