import { useEffect, useState } from 'preact/hooks';
import type { HeldResponse } from '../api/types.ts';
import { formatDistance } from '../parts/format-values.ts';
import { Marks, Method } from '../parts/marks.tsx';
import { linkTo } from '../state/view-route.ts';
import { Lines } from './lines.tsx';

/** There is no event for a response that starts to wait, so the list is reloaded. */
const refreshMs = 1000;

export const HeldResponses = ({ now }: { readonly now: number }) => {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Lines
      path="/held"
      none="No response is delayed."
      turn={turn}
      lineOf={({ exchange, method, path, faults, due }: HeldResponse) => ({
        key: exchange,
        what: (
          <>
            <a href={linkTo('traffic', [exchange])}>#{exchange}</a> <Method method={method} /> <code>{path}</code>{' '}
            <Marks exchange={{ origin: 'simulation', violations: [], faults }} />
          </>
        ),
        quiet: due === null ? 'never sent: timeout' : `sent ${formatDistance(Date.parse(due) - now)}`,
        action:
          due === null
            ? undefined
            : {
                text: 'Release',
                label: `Release the response to exchange ${exchange}`,
                method: 'DELETE',
                path: `/${exchange}`,
              },
      })}
      actionsOf={(rows) =>
        rows.filter(({ due }) => due !== null).length > 1 ? [{ text: 'Release all', method: 'DELETE' }] : []
      }
    />
  );
};
