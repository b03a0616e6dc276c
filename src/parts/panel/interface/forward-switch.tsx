/** Forwards one operation to the real service, or simulates it. */
import { call } from '../api/panel-client.ts';
import type { OperationInfo, Upstreams } from '../api/types.ts';
import { Switch } from '../parts/switch.tsx';
import { useResource } from '../parts/use-resource.ts';
import { revision, service, worldPath } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { isForwarded, upstreamOf, withForwarded } from '../state/upstream-state.ts';
import { worldName } from '../state/view-route.ts';

export const ForwardSwitch = ({ info }: { readonly info: OperationInfo }) => {
  const { value, reload } = useResource(
    () => call<Upstreams>('GET', worldPath('/upstream')),
    [worldName.value, revision.value],
  );
  const upstream = value && upstreamOf(value, info);
  if (value === undefined || upstream === undefined) return null;
  const isOn = isForwarded(upstream, info);
  const change = (isForwardedNow: boolean): void => {
    const body = withForwarded(value, info, service.value?.operations ?? [], isForwardedNow);
    void attempt(async () => {
      await call('PUT', worldPath('/upstream'), body);
      reload();
    });
  };
  return (
    <p class="forward">
      <Switch isOn={isOn} label="Forward to the real service" onChange={change} />
      <span>
        {isOn ? 'Forwarded to' : 'Simulated, not forwarded to'} <code>{upstream.url}</code>
        {upstream.forward === 'unknown' && <span class="quiet"> (what the simulation cannot serve is forwarded)</span>}
      </span>
    </p>
  );
};
