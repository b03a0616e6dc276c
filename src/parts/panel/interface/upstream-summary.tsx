/** What the world does with the real services beside forwarding: it records their responses, and compares them with its own. */
import type { UpstreamView } from '../../../library/world-api.ts';
import { call } from '../api/panel-client.ts';
import type { Upstreams } from '../api/types.ts';
import { Switch } from '../parts/switch.tsx';
import { useResource } from '../parts/use-resource.ts';
import { revision, worldPath } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { listUpstreams } from '../state/upstream-state.ts';
import { worldName } from '../state/view-route.ts';

export const UpstreamSummary = () => {
  const { value, reload } = useResource(
    () => call<Upstreams>('GET', worldPath('/upstream')),
    [worldName.value, revision.value],
  );
  const upstreams = value === undefined ? [] : listUpstreams(value);
  if (upstreams.length === 0) return null;
  const change = (service: string | undefined, chosen: Partial<UpstreamView>): void =>
    void attempt(async () => {
      await call('PUT', worldPath('/upstream'), service === undefined ? chosen : { [service]: chosen });
      reload();
    });
  return (
    <section class="upstreams" aria-label="The real service">
      {upstreams.map(({ service, upstream: { url, record, compare } }) => {
        const of = service === undefined ? '' : ` of ${service}`;
        return (
          <p key={service ?? ''} class="forward">
            <span>
              Real service{of} <code>{url}</code>
            </span>
            <span class="pair">
              <Switch
                isOn={record || compare}
                label={`Record responses${of}`}
                onChange={(isOn) => change(service, { record: isOn, ...(!isOn && { compare: false }) })}
              />
              <span>Record</span>
            </span>
            <span class="pair">
              <Switch
                isOn={compare}
                label={`Compare with the simulation${of}`}
                onChange={(isOn) => change(service, { compare: isOn })}
              />
              <span>Compare</span>
            </span>
          </p>
        );
      })}
      <p class="quiet">
        Recorded responses become data of this world. Compared ones are simulated too: where they differ is in the
        traffic.
      </p>
    </section>
  );
};
