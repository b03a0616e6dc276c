/** The context of the conversion of roles to bindings. */
import type { JsonPath } from '../../../core/primitives/json.ts';
import type { PropertyEffect } from '../../../core/service/binding.ts';
import type { Compilation } from '../../operations/compilation.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import type { Role } from '../describe/group.ts';
import type { Describe, ItemSchema } from '../describe/item-schema.ts';
import type { ListQuery } from '../describe/list-parameters.ts';
import type { Shapes } from '../describe/locate-items.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';
import type { Envelopes } from './find-envelopes.ts';
import type { ProjectionOf } from './projections.ts';

export interface Binder {
  readonly compilation: Compilation;
  readonly schemas: SchemaSet;
  readonly describe: Describe;
  readonly shapes: Shapes;
  readonly envelopes: Envelopes;
  readonly projectionOf: ProjectionOf;
  /** What the path of an operation says that it changes. */
  readonly effectsOf: (
    candidate: UnboundOperation,
    itemSchema: ItemSchema,
    schemas: SchemaSet,
  ) => readonly PropertyEffect[];
  /** The queries of the lists that were read. */
  readonly queries: Map<Role, BoundQuery>;
}

export interface BoundQuery extends ListQuery {
  /** The paths to the properties of the body that it refers to, after the parameters of the operation. */
  readonly sent: readonly JsonPath[];
  /** The plain name of the parameter or the property that takes a cursor. */
  readonly cursor: string | undefined;
}
