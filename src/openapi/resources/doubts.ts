/** Reasons against a high confidence: the document allows requests that no response can show as they were sent. */
import type { Json } from '../../core/primitives/json.ts';
import { StepBudget } from '../../core/primitives/step-budget.ts';
import { firstOf, partsOf, propertiesOf } from '../schema/applicable-schemas.ts';
import type { Schema } from '../schema/schema.ts';
import { CanonicalValues } from '../validation/canonical.ts';
import type { ResourceGroup, Role } from './describe/group.ts';
import type { FinderContext } from './find/finder-context.ts';

const writes: ReadonlySet<string> = new Set(['create', 'replace', 'update']);

/** A sentence; undefined: no doubt. */
export const doubtOf = (
  { action, candidate: { bodyKey } }: Role,
  { itemSchema, noun }: ResourceGroup,
  { compilation: { schemas }, describe, shapes }: Pick<FinderContext, 'compilation' | 'describe' | 'shapes'>,
): string | undefined => {
  if (bodyKey === undefined || !writes.has(action)) return undefined;
  const shape = shapes.itemIn(bodyKey, noun, itemSchema);
  const sent = describe(shape?.key ?? bodyKey);
  const { schema } = schemas.get(sent.key);
  const union = partsOf(schemas, schema, 'all').find(({ oneOf }) => oneOf !== undefined)?.oneOf ?? [];
  const isOpen = (branch: Schema): boolean => {
    const parts = partsOf(schemas, branch, 'all');
    return propertiesOf(schemas, parts).size > 0 && parts.every(({ required = [] }) => required.length === 0);
  };
  if (union.filter(isOpen).length > 1) return 'The same body matches several alternatives of its "oneOf".';
  const undeclared = sent.required.find((name) => !sent.properties.has(name));
  if (undeclared !== undefined && !sent.isOpen) return `Its body requires "${undeclared}" without declaring it.`;
  const enumOf = (property: Schema | undefined) => firstOf(partsOf(schemas, property ?? true, 'all'), 'enum');
  const wider = [...sent.properties].find((name) => {
    const shown = enumOf(itemSchema.schemaOf(name));
    const taken = enumOf(sent.schemaOf(name));
    return shown !== undefined && (taken === undefined || hasOthers(taken, shown));
  });
  return wider === undefined ? undefined : `Its body accepts values of "${wider}" that no response may show.`;
};

/** Each list may have a hundred thousand values: comparing each with each would take minutes. */
const hasOthers = (values: readonly Json[], known: readonly Json[]): boolean => {
  const canonical = new CanonicalValues();
  const unlimited = new StepBudget(Number.POSITIVE_INFINITY);
  const numbers = new Set(known.map((value) => canonical.numberOf(value, unlimited)));
  return values.some((value) => !numbers.has(canonical.numberOf(value, unlimited)));
};
