/** The meaning of the parameters of a list: paging, sorting and filters. */

import type { Json } from '../../../core/primitives/json.ts';
import type { Filter, Paging, Sort } from '../../../core/service/binding.ts';
import type { Parameter } from '../../../core/service/operation.ts';
import { firstOf, partsOf, propertiesOf, type TypeName, typesOf } from '../../schema/applicable-schemas.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import type { ItemSchema } from './item-schema.ts';
import { plain, singularOf } from './names.ts';
import { beforeNames, cursorNames, idCursorNames, offsetNames, pageNames, sizeNames } from './paging-names.ts';

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
  element: ItemSchema,
  schemas: SchemaSet,
  hasCursor: boolean,
): ListQuery => {
  const taken = new Set<number>();
  const typesAt = (at: number): ReadonlySet<TypeName> | undefined =>
    typesOf(schemas, { $ref: list.keys[at] as string });
  const find = (names: ReadonlySet<string>, types: readonly TypeName[], isFit = (_at: number) => true) => {
    const found = list.parameters.findIndex(({ name, in: place }, at) => {
      if (place !== 'query' || taken.has(at) || !names.has(plain(name))) return false;
      const own = typesAt(at);
      return (own === undefined ? types.includes('string') : types.some((type) => own.has(type))) && isFit(at);
    });
    if (found < 0) return undefined;
    taken.add(found);
    return found;
  };
  const paging = pagingOf(list, find, schemas, hasCursor);
  const isDirection = (at: number): boolean => {
    const values = list.parameters[at]?.values;
    return values?.every((value) => /^(asc|desc)(ending)?$/i.test(String(value))) ?? false;
  };
  const direction = find(directionNames, ['string'], isDirection);
  const by = find(sortNames, ['string', 'array', 'object']);
  const search = find(searchNames, ['string'], (at) => !element.properties.has(list.parameters[at]?.name ?? ''));
  const sort: Sort | undefined =
    by === undefined && direction === undefined
      ? undefined
      : { by, direction, properties: scalarsByName(element), fallback: undefined };
  const filters = list.parameters.flatMap(({ in: place }, at) =>
    place === 'query' && !taken.has(at) ? filtersAt(at, list, element, schemas) : [],
  );
  return { filters, search, sort, paging };
};

type Find = (
  names: ReadonlySet<string>,
  types: readonly TypeName[],
  isFit?: (at: number) => boolean,
) => number | undefined;

const pagingOf = (list: ListParameters, find: Find, schemas: SchemaSet, hasCursor: boolean): Paging | undefined => {
  const { parameters, keys } = list;
  const isNumber: readonly TypeName[] = ['integer', 'number'];
  const isNoDate = (at: number): boolean =>
    !/^date/.test(firstOf(partsOf(schemas, { $ref: keys[at] as string }, 'some'), 'format') ?? '');
  const size = find(sizeNames, isNumber);
  const page = find(pageNames, isNumber);
  const offset = page === undefined ? find(offsetNames, isNumber) : undefined;
  const after = find(cursorNames, ['string', 'integer'], isNoDate);
  // Clients continue with the cursors that responses contain.
  const isNamed = (page !== undefined || offset !== undefined) && !(after !== undefined && hasCursor);
  const before = find(
    beforeNames,
    ['string', 'integer'],
    (at) => isNoDate(at) && (after !== undefined || size !== undefined),
  );
  const cursor = isNamed ? undefined : after;
  const from = cursor ?? page ?? offset;
  if (size === undefined && from === undefined) return undefined;
  const style =
    cursor !== undefined ? 'cursor' : page !== undefined ? 'page' : offset !== undefined ? 'offset' : 'none';
  const own = cursor === undefined ? undefined : plain(parameters[cursor]?.name ?? '');
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
    cursor: own !== undefined && idCursorNames.has(own) && !hasCursor ? 'id' : 'opaque',
    firstCursors: new Set(cursor === undefined ? [] : [...givenFor(cursor, list), ...givenFor(before, list)]),
  };
};

const givenFor = (at: number | undefined, { parameters, examples }: ListParameters): readonly string[] =>
  at === undefined
    ? []
    : [examples[at], parameters[at]?.default].flatMap((given) => (given === undefined ? [] : [String(given)]));

const defaultSizeOf = (
  size: Parameter | undefined,
  key: string | undefined,
  schemas: SchemaSet,
  hasPages: boolean,
): number | undefined => {
  const given = size?.default;
  if (typeof given === 'number' && given > 0) return given;
  if (!hasPages) return undefined;
  const most = key === undefined ? undefined : firstOf(partsOf(schemas, { $ref: key }, 'all'), 'maximum');
  return most !== undefined && most > 0 ? Math.min(Number(most), usualSize) : usualSize;
};

const firstPageOf = ({ default: given }: Parameter, key: string, schemas: SchemaSet): number =>
  given === 0 || (given === undefined && firstOf(partsOf(schemas, { $ref: key }, 'all'), 'minimum') === 0) ? 0 : 1;

const scalarsByName = (element: ItemSchema): ReadonlyMap<string, string> =>
  new Map([...element.properties].filter(element.isScalar).map((name) => [plain(name), name]));

const filtersAt = (
  at: number,
  { parameters, keys }: ListParameters,
  element: ItemSchema,
  schemas: SchemaSet,
): readonly Filter[] => {
  const { name, values } = parameters[at] as Parameter;
  const schema = { $ref: keys[at] as string };
  if (typesOf(schemas, schema)?.has('object')) {
    return [...propertiesOf(partsOf(schemas, schema, 'some')).keys()].flatMap((child): readonly Filter[] => {
      const compared = comparedProperty(child, element, schemas);
      return compared === undefined
        ? []
        : [{ parameter: at, child, ...compared, matchAll: unfilteredBy(compared, [], element, schemas) }];
    });
  }
  const compared = comparedProperty(name, element, schemas);
  if (compared === undefined) return [];
  const matchAll = unfilteredBy(compared, values ?? [], element, schemas);
  return [{ parameter: at, child: undefined, ...compared, matchAll }];
};

/** Values that mean every item. */
const allWords = ['all', 'any', 'both', '*'];

/** Those of `allWords` that mean no filter: no item can have the value, or only the parameter (`values`) lists it. */
const unfilteredBy = (
  { property, comparison }: Compared,
  values: readonly Json[],
  element: ItemSchema,
  schemas: SchemaSet,
): ReadonlySet<string> => {
  const schema = comparison === 'equals' || comparison === 'includes' ? element.schemaOf(property) : undefined;
  if (schema === undefined) return new Set();
  const own = partsOf(schemas, schema, 'some');
  const inner = comparison === 'includes' ? firstOf(own, 'items') : undefined;
  const said = inner === undefined ? own : partsOf(schemas, inner, 'some');
  const types = typesOf(schemas, inner ?? schema);
  const isWord = types === undefined || types.has('string') || types.has('object');
  const lists = said.flatMap(({ enum: list, const: only }) => list ?? (only === undefined ? [] : [only]));
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
export const comparedProperty = (name: string, element: ItemSchema, schemas: SchemaSet): Compared | undefined => {
  const same = propertyNamed(name, element);
  if (same !== undefined) return { property: same, comparison: 'equals' };
  const list = listNamed(name, element, schemas);
  if (list !== undefined) return { property: list, comparison: 'includes' };
  for (const [expression, comparison] of [...endings, ...beginnings]) {
    const base = name.replace(expression, '');
    if (base === name || base === '') continue;
    const property = comparableProperty(base, element, comparison === 'contains');
    if (property !== undefined) return { property, comparison };
  }
  return undefined;
};

/** The scalar property of this name: the same name, another spelling, singular or plural, with or without `id` or `is`. */
export const propertyNamed = (name: string, element: ItemSchema): string | undefined => {
  const names = [...element.properties].filter(element.isScalar);
  if (names.includes(name)) return name;
  const whole = plain(name);
  const wanted = [whole, singularOf(whole), `${whole}id`, `is${whole}`];
  for (const want of wanted) {
    const found = names.find((candidate) => plain(candidate) === want);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Parameters that select properties of the items, not items. */
const selections = new Set(['fields', 'include', 'includes', 'expand', 'embed', 'select', 'with']);

/** The list property of this name: the same name, its plural, or with `list`. Its items are scalars, or objects with a name. */
const listNamed = (name: string, element: ItemSchema, schemas: SchemaSet): string | undefined => {
  const one = singularOf(name);
  if (selections.has(plain(name))) return undefined;
  const exact = element.properties.has(name) ? [name] : [];
  return [...exact, ...element.properties].find((property) => {
    const isNamed = property === name || singularOf(property) === one || plain(property) === `${one}list`;
    const schema = isNamed && element.typesOf(property)?.has('array') ? element.schemaOf(property) : undefined;
    const items = schema === undefined ? undefined : firstOf(partsOf(schemas, schema, 'some'), 'items');
    if (items === undefined || typeof items === 'boolean') return false;
    const types = typesOf(schemas, items);
    if (types !== undefined && !types.has('object') && !types.has('array')) return true;
    const inside = propertiesOf(partsOf(schemas, items, 'some'));
    return ['name', 'id', 'slug', 'label'].some((label) => inside.has(label));
  });
};

const comparableProperty = (base: string, element: ItemSchema, isText: boolean): string | undefined => {
  const whole = plain(base);
  const names = [...element.properties].filter(element.isScalar);
  const isOrdered = (name: string): boolean => {
    const types = element.typesOf(name);
    return types?.has('integer') || types?.has('number') || /^date/.test(element.formatOf(name) ?? '');
  };
  const fits = (name: string): boolean => (isText ? (element.typesOf(name)?.has('string') ?? false) : isOrdered(name));
  const forms = [whole, `${whole}at`, `${whole}date`, `date${whole}`, `${whole}on`];
  return forms
    .map((form) => names.find((name) => plain(name) === form && fits(name)))
    .find((name) => name !== undefined);
};
