/** Calls of the control API to worlds of a store, which other servers change too. */
import type { SharedWorlds } from '../../../world/shared-worlds.ts';
import { isWorldName } from '../../../world/world-name.ts';
import { type ControlRequest, type RouteHandler, whenReady } from './control-request.ts';
import { type ControlResponse, noContent } from './control-response.ts';
import type { Method, Route } from './route.ts';

/** A call that reads waits until the worlds that it reads are up to date. A call that changes a world is a job on it. */
export const performShared = async (
  shared: SharedWorlds,
  { path, methods, readsAll }: Route,
  method: Method,
  request: ControlRequest,
): Promise<ControlResponse> => {
  const handle = methods[method] as RouteHandler;
  const { world } = request.path;
  if (world === undefined && readsAll !== true) return handle(request);
  await whenReady(request.context);
  // Such a world does not exist.
  if (world !== undefined && !isWorldName(world)) return handle(request);
  if (world !== undefined && method !== 'GET')
    return performJob(shared, world, () => handle(request), method === 'DELETE' && path === '/worlds/:world');
  await shared.refresh(world);
  return handle(request);
};

const performJob = (
  shared: SharedWorlds,
  world: string,
  handle: () => ReturnType<RouteHandler>,
  isDeletion: boolean,
): Promise<ControlResponse> =>
  new Promise((resolve, reject) => {
    let response: ControlResponse | undefined;
    shared.enqueue(world, {
      run: () => {
        const decided = handle();
        if (decided instanceof Promise) throw new Error('what changes a world of a store may not wait');
        response = decided;
      },
      done: () => resolve(response as ControlResponse),
      failed: reject,
      ...(isDeletion && { removed: () => resolve(noContent) }),
    });
  });
