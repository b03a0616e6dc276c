import type { Handler } from './control-request.ts';

export const methods = ['GET', 'PUT', 'POST', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** A path of the control API and what can be done there; HEAD is done where GET is. */
export interface Resource {
  /** Below `/api`; `:name` stands for one segment. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Handler>>>;
}
