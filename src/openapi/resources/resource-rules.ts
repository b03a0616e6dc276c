/** Where parts have a say while the resources of a document are found. `openapi/rules.ts` has what they say. */
import type { Binding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Service } from '../../core/service/service.ts';
import type { Located } from '../document/source.ts';
import type { Compilation } from '../operations/compilation.ts';
import type { Binder } from './bind/binder.ts';
import type { FoundOperations, ResourceGroup, Role, Specs } from './describe/group.ts';
import type { Describe } from './describe/item-schema.ts';
import type { createShapes, Shapes } from './describe/locate-items.ts';
import type { UnboundOperation } from './describe/unbound-operation.ts';
import type { RoleRow } from './find/evidence.ts';
import type { FinderContext, Known } from './find/finder-context.ts';

/** Finds the operations of some kind that no earlier step has bound. */
export interface FindingStep {
  /** The rows of the table of roles by which it decides. */
  readonly rows: readonly RoleRow[];
  /** Whether it may take an operation without a role. If the document has none, it is not asked. Undefined: it always is. */
  readonly takes: ((candidate: UnboundOperation) => boolean) | undefined;
  readonly find: (known: Known) => void;
}

type Candidates = readonly UnboundOperation[];
export interface AllFound extends FoundOperations {
  readonly names: ReadonlyMap<ResourceGroup, string>;
  readonly finding: FinderContext;
  readonly binder: Binder;
}

/** Each list is in the order in which it is asked. */
export interface ResourceRules {
  /** What is around the lists of a document. */
  readonly around: (
    documented: Candidates,
    describe: Describe,
    schemas: Compilation['schemas'],
  ) => Parameters<typeof createShapes>[2];
  /** Read operations as if the document said more of them. */
  readonly read: readonly ((
    candidates: Candidates,
    context: Compilation & { readonly describe: Describe; readonly shapes: Shapes },
  ) => Candidates)[];
  /** The first of several lists at a path is that of its collection. */
  readonly inOrder: (candidates: Candidates) => Candidates;
  readonly steps: readonly FindingStep[];
  readonly effectsOf: Binder['effectsOf'];
  /** Corrects what was found. */
  readonly hints: (
    groups: readonly ResourceGroup[],
    names: () => ReadonlyMap<ResourceGroup, string>,
    candidates: Candidates,
    finding: FinderContext,
  ) => readonly ResourceGroup[];
  /** The paths after which collections are named. `listed`: those of all operations with a role. */
  readonly pathsOfThings: (
    groups: readonly ResourceGroup[],
    paths: readonly string[],
    listed: ReadonlySet<string>,
  ) => readonly string[];
  /** The properties by which to find the caller that a role shows. */
  readonly namesOfCaller: (role: Role, group: ResourceGroup, binder: Binder) => readonly string[];
  /** What collections have beside what `specsOf` says of them. */
  readonly specs: readonly ((
    specs: Specs,
    binder: Binder,
    candidates: Candidates,
  ) => (spec: CollectionSpec, group: ResourceGroup) => Partial<CollectionSpec>)[];
  readonly bindings: readonly ((
    specs: Specs,
    binder: Binder,
  ) => (binding: Binding, role: Role, group: ResourceGroup) => Binding)[];
  /** What the service sends by itself. */
  readonly sent: (
    specs: Specs,
    operations: readonly { readonly name: string; readonly located: Located }[],
    compilation: Compilation,
  ) => Pick<Service, 'webhooks' | 'callbacks'>;
  /** Tells why the confidence in a role is not high. */
  readonly doubts: (finding: FinderContext) => (role: Role, group: ResourceGroup) => string | undefined;
  /** Change what was found when all of it is known. */
  readonly finish: readonly ((found: AllFound) => void)[];
}
