import type { Binding } from '../../../core/service/binding.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { Operation } from '../../../core/service/operation.ts';
import type { Confidence, ResourceGroup } from './group.ts';
import type { UnboundOperation } from './unbound-operation.ts';

export interface BoundOperation {
  readonly binding: Binding | undefined;
  readonly statelessView: Operation['statelessView'];
  readonly confidence: Confidence | undefined;
  readonly reason: string;
  readonly correction?: Operation['correction'];
  readonly nearRules?: Operation['nearRules'];
  /** Other than what the document says. */
  readonly security?: Operation['security'];
}

export interface FoundOperations {
  /** Each candidate has its place. */
  readonly bound: Map<Operation, BoundOperation>;
  readonly candidates: readonly UnboundOperation[];
  readonly specs: ReadonlyMap<ResourceGroup, CollectionSpec>;
}
