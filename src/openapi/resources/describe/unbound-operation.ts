/** An operation before it is bound. */
import type { Json } from '../../../core/primitives/json.ts';
import type { Operation } from '../../../core/service/operation.ts';
import type { CompiledResponse } from '../../operations/responses.ts';
import { type PathShape, pathShapeOf } from './path-template.ts';
import type { XVivarium } from './x-vivarium.ts';

export interface UnboundOperation {
  readonly operation: Operation;
  /** The schema keys of its parameters, at their positions. */
  readonly parameterKeys: readonly string[];
  /** What the document gives as examples of its parameters, at their positions. */
  readonly parameterExamples: readonly (Json | undefined)[];
  readonly responses: ReadonlyMap<string, CompiledResponse>;
  readonly success: CompiledResponse | undefined;
  /** The schema key of its body: of the JSON one, else of a form's. */
  readonly bodyKey: string | undefined;
  /** The body that the document gives as an example. */
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

/** A memo: the shape follows from the operation's path. */
const shapes = new WeakMap<Operation, PathShape>();
