/** The lookups of Django in the names of parameters: `tags__id__in`, `created__date__gte`, `author__name__icontains`. */

import { operators } from '../../core/resources/preconditions.ts';
import type { Binding, Filter } from '../../core/service/binding.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import { spelledIn } from '../../openapi/resources/describe/property-names.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';

/** Adds what the names of parameters state that are no other filter: none if one of their words means nothing where it stands. */
export const withLookups =
  (_specs: unknown, { schemas }: Pick<Binder, 'schemas'>) =>
  (binding: Binding, { candidate }: Role, { itemSchema }: Pick<ResourceGroup, 'itemSchema'>): Binding => {
    if (binding.action !== 'list') return binding;
    const used = new Set(binding.filters.map(({ parameter }) => parameter));
    const lookups = candidate.operation.parameters.flatMap(({ name, in: location }, parameter): readonly Filter[] => {
      const [first = '', ...words] = location === 'query' && !used.has(parameter) ? name.split('__') : [];
      const property = words.length === 0 ? undefined : spelledIn(itemSchema, first);
      const lookup = property && readLookup(itemSchema.schemaOf(property) ?? true, words, schemas);
      if (!property || !lookup) return [];
      const isList = /^n?(in|range)$/.test(lookup.at(-1) ?? '');
      return [{ parameter, child: undefined, property, comparison: 'conditions', lookup, isList, matchAll: new Set() }];
    });
    return lookups.length === 0 ? binding : { ...binding, filters: [...binding.filters, ...lookups] };
  };

const readLookup = (schema: Schema, [word, ...rest]: readonly string[], schemas: SchemaSet): Filter['lookup'] => {
  const element = schemas.elementsOf(schema) ?? schema;
  const inner = schemas.propertiesIn(schemas.partsOf(element, 'some'));
  const isScalar = inner.size === 0 && schemas.typesOf(element)?.has('object') === false;
  if (word === undefined) return isScalar ? ['eq'] : undefined;
  const own = inner.get(word)?.[0];
  if (own !== undefined) {
    const found = readLookup(own, rest, schemas);
    return found && [word, ...found];
  }
  const isOperator = word === 'range' || operators.has(word.replace(/^n(?=i)/, ''));
  if (rest.length === 0 && isOperator && (isScalar || word === 'isnull')) return [word];
  const isDate = /^date/.test(schemas.keywordOf(element, 'format', 'some') ?? '') && /^(date|year)$/.test(word);
  if (isDate && rest.length === 0) return ['startswith'];
  // A foreign key is the id itself, and a date before an operator the time itself.
  const isItself = isScalar && (isDate ? word === 'date' : /^(id|pk)$/.test(word));
  return isItself ? readLookup(element, rest, schemas) : undefined;
};
