/** Which operations a world forwards to the real service. */
import type { UpstreamView } from '../../../library/world-api.ts';
import type { OperationInfo, Upstreams } from '../api/panel-client.ts';

/** The services that have a real service, with the names of services where there are several. */
export const listUpstreams = (
  upstreams: Upstreams,
): readonly { readonly service: string | undefined; readonly upstream: UpstreamView }[] =>
  ('forward' in upstreams
    ? [{ service: undefined, upstream: upstreams as UpstreamView }]
    : Object.entries(upstreams as Readonly<Record<string, UpstreamView>>).map(([service, upstream]) => ({
        service,
        upstream,
      }))
  ).filter(({ upstream }) => typeof upstream.url === 'string');

/** The upstream of an operation's service; undefined: it has none. */
export const upstreamOf = (upstreams: Upstreams, info: OperationInfo): UpstreamView | undefined =>
  listUpstreams(upstreams).find(({ service }) => service === undefined || service === info.service)?.upstream;

/** Whether an operation is forwarded. `unknown` names none: those that the simulation cannot serve are found by the server. */
export const isForwarded = ({ forward }: UpstreamView, { operation }: OperationInfo): boolean =>
  forward === 'all' || (typeof forward === 'object' && forward.includes(operation));

/** The body of a PUT that forwards an operation, or no longer does; the others stay as they are. */
export const withForwarded = (
  upstreams: Upstreams,
  info: OperationInfo,
  operations: readonly OperationInfo[],
  isOn: boolean,
): object => {
  const isOne = 'forward' in upstreams;
  const upstream = upstreamOf(upstreams, info);
  const own = isOne ? operations : operations.filter(({ service }) => service === info.service);
  const names = own
    .filter((one) => (one.operation === info.operation ? isOn : upstream !== undefined && isForwarded(upstream, one)))
    .map(({ operation }) => operation);
  const forward = names.length === own.length ? 'all' : names.length === 0 ? 'none' : names;
  return isOne ? { forward } : { [info.service ?? '']: { forward } };
};
