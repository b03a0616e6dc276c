import type { ItemUnderway } from '../api/types.ts';
import { formatDistance } from '../parts/format-values.ts';
import { Lines } from './lines.tsx';

/** The items that go on by themselves, those that are due first. */
export const NextSteps = ({ now }: { readonly now: number }) => (
  <Lines
    path="/lifecycles"
    none="No item goes on by itself."
    lineOf={({ collection, id, property, is, next, due, polls }: ItemUnderway) => ({
      key: `${collection} ${id} ${property}`,
      what: (
        <>
          <b>
            {collection} {String(id)}
          </b>{' '}
          {property}: <code>{String(is)}</code>, then <code>{String(next)}</code>
        </>
      ),
      quiet: [
        ...(due === null ? [] : [formatDistance(Date.parse(due) - now)]),
        ...(polls === null ? [] : [`after ${polls} more ${polls === 1 ? 'read' : 'reads'}`]),
      ].join(', or '),
      action: {
        text: 'Now',
        label: `Now: ${collection} ${id} becomes ${next}`,
        method: 'POST',
        body: { collection, id, property },
      },
    })}
  />
);
