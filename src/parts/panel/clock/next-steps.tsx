import { call } from '../api/client.ts';
import type { ItemUnderway, List } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { formatDistance } from '../parts/format.ts';
import { useResource } from '../parts/use-resource.ts';
import { attempt } from '../state/notice.ts';
import { revision, worldPath } from '../state/world.ts';

const maxShown = 50;

/** The items that go on by themselves, those that are due first. */
export const NextSteps = ({ now }: { readonly now: number }) => {
  const { value, error, reload } = useResource(
    () => call<List<ItemUnderway>>('GET', worldPath('/lifecycles')),
    [revision.value],
  );
  if (error) return <p class="error">{error}</p>;
  const items = value?.items ?? [];
  if (items.length === 0) return <p class="quiet">No item goes on by itself.</p>;
  const goOn = async ({ collection, id, property }: ItemUnderway): Promise<void> => {
    await attempt(() => call('POST', worldPath('/lifecycles'), { collection, id, property }));
    reload();
  };
  return (
    <ul class="lines">
      {items.slice(0, maxShown).map((item) => (
        <li key={`${item.collection} ${item.id} ${item.property}`}>
          <span>
            <b>
              {item.collection} {String(item.id)}
            </b>{' '}
            {item.property}: <code>{String(item.is)}</code>, then <code>{String(item.next)}</code>
            <br />
            <span class="quiet">{whenOf(item, now)}</span>
          </span>
          <Button label={`Now: ${item.collection} ${item.id} becomes ${item.next}`} onClick={() => void goOn(item)}>
            Now
          </Button>
        </li>
      ))}
    </ul>
  );
};

const whenOf = ({ due, polls }: ItemUnderway, now: number): string =>
  [
    ...(due === null ? [] : [formatDistance(Date.parse(due) - now)]),
    ...(polls === null ? [] : [`after ${polls} more ${polls === 1 ? 'read' : 'reads'}`]),
  ].join(', or ');
