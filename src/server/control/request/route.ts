import type { Handler } from './control-request.ts';

export const methods = ['GET', 'PUT', 'POST', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** A path of the control API and its methods. HEAD is supported wherever GET is. */
export interface Route {
  /** Below `/api`; `:name` matches one segment. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Handler>>>;
}
