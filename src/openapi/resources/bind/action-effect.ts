/** Derives the effect of an action from its name: `cancel` sets the status `cancelled`. */
import type { JsonObject } from '../../../core/primitives/json.ts';
import { partsOf } from '../../schema/applicable-schemas.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import type { ItemSchema } from '../describe/item-schema.ts';
import { plain } from '../describe/names.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';

/** Names of status properties. */
const stateNames = ['status', 'state'];

/** Undefined unless exactly one value fits. A DELETE reverts something, but its name does not state the new value. */
export const setBy = (
  { operation }: UnboundOperation,
  element: ItemSchema,
  schemas: SchemaSet,
): JsonObject | undefined => {
  if (operation.method === 'DELETE') return undefined;
  const forms = participlesOf(plain(operation.path.split(/[/:]/).findLast((word) => word !== '') ?? ''));
  const fitting = [...element.properties]
    .filter((name) => stateNames.includes(plain(name)))
    .flatMap((name) => textsListed(element, name, schemas).map((value) => ({ name, value })))
    .filter(({ value }) => forms.has(plain(value)));
  const [only] = fitting;
  return only === undefined || fitting.length > 1 ? undefined : { [only.name]: only.value };
};

const textsListed = (element: ItemSchema, name: string, schemas: SchemaSet): readonly string[] => {
  const schema = element.schemaOf(name);
  const parts = schema === undefined ? [] : partsOf(schemas, schema, 'some');
  return [...new Set(parts.flatMap((part) => part.enum ?? []))].filter((value) => typeof value === 'string');
};

const irregular: Readonly<Record<string, string>> = {
  freeze: 'frozen',
  hold: 'held',
  pay: 'paid',
  send: 'sent',
  withdraw: 'withdrawn',
};

/** The participles of the verb, and the verb itself, since some states have its form (`open`, `complete`). */
const participlesOf = (verb: string): ReadonlySet<string> => {
  const forms = [verb];
  const own = Object.hasOwn(irregular, verb) ? irregular[verb] : undefined;
  if (own !== undefined) forms.push(own);
  else if (verb.endsWith('e')) forms.push(`${verb}d`);
  else if (/[^aeiou]y$/.test(verb)) forms.push(`${verb.slice(0, -1)}ied`);
  else forms.push(`${verb}ed`, `${verb}${verb.at(-1)}ed`);
  if (verb.endsWith('ivate')) forms.push(`${verb.slice(0, -3)}e`);
  return new Set(forms);
};
