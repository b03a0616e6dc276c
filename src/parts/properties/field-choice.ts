/** The parameters by which clients choose the properties of what is shown. */

import { plainName } from '../../core/primitives/words.ts';
import { type Binding, type FieldChoice, showsItems } from '../../core/service/binding.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { typesOf } from '../../openapi/schema/schema-set.ts';
import { phrases, wordLists } from '../words/index.ts';

/** Adds the parameters by which clients choose what is shown of items. */
export const choicesOfFields =
  (_specs: unknown, { describe, schemas }: Binder) =>
  (binding: Binding, { candidate, shape }: Role, { itemSchema, idProperty }: ResourceGroup): Binding => {
    if (candidate.success?.json === undefined || !showsItems(binding)) return binding;
    const shown = shape === undefined ? itemSchema : describe(shape.key);
    const fields = fieldChoicesOf(candidate, shown, idProperty, schemas);
    return fields.length === 0 ? binding : ({ ...binding, view: { ...binding.view, fields } } as Binding);
  };

const fieldChoicesOf = (
  { operation, parameterKeys, parameterTexts }: UnboundOperation,
  shown: ItemSchema,
  idProperty: string | undefined,
  schemas: SchemaSet,
): readonly FieldChoice[] =>
  operation.parameters.flatMap(({ name, in: location }, parameter): readonly FieldChoice[] => {
    const plain = plainName(name);
    if (location !== 'query' || shown.properties.has(name)) return [];
    const text = parameterTexts[parameter] ?? '';
    const isExcluding = wordLists.excludedFields.has(plain);
    const isChoice =
      isExcluding ||
      wordLists.fieldLists.has(plain) ||
      /^fields\w/.test(plain) ||
      (wordLists.vagueFieldLists.has(plain) && phrases.fields.test(text) && phrases.returned.test(text));
    const types = typesOf(schemas, { $ref: parameterKeys[parameter] as string });
    const isList = types === undefined || ['string', 'array', 'object'].some((type) => types.has(type as 'string'));
    if (!isChoice || !isList) return [];
    const kept = new Set([...shown.required, ...(idProperty === undefined ? [] : [idProperty]), 'id', 'type']);
    return [{ parameter, kept, ...(isExcluding && { isExcluding }) }];
  });
