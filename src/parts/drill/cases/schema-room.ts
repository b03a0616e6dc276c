/** Whether the schema of a response leaves room for a fault that changes the body. */
import { breakContract } from '../../../core/faults/contract-fault.ts';
import type { Effect } from '../../../core/faults/effects.ts';
import { applyExtreme } from '../../../core/faults/extreme.ts';
import type { Json } from '../../../core/primitives/json.ts';
import { OutOfSteps } from '../../../core/primitives/step-budget.ts';
import { type Content, type Operation, responseFor } from '../../../core/service/operation.ts';

/** A success response of an operation that the client got without a fault. */
export interface SeenResponse {
  readonly status: number;
  readonly body: Json;
}

/** Seeds of generated bodies: an optional property is in some of them. */
const seeds = [1, 2, 3] as const;

/** True if the fault can change a response that the client got, an example of the document, or a generated body. */
export const hasRoom = (operation: Operation, effect: Effect, seen: readonly SeenResponse[], now: number): boolean => {
  if (effect.type !== 'contract' && effect.type !== 'extreme') return true;
  const fits = (contents: readonly Content[], { mediaType }: Content, value: Json): boolean => {
    const body = { mediaType, value };
    const altered =
      effect.type === 'contract'
        ? breakContract(effect.contract, body, contents, 1)
        : applyExtreme(effect.extreme, body, contents, 1);
    return altered.type !== 'not-applicable';
  };
  for (const { status, body } of seen) {
    const { contents = [] } = responseFor(operation, status) ?? {};
    if (contents.some((content) => fits(contents, content, body))) return true;
  }
  const { contents = [] } = operation.success?.response ?? {};
  return contents.some((content) => bodiesOf(content, now).some((body) => fits(contents, content, body)));
};

const bodiesOf = ({ factsOf, examples, generate }: Content, now: number): readonly Json[] => {
  if (factsOf === undefined) return [];
  const generated = seeds.flatMap((seed) => {
    try {
      return [generate({ seed, now })];
    } catch (error) {
      if (error instanceof OutOfSteps) return [];
      throw error;
    }
  });
  return [...examples.values(), ...generated];
};
