/**
 * Reasons against a high confidence: the document allows requests that no response can show as they were sent, or no request
 * or item at all.
 */
import { type Json, maxSearchedDepth } from '../../../core/primitives/json.ts';
import { StepBudget } from '../../../core/primitives/step-budget.ts';
import type { Binding } from '../../../core/service/binding.ts';
import type { Operation } from '../../../core/service/operation.ts';
import type { ResourceGroup, Role } from '../../../openapi/resources/describe/group.ts';
import type { Describe, ItemSchema } from '../../../openapi/resources/describe/item-schema.ts';
import type { FinderContext } from '../../../openapi/resources/find/finder-context.ts';
import { firstOf, partsOf, propertiesOf, typesOf } from '../../../openapi/schema/applicable-schemas.ts';
import type { Schema } from '../../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../../openapi/schema/schema-set.ts';
import { CanonicalValues } from '../../../openapi/validation/canonical.ts';

const writes: ReadonlySet<string> = new Set(['create', 'replace', 'update']);

type DoubtOf = (role: Role, group: ResourceGroup) => string | undefined;

/** Returns the doubt about a role as a sentence; undefined: no doubt. */
export const createDoubts = (finding: Pick<FinderContext, 'schemas' | 'describe' | 'shapes'>): DoubtOf => {
  // Most responses lead to the same schemas.
  const sound = new Set<string>();
  return (role, group) => doubtOf(role, group, { ...finding, sound });
};

interface DoubtContext extends Pick<FinderContext, 'schemas' | 'describe' | 'shapes'> {
  /** The keys of the schemas that forbid nothing that they require. */
  readonly sound: Set<string>;
}

const doubtOf = (
  { action, candidate: { bodyKey, success } }: Role,
  { itemSchema, noun }: ResourceGroup,
  { schemas, describe, shapes, sound }: DoubtContext,
): string | undefined => {
  if (requiresItself(itemSchema, { schemas, describe }))
    return 'Its items require another of their kind in each: none is valid.';
  const forbidden = success?.json && forbiddenIn(describe(success.json.key), { schemas, describe, sound });
  if (forbidden !== undefined) return `Its response requires "${forbidden}" and forbids it: none is valid.`;
  if (bodyKey === undefined || !writes.has(action)) return undefined;
  const shape = shapes.itemIn(bodyKey, noun, itemSchema);
  const sent = describe(shape?.key ?? bodyKey);
  const { schema } = schemas.get(sent.key);
  const union = partsOf(schemas, schema, 'all').find(({ oneOf }) => oneOf !== undefined);
  const isOpen = (branch: Schema): boolean => {
    const parts = partsOf(schemas, branch, 'all');
    return propertiesOf(schemas, parts).size > 0 && parts.every(({ required = [] }) => required.length === 0);
  };
  // A discriminator decides which of them counts.
  const isDecided = union?.discriminator !== undefined;
  if (!isDecided && (union?.oneOf ?? []).filter(isOpen).length > 1)
    return 'The same body matches several alternatives of its "oneOf".';
  if (requiresItself(sent, { schemas, describe })) return 'Its body requires itself within itself: none is valid.';
  const undeclared = sent.required.find((name) => !sent.properties.has(name));
  if (undeclared !== undefined && !sent.isOpen) return `Its body requires "${undeclared}" without declaring it.`;
  const wider = [...sent.properties].find((name) => {
    const shown = enumOf(itemSchema.schemaOf(name), schemas);
    const taken = enumOf(sent.schemaOf(name), schemas);
    return shown !== undefined && (taken === undefined || hasOthers(taken, shown));
  });
  return wider === undefined ? undefined : `Its body accepts values of "${wider}" that no response may show.`;
};

/** The values that an enum lists, also in an `anyOf` with null: so FastAPI writes a property that may be left out, and null changes nothing. */
const enumOf = (schema: Schema | undefined, schemas: SchemaSet): readonly Json[] | undefined => {
  const valuesOf = (one: Schema) => firstOf(partsOf(schemas, one, 'all'), 'enum');
  const branches = partsOf(schemas, schema ?? true, 'all').flatMap(({ anyOf = [] }) => anyOf);
  const [branch, ...others] = branches.filter((one) =>
    [...(typesOf(schemas, one) ?? ['any'])].some((type) => type !== 'null'),
  );
  const values = valuesOf(schema ?? true) ?? (branch && others.length === 0 ? valuesOf(branch) : undefined);
  return values?.filter((value) => value !== null);
};

/** Whether each value needs another one of the same schema within it, without end. */
const requiresItself = (
  itemSchema: ItemSchema,
  { schemas, describe }: { readonly schemas: SchemaSet; readonly describe: Describe },
  above: ReadonlySet<string> = new Set(),
  seen = new Set<string>(),
): boolean => {
  if (above.has(itemSchema.key)) return true;
  if (seen.has(itemSchema.key) || above.size > maxSearchedDepth) return false;
  seen.add(itemSchema.key);
  const within = new Set([...above, itemSchema.key]);
  return itemSchema.required.some((name) => {
    const schema = itemSchema.schemaOf(name);
    const types = itemSchema.typesOf(name);
    if (schema === undefined || types?.size !== 1) return false;
    const parts = partsOf(schemas, schema, 'all');
    const element =
      types.has('array') && Number(firstOf(parts, 'minItems') ?? 0) > 0 ? firstOf(parts, 'items') : undefined;
    const inner = types.has('object') ? schema : element;
    if (inner === undefined || parts.some(({ isHidden }) => isHidden)) return false;
    return requiresItself(describe(schemas.adopt(inner, itemSchema.key)), { schemas, describe }, within, seen);
  });
};

/** A property that one part of a schema requires and another, which allows no undeclared ones, does not have: also in what it needs and lists. */
const forbiddenIn = (
  { key, required, schemaOf }: ItemSchema,
  { schemas, describe, sound }: Pick<DoubtContext, 'describe' | 'sound'> & { readonly schemas: SchemaSet },
  depth = 0,
  seen = new Set<string>(),
): string | undefined => {
  if (seen.has(key) || sound.has(key) || depth > maxSearchedDepth) return undefined;
  seen.add(key);
  const parts = partsOf(schemas, schemas.get(key).schema, 'all');
  const closed = parts.filter(
    ({ additionalProperties, patternProperties }) => additionalProperties === false && patternProperties === undefined,
  );
  const own = required.find((name) => closed.some(({ properties = {} }) => !Object.hasOwn(properties, name)));
  if (own !== undefined) return own;
  for (const inner of [firstOf(parts, 'items'), ...required.map(schemaOf)]) {
    // Null, or another type, is valid instead.
    if (inner === undefined || (typesOf(schemas, inner)?.size ?? 1) > 1) continue;
    const found = forbiddenIn(describe(schemas.adopt(inner, key)), { schemas, describe, sound }, depth + 1, seen);
    if (found !== undefined) return found;
  }
  // What was read on the way here may still lead to something else.
  if (depth === 0) for (const read of seen) sound.add(read);
  return undefined;
};

/** Each list may have a hundred thousand values: comparing each with each would take minutes. */
const hasOthers = (values: readonly Json[], known: readonly Json[]): boolean => {
  const canonical = new CanonicalValues();
  const unlimited = new StepBudget(Number.POSITIVE_INFINITY);
  const numbers = new Set(known.map((value) => canonical.numberOf(value, unlimited)));
  return values.some((value) => !numbers.has(canonical.numberOf(value, unlimited)));
};

/** What an action by DELETE sets because of its description alone. */
export const doubtOfDeletion = ({ method }: Operation, binding: Binding): string | undefined => {
  const effects = method === 'DELETE' && binding.action === 'act' ? binding.effects : [];
  const set = effects.find(({ to }) => to.type === 'value' && to.value === true);
  return (
    set &&
    `It sets "${set.path.join('.')}", as its description begins with what its path says, and a DELETE may also reset it.`
  );
};
