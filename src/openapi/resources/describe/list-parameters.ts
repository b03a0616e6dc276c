/** The meaning of the parameters of a list: paging, sorting and filters. */

import type { Json } from '../../../core/primitives/json.ts';
import { plainName } from '../../../core/primitives/singular.ts';
import type { Filter, Paging, Sort } from '../../../core/service/binding.ts';
import type { Parameter } from '../../../core/service/operation.ts';
import type { JsonType } from '../../../core/service/schema-facts.ts';
import { firstOf, partsOf, propertiesOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import type { ItemSchema } from './item-schema.ts';
import { beforeNames, cursorNames, idCursorNames, offsetNames, pageNames, sizeNames } from './paging-names.ts';
import { singularOf } from './same-noun.ts';

export interface ListParameters {
  readonly parameters: readonly Parameter[];
  /** The keys of their schemas, by index. */
  readonly keys: readonly string[];
  /** Their examples in the document, by index. */
  readonly examples: readonly (Json | undefined)[];
}

export interface ListQuery {
  readonly filters: readonly Filter[];
  readonly search: number | undefined;
  readonly sort: Sort | undefined;
  readonly paging: Paging | undefined;
}

/** The page size if none is documented. */
const usualSize = 20;

const searchNames = new Set([
  'q',
  'query',
  'search',
  'searchterm',
  'searchtext',
  'searchquery',
  'keyword',
  'keywords',
  'term',
]);
const sortNames = new Set(['sort', 'sortby', 'orderby', 'ordering', 'order', 'sortfield', 'sortcolumn', 'sortkey']);
const directionNames = new Set([
  'order',
  'sortorder',
  'direction',
  'sortdirection',
  'sortdir',
  'orderdirection',
  'dir',
  'orderdir',
]);

export const queryOf = (
  list: ListParameters,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
  hasCursor: boolean,
): ListQuery => {
  const usedIndexes = new Set<number>();
  const find = createFind(list, schemas, usedIndexes);
  const paging = pagingOf(list, find, schemas, hasCursor);
  const isDirection = (index: number): boolean => {
    const values = list.parameters[index]?.values;
    return values?.every((value) => /^(asc|desc)(ending)?$/i.test(String(value))) ?? false;
  };
  const direction = find(directionNames, ['string'], isDirection);
  const by = find(sortNames, ['string', 'array', 'object']);
  const search = find(
    searchNames,
    ['string'],
    (index) => !itemSchema.properties.has(list.parameters[index]?.name ?? ''),
  );
  const sort: Sort | undefined =
    by === undefined && direction === undefined
      ? undefined
      : { by, direction, properties: scalarsByName(itemSchema), fallback: undefined };
  const filters = list.parameters.flatMap(({ in: location }, index) =>
    location === 'query' && !usedIndexes.has(index) ? filtersAt(index, list, itemSchema, schemas) : [],
  );
  return { filters, search, sort, paging };
};

/** The paging of a list whose items are unknown. */
export const pagingFor = (list: ListParameters, schemas: SchemaSet, hasCursor: boolean): Paging | undefined =>
  pagingOf(list, createFind(list, schemas, new Set()), schemas, hasCursor);

/** Finds the first query parameter of these names and types that has no other meaning yet. */
type Find = (
  names: ReadonlySet<string>,
  types: readonly JsonType[],
  isFit?: (index: number) => boolean,
) => number | undefined;

/** `usedIndexes`: the parameters that have a meaning; found ones are added. */
const createFind =
  (list: ListParameters, schemas: SchemaSet, usedIndexes: Set<number>): Find =>
  (names, types, isFit = () => true) => {
    const found = list.parameters.findIndex(({ name, in: location }, index) => {
      if (location !== 'query' || usedIndexes.has(index) || !names.has(plainName(name))) return false;
      const allowed = typesOf(schemas, { $ref: list.keys[index] as string });
      return (
        (allowed === undefined ? types.includes('string') : types.some((type) => allowed.has(type))) && isFit(index)
      );
    });
    if (found < 0) return undefined;
    usedIndexes.add(found);
    return found;
  };

const pagingOf = (list: ListParameters, find: Find, schemas: SchemaSet, hasCursor: boolean): Paging | undefined => {
  const { parameters, keys } = list;
  const isNumber: readonly JsonType[] = ['integer', 'number'];
  const isNoDate = (index: number): boolean =>
    !/^date/.test(firstOf(partsOf(schemas, { $ref: keys[index] as string }, 'some'), 'format') ?? '');
  const size = find(sizeNames, isNumber);
  const page = find(pageNames, isNumber);
  const offset = page === undefined ? find(offsetNames, isNumber) : undefined;
  const after = find(cursorNames, ['string', 'integer'], isNoDate);
  // Clients continue with the cursors that responses contain.
  const isNamed = (page !== undefined || offset !== undefined) && !(after !== undefined && hasCursor);
  const before = find(
    beforeNames,
    ['string', 'integer'],
    (index) => isNoDate(index) && (after !== undefined || size !== undefined),
  );
  const cursor = isNamed ? undefined : after;
  const from = cursor ?? page ?? offset;
  if (size === undefined && from === undefined) return undefined;
  const style =
    cursor !== undefined ? 'cursor' : page !== undefined ? 'page' : offset !== undefined ? 'offset' : 'none';
  const cursorName = cursor === undefined ? undefined : plainName(parameters[cursor]?.name ?? '');
  return {
    size,
    defaultSize: defaultSizeOf(
      size === undefined ? undefined : parameters[size],
      keys[size ?? -1],
      schemas,
      style !== 'none',
    ),
    style,
    from,
    before: style === 'cursor' ? before : undefined,
    firstPage: page === undefined ? 1 : firstPageOf(parameters[page] as Parameter, keys[page] as string, schemas),
    cursor: cursorName !== undefined && idCursorNames.has(cursorName) && !hasCursor ? 'id' : 'opaque',
    firstCursors: new Set(cursor === undefined ? [] : [...givenFor(cursor, list), ...givenFor(before, list)]),
  };
};

const givenFor = (index: number | undefined, { parameters, examples }: ListParameters): readonly string[] =>
  index === undefined
    ? []
    : [examples[index], parameters[index]?.default].flatMap((value) => (value === undefined ? [] : [String(value)]));

const defaultSizeOf = (
  size: Parameter | undefined,
  key: string | undefined,
  schemas: SchemaSet,
  hasPages: boolean,
): number | undefined => {
  const defaultSize = size?.default;
  if (typeof defaultSize === 'number' && defaultSize > 0) return defaultSize;
  if (!hasPages) return undefined;
  const maximum = key === undefined ? undefined : firstOf(partsOf(schemas, { $ref: key }, 'all'), 'maximum');
  return maximum !== undefined && maximum > 0 ? Math.min(Number(maximum), usualSize) : usualSize;
};

const firstPageOf = ({ default: defaultPage }: Parameter, key: string, schemas: SchemaSet): number =>
  defaultPage === 0 || (defaultPage === undefined && firstOf(partsOf(schemas, { $ref: key }, 'all'), 'minimum') === 0)
    ? 0
    : 1;

const scalarsByName = (itemSchema: ItemSchema): ReadonlyMap<string, string> =>
  new Map([...itemSchema.properties].filter(itemSchema.isScalar).map((name) => [plainName(name), name]));

const filtersAt = (
  index: number,
  { parameters, keys }: ListParameters,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): readonly Filter[] => {
  const { name, values } = parameters[index] as Parameter;
  const schema = { $ref: keys[index] as string };
  if (typesOf(schemas, schema)?.has('object')) {
    return [...propertiesOf(partsOf(schemas, schema, 'some')).keys()].flatMap((child): readonly Filter[] => {
      const compared = comparedProperty(child, itemSchema, schemas);
      return compared === undefined
        ? []
        : [{ parameter: index, child, ...compared, matchAll: unfilteredBy(compared, [], itemSchema, schemas) }];
    });
  }
  const compared = comparedProperty(name, itemSchema, schemas);
  if (compared === undefined) return [];
  const matchAll = unfilteredBy(compared, values ?? [], itemSchema, schemas);
  return [{ parameter: index, child: undefined, ...compared, matchAll }];
};

/** Values that mean every item. */
const allWords = ['all', 'any', 'both', '*'];

/** Those of `allWords` that mean no filter: no item can have the value, or only the parameter (`values`) lists it. */
const unfilteredBy = (
  { property, comparison }: Compared,
  values: readonly Json[],
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): ReadonlySet<string> => {
  const schema = comparison === 'equals' || comparison === 'includes' ? itemSchema.schemaOf(property) : undefined;
  if (schema === undefined) return new Set();
  const ownParts = partsOf(schemas, schema, 'some');
  const inner = comparison === 'includes' ? firstOf(ownParts, 'items') : undefined;
  const valueParts = inner === undefined ? ownParts : partsOf(schemas, inner, 'some');
  const types = typesOf(schemas, inner ?? schema);
  const isWord = types === undefined || types.has('string') || types.has('object');
  const lists = valueParts.flatMap(({ enum: list, const: only }) => list ?? (only === undefined ? [] : [only]));
  const [known, offered] = [lowerTexts(lists), lowerTexts(values)];
  return new Set(allWords.filter((word) => !known.has(word) && (!isWord || known.size > 0 || offered.has(word))));
};

const lowerTexts = (values: readonly unknown[]): ReadonlySet<string> =>
  new Set(values.flatMap((value) => (typeof value === 'string' ? [value.toLowerCase()] : [])));

type Compared = Pick<Filter, 'property' | 'comparison'>;

const endings: readonly (readonly [RegExp, Filter['comparison']])[] = [
  [/[^a-zA-Z0-9]*[_.[-]gte\]?$/, 'at-least'],
  [/[^a-zA-Z0-9]*[_.[-]gt\]?$/, 'more'],
  [/[^a-zA-Z0-9]*[_.[-]lte\]?$/, 'at-most'],
  [/[^a-zA-Z0-9]*[_.[-]lt\]?$/, 'less'],
  [/[_.[-]?(after)\]?$/i, 'more'],
  [/[_.[-]?(before)\]?$/i, 'less'],
  [/[_.[-](from|since|min)\]?$/i, 'at-least'],
  [/[_.[-](to|until|max)\]?$/i, 'at-most'],
  [/[_.[-](contains|like)\]?$/i, 'contains'],
];

const beginnings: readonly (readonly [RegExp, Filter['comparison']])[] = [
  [/^(min|from|since)[_.-]?(?=[a-zA-Z])/, 'at-least'],
  [/^(max|to|until)[_.-](?=[a-zA-Z])/, 'at-most'],
];

/** The property that corresponds to a parameter, and the comparison; undefined if there is none. */
export const comparedProperty = (name: string, itemSchema: ItemSchema, schemas: SchemaSet): Compared | undefined => {
  const same = propertyNamed(name, itemSchema);
  if (same !== undefined) return { property: same, comparison: 'equals' };
  const list = listNamed(name, itemSchema, schemas);
  if (list !== undefined) return { property: list, comparison: 'includes' };
  for (const [expression, comparison] of [...endings, ...beginnings]) {
    const base = name.replace(expression, '');
    if (base === name || base === '') continue;
    const property = comparableProperty(base, itemSchema, comparison === 'contains');
    if (property !== undefined) return { property, comparison };
  }
  return undefined;
};

/** The scalar property of this name: the same name, another spelling, singular or plural, with or without `id` or `is`. */
export const propertyNamed = (name: string, itemSchema: ItemSchema): string | undefined => {
  const names = [...itemSchema.properties].filter(itemSchema.isScalar);
  if (names.includes(name)) return name;
  const plain = plainName(name);
  const candidates = [plain, singularOf(name), `${plain}id`, `is${plain}`];
  for (const want of candidates) {
    const found = names.find((candidate) => plainName(candidate) === want);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Parameters that select properties of the items, not items. */
const selections = new Set(['fields', 'include', 'includes', 'expand', 'embed', 'select', 'with']);

/** The list property of this name: the same name, its plural, or with `list`. Its items are scalars, or objects with a name. */
const listNamed = (name: string, itemSchema: ItemSchema, schemas: SchemaSet): string | undefined => {
  const singularName = singularOf(name);
  if (selections.has(plainName(name))) return undefined;
  const exact = itemSchema.properties.has(name) ? [name] : [];
  return [...exact, ...itemSchema.properties].find((property) => {
    const isNamed =
      property === name || singularOf(property) === singularName || plainName(property) === `${singularName}list`;
    const schema = isNamed && itemSchema.typesOf(property)?.has('array') ? itemSchema.schemaOf(property) : undefined;
    const items = schema === undefined ? undefined : firstOf(partsOf(schemas, schema, 'some'), 'items');
    if (items === undefined || typeof items === 'boolean') return false;
    const types = typesOf(schemas, items);
    if (types !== undefined && !types.has('object') && !types.has('array')) return true;
    const inside = propertiesOf(partsOf(schemas, items, 'some'));
    return ['name', 'id', 'slug', 'label'].some((label) => inside.has(label));
  });
};

const comparableProperty = (base: string, itemSchema: ItemSchema, isText: boolean): string | undefined => {
  const plain = plainName(base);
  const names = [...itemSchema.properties].filter(itemSchema.isScalar);
  const isOrdered = (name: string): boolean => {
    const types = itemSchema.typesOf(name);
    return types?.has('integer') || types?.has('number') || /^date/.test(itemSchema.formatOf(name) ?? '');
  };
  const fits = (name: string): boolean =>
    isText ? (itemSchema.typesOf(name)?.has('string') ?? false) : isOrdered(name);
  const forms = [plain, `${plain}at`, `${plain}date`, `date${plain}`, `${plain}on`];
  return forms
    .map((form) => names.find((name) => plainName(name) === form && fits(name)))
    .find((name) => name !== undefined);
};
