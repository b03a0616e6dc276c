import type { WorldStart } from '../../../world/world.ts';
import type { ControlRequest, Read, RouteHandler } from './control-request.ts';

export const methods = ['GET', 'PUT', 'POST', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** A path of the control API and its methods. HEAD is supported wherever GET is. */
export interface Route {
  /** Below `/api`; `:name` matches one segment. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, RouteHandler>>>;
  /** Before a PUT: reads the start of the world, which may take time. A handler that changes a world may not wait. */
  readonly prepare?: (request: ControlRequest) => Promise<Read<WorldStart>>;
  /** The handlers read all worlds. */
  readonly readsAll?: boolean;
}
