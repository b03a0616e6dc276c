/** Derives the effect of an action from its name: `cancel` sets the status `cancelled`, `favorite` the flag `favorited`. */

import type { JsonObject } from '../../../core/primitives/json.ts';
import { plainName } from '../../../core/primitives/singular.ts';
import { partsOf } from '../../schema/applicable-schemas.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import type { ItemSchema } from '../describe/item-schema.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';

/** Names of status properties. */
const stateNames = ['status', 'state'];

/** The properties that the action sets; undefined if there are none. */
export const setBy = (
  { operation }: UnboundOperation,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): JsonObject | undefined => {
  const word = plainName(operation.path.split(/[/:]/).findLast((segment) => segment !== '') ?? '');
  const state = operation.method === 'DELETE' ? undefined : stateOf(word, itemSchema, schemas);
  return state ?? flagOf(word, operation.method === 'DELETE', itemSchema);
};

/** Verbs that revert another. Others begin with `un`. */
const opposites: Readonly<Record<string, string>> = { disable: 'enable', deactivate: 'activate' };

/** The flag with the name of the action: `favorited`, `isArchived`, `following`. A DELETE or the opposite verb resets it. */
const flagOf = (word: string, isReset: boolean, itemSchema: ItemSchema): JsonObject | undefined => {
  const flags = [...itemSchema.properties].filter((name) => {
    const types = itemSchema.typesOf(name);
    return types?.has('boolean') === true && !types.has('string');
  });
  const namedBy = (verb: string): readonly string[] => {
    const forms = new Set([...participlesOf(verb), `${verb}ing`]);
    return flags.filter(
      (name) => forms.has(plainName(name).replace(/^(is|has)(?=.{3})/, '')) || forms.has(plainName(name)),
    );
  };
  const opposite = Object.hasOwn(opposites, word) ? opposites[word] : /^un(.{3,})/.exec(word)?.[1];
  const set = namedBy(word);
  const [named, value] = set.length > 0 || opposite === undefined ? [set, !isReset] : [namedBy(opposite), isReset];
  const [only] = named;
  return only === undefined || named.length > 1 ? undefined : { [only]: value };
};

/** Undefined unless exactly one value fits. A DELETE reverts something, but its name does not state the new value. */
const stateOf = (word: string, itemSchema: ItemSchema, schemas: SchemaSet): JsonObject | undefined => {
  const forms = participlesOf(word);
  const fitting = [...itemSchema.properties]
    .filter((name) => stateNames.includes(plainName(name)))
    .flatMap((name) => textsListed(itemSchema, name, schemas).map((value) => ({ name, value })))
    .filter(({ value }) => forms.has(plainName(value)));
  const [only] = fitting;
  return only === undefined || fitting.length > 1 ? undefined : { [only.name]: only.value };
};

const textsListed = (itemSchema: ItemSchema, name: string, schemas: SchemaSet): readonly string[] => {
  const schema = itemSchema.schemaOf(name);
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
  const irregularForm = Object.hasOwn(irregular, verb) ? irregular[verb] : undefined;
  if (irregularForm !== undefined) forms.push(irregularForm);
  else if (verb.endsWith('e')) forms.push(`${verb}d`);
  else if (/[^aeiou]y$/.test(verb)) forms.push(`${verb.slice(0, -1)}ied`);
  else forms.push(`${verb}ed`, `${verb}${verb.at(-1)}ed`);
  if (verb.endsWith('ivate')) forms.push(`${verb.slice(0, -3)}e`);
  return new Set(forms);
};
