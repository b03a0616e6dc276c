/** An operation before it is bound to a resource. */
import type { Json } from '../../../core/primitives/json.ts';
import type { Operation } from '../../../core/service/operation.ts';
import type { CompiledResponse } from '../../operations/responses.ts';
import { type PathShape, pathShapeOf } from './path-template.ts';
import type { XVivarium } from './x-vivarium.ts';

export interface UnboundOperation {
  readonly operation: Operation;
  /** The schema keys of its parameters, by index. */
  readonly parameterKeys: readonly string[];
  /** The examples of its parameters, by index. */
  readonly parameterExamples: readonly (Json | undefined)[];
  readonly responses: ReadonlyMap<string, CompiledResponse>;
  readonly success: CompiledResponse | undefined;
  /** The schema key of its JSON body, else of its form. */
  readonly bodyKey: string | undefined;
  /** The example of its body. */
  readonly bodyExample: Json | undefined;
  readonly hint: XVivarium | undefined;
}

export const pathOf = ({ operation }: UnboundOperation): PathShape => {
  const known = shapes.get(operation);
  if (known !== undefined) return known;
  const shape = pathShapeOf(operation.path);
  shapes.set(operation, shape);
  return shape;
};

/** Memoized: it depends only on the path of the operation. */
const shapes = new WeakMap<Operation, PathShape>();
