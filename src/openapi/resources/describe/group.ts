/** Operations that are about the same things, and what each of them does to them. */

import type { Json } from '../../../core/primitives/json.ts';
import type { ActionName } from '../../../core/service/binding.ts';
import type { ItemSchema } from './item-schema.ts';
import type { ItemShape, ListShape } from './locate-items.ts';
import { pathOf, type UnboundOperation } from './unbound-operation.ts';

export type Confidence = 'stated' | 'high' | 'medium';

export interface Role {
  readonly action: ActionName;
  readonly candidate: UnboundOperation;
  /** Where the items, or the item, stand in its answer; undefined where they do not. */
  readonly shape: ListShape | ItemShape | undefined;
  /** Where the item's id stands: at the end of the parameters of the path, or in the body. */
  readonly key: 'path' | 'body' | 'none';
  readonly upsert: boolean;
  /** Whether its path lies in the group's own scope; else it looks at the items of all scopes, through these filters. */
  readonly isInScope: boolean;
  readonly pathFilters: readonly { readonly parameter: string; readonly property: string }[];
  readonly confidence: Confidence;
  readonly reason: string;
}

export interface ResourceGroup {
  /** Undefined: it is called after its path. */
  readonly name: string | undefined;
  readonly kind: 'list' | 'singleton';
  /** The path of the collection, or of the singleton, with its parameters' names erased. */
  readonly path: string;
  /** The names of the parameters in it, in order: its parents. */
  readonly parents: readonly string[];
  /** A template of it, or of its items. */
  readonly template: string;
  readonly noun: string;
  readonly element: ItemSchema;
  readonly idProperty: string | undefined;
  readonly roles: Role[];
}

/** A role in the group's own scope, where there is nothing out of the ordinary. */
export const roleOf = (
  action: ActionName,
  candidate: UnboundOperation,
  rest: Pick<Role, 'reason'> & Partial<Role>,
): Role => ({
  action,
  candidate,
  shape: undefined,
  key: action === 'list' || action === 'create' ? 'none' : 'path',
  upsert: false,
  isInScope: true,
  pathFilters: [],
  confidence: 'high',
  ...rest,
});

/** The id that the document gives as an example of the item's. */
export const exampleIdOf = ({ candidate, key }: Role): Json | undefined => {
  if (key !== 'path') return undefined;
  const name = pathOf(candidate).parameters.at(-1);
  const at = candidate.operation.parameters.findIndex(
    (parameter) => parameter.in === 'path' && parameter.name === name,
  );
  return candidate.parameterExamples[at];
};
