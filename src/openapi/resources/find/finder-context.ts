import type { Source } from '../../document/source.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import type { ResourceGroup } from '../describe/group.ts';
import type { Describe } from '../describe/item-schema.ts';
import type { ListShape, Shapes } from '../describe/locate-items.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';

export interface FinderContext {
  readonly source: Source;
  readonly schemas: SchemaSet;
  readonly describe: Describe;
  readonly shapes: Shapes;
  /** The operations by path, without the names of the parameters. */
  readonly byPath: ReadonlyMap<string, readonly UnboundOperation[]>;
  readonly all: readonly UnboundOperation[];
  /** Records the reason why an operation is not bound. */
  readonly abstain: (candidate: UnboundOperation, reason: string) => void;
}

/** The operations on a collection's path and below it. */
export interface Site {
  readonly path: string;
  readonly noun: string;
  /** The operation that reads the path of the collection. */
  readonly get: UnboundOperation | undefined;
  readonly list: { readonly candidate: UnboundOperation; readonly shape: ListShape } | undefined;
  readonly posts: readonly UnboundOperation[];
  /** PUT and PATCH on the collection itself. */
  readonly writes: readonly UnboundOperation[];
  readonly below: readonly UnboundOperation[];
}

export interface Known extends FinderContext {
  readonly groups: ResourceGroup[];
  /** Whether an operation has a success response, and no role yet. */
  readonly isFree: (candidate: UnboundOperation) => boolean;
}

export const knownIn = (groups: ResourceGroup[], finding: FinderContext): Known => {
  const bound = new Set<UnboundOperation>();
  for (const { roles } of groups) for (const { candidate } of roles) bound.add(candidate);
  return { ...finding, groups, isFree: (candidate) => !bound.has(candidate) && candidate.success !== undefined };
};
