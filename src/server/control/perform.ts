/** All calls of the control API, and how one is made. */

import { StoreUnavailable } from '../../world/shared-worlds.ts';
import { isWorldName } from '../../world/world-name.ts';
import type { ServerContext } from '../edge/context.ts';
import {
  answer,
  CallRejected,
  type ControlRequest,
  type ControlResponse,
  type Method,
  noContent,
  problem,
  type Route,
  type RouteHandler,
  whenReady,
} from './request/control-call.ts';
import { collectionRoutes } from './routes/collections-routes.ts';
import { eventRoutes } from './routes/events-routes.ts';
import { exchangeRoutes } from './routes/exchanges-routes.ts';
import { faultRoutes } from './routes/faults-routes.ts';
import { requestRoutes } from './routes/requests-routes.ts';
import { serviceRoutes } from './routes/service-routes.ts';
import { worldRoutes } from './routes/worlds-routes.ts';

export interface ControlContext extends ServerContext {
  readonly partRoutes: readonly Route[];
}

export const routesOf = ({ partRoutes }: ControlContext): readonly Route[] => [
  ...serviceRoutes,
  ...worldRoutes,
  ...faultRoutes,
  ...collectionRoutes,
  ...exchangeRoutes,
  ...requestRoutes,
  ...eventRoutes,
  ...partRoutes,
];

/** Makes the call with what the route prepares, on worlds that are up to date. */
export const perform = async (route: Route, method: Method, request: ControlRequest): Promise<ControlResponse> => {
  const handle = route.methods[method] as RouteHandler;
  try {
    const start = method === 'PUT' ? await route.prepare?.(request) : undefined;
    return await performOn(route, method, start === undefined ? request : { ...request, start }, handle);
  } catch (error) {
    if (error instanceof CallRejected) return error.response;
    if (!(error instanceof StoreUnavailable)) throw error;
    return problem(503, `${error.message} ${error.advice}`, { 'Retry-After': '1' });
  }
};

/** A call that reads waits until the worlds that it reads are up to date. A call that changes a world is a job on it. */
const performOn = async (
  { path, readsAll }: Route,
  method: Method,
  request: ControlRequest,
  handle: RouteHandler,
): Promise<ControlResponse> => {
  const { worlds } = request.context;
  const { world } = request.path;
  if (world === undefined && readsAll !== true) return handle(request);
  await whenReady(request.context);
  // A world of another name does not exist.
  if (world !== undefined && !isWorldName(world)) return handle(request);
  if (world === undefined || method === 'GET') {
    await worlds.refresh(world);
    for (const one of world === undefined ? worlds : [worlds.get(world)])
      if (one?.isDue === true) await worlds.run(one.name, { run: () => worlds.get(one.name)?.catchUp() });
    return handle(request);
  }
  return worlds.run(world, {
    run: () => {
      worlds.get(world)?.catchUp();
      const decided = answer(handle, request);
      if (decided instanceof Promise) throw new Error('what changes a world may not wait');
      return decided;
    },
    ...(method === 'DELETE' && path === '/worlds/:world' && { removed: () => noContent }),
  });
};
