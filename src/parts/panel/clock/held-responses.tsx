import { useEffect } from 'preact/hooks';
import { call } from '../api/client.ts';
import type { HeldResponse, List } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { formatDistance } from '../parts/format.ts';
import { Marks, Method } from '../parts/marks.tsx';
import { useResource } from '../parts/use-resource.ts';
import { attempt } from '../state/notice.ts';
import { linkTo } from '../state/route.ts';
import { revision, worldPath } from '../state/world.ts';

/** There is no event for a response that starts to wait, so the list is reloaded. */
const refreshMs = 1000;

export const HeldResponses = ({ now }: { readonly now: number }) => {
  const { value, error, reload } = useResource(
    () => call<List<HeldResponse>>('GET', worldPath('/held')),
    [revision.value],
  );
  useEffect(() => {
    const timer = setInterval(reload, refreshMs);
    return () => clearInterval(timer);
  }, []);
  const release = async (path: string): Promise<void> => {
    await attempt(() => call('DELETE', worldPath(path)));
    reload();
  };
  if (error) return <p class="error">{error}</p>;
  const items = value?.items ?? [];
  if (items.length === 0) return <p class="quiet">No response is delayed.</p>;
  return (
    <>
      <ul class="lines">
        {items.map((held) => (
          <li key={held.exchange}>
            <span>
              <a href={linkTo('traffic', [held.exchange])}>#{held.exchange}</a> <Method method={held.method} />{' '}
              <code>{held.path}</code>{' '}
              <Marks exchange={{ origin: 'simulation', violations: [], faults: held.faults }} />
              <br />
              <span class="quiet">
                {held.due === null ? 'never sent: timeout' : `sent ${formatDistance(Date.parse(held.due) - now)}`}
              </span>
            </span>
            {held.due !== null && (
              <Button
                label={`Release the response to exchange ${held.exchange}`}
                onClick={() => void release(`/held/${held.exchange}`)}
              >
                Release
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.filter(({ due }) => due !== null).length > 1 && (
        <Button onClick={() => void release('/held')}>Release all</Button>
      )}
    </>
  );
};
