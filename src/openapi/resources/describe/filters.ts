/** Filters: the parameters of a list that select items by their properties. */

import type { Json } from '../../../core/primitives/json.ts';
import { remembered } from '../../../core/primitives/lazy.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { isSameNoun, lastWord, plainName, singularOf, withoutSigns, wordsOf } from '../../../core/primitives/words.ts';
import { operatorNames } from '../../../core/resources/preconditions.ts';
import type { Filter } from '../../../core/service/binding.ts';
import type { StatedValue } from '../../../core/service/collection-facts.ts';
import type { Parameter } from '../../../core/service/operation.ts';
import { type Meanings, type WordList, wordLists } from '../../../parts/words/index.ts';
import { firstOf, mayBeNumber, type Schema } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { allWords, describeValues, isComparable, saysFlag, type ValueFacts } from './comparable-values.ts';
import { attributesAt, attributesOf, type ItemSchema, maxProperties, ofEach, timestampsOf } from './item-schema.ts';
import { namesIn, propertyNamed } from './property-names.ts';
import type { UnboundOperation } from './unbound-operation.ts';

interface FilterParameters {
  readonly parameters: readonly Pick<Parameter, 'name' | 'in' | 'values'>[];
  /** The keys of their schemas, by index. */
  readonly keys: readonly string[];
}

export const filtersAt = (
  index: number,
  { parameters, keys }: FilterParameters,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): readonly Filter[] => {
  const parameter = parameters[index] as FilterParameters['parameters'][number];
  const { name } = parameter;
  const schema = { $ref: keys[index] as string };
  const written = (rest: Pick<Filter, 'property' | 'isProperty'>): Filter => ({
    ...{ parameter: index, child: undefined, comparison: 'conditions', matchAll: none },
    ...rest,
  });
  if (statesConditions(name, schema, schemas) || areWritten(name, parameters))
    return [written({ property: '', isProperty: propertiesWithout([], itemSchema) })];
  const areConditions = isConditions(name, schema, schemas);
  if (areConditions || schemas.typesOf(schema)?.has('object')) {
    const inner = schemas.propertiesIn(schemas.partsOf(schema, 'some'));
    const isOwn = ([, [declared]]: readonly [string, readonly Schema[]]) =>
      !areConditions || declared === undefined || schemas.typesOf(declared)?.has('object') !== true;
    const [declared, others] = [[...inner].filter(isOwn), [...inner].filter((one) => !isOwn(one))];
    const own = declared.slice(0, maxProperties).flatMap(([child, [sent]]): readonly Filter[] => {
      const compared = comparedProperty(child, itemSchema, schemas, sent);
      return compared === undefined
        ? []
        : [{ parameter: index, child, ...compared, matchAll: unfilteredBy(compared, [], itemSchema, schemas) }];
    });
    if (!areConditions || (inner.size > 0 && others.length === 0)) return own;
    const compared = declared.map(([child]) => child);
    return [...own, written({ property: '', isProperty: propertiesWithout(compared, itemSchema) })];
  }
  if (itemSchema.properties.has(name) && haveOperators(parameters)) return [written({ property: name })];
  const own = comparedProperty(name, itemSchema, schemas, schema);
  const attributes = own === undefined ? attributesOf(itemSchema) : undefined;
  const owner = attributes ?? itemSchema;
  const compared = own ?? comparedProperty(name, owner, schemas, schema);
  if (compared === undefined) return [];
  const matchAll = unfilteredBy(compared, parameter.values ?? [], owner, schemas);
  const isList =
    (isListOf(name, compared) || /[_.[-]in\]?$/.test(name)) && schemas.typesOf(schema)?.has('array') !== true;
  const property = attributes === undefined ? compared.property : `${attributesAt(itemSchema)}.${compared.property}`;
  return [{ parameter: index, child: undefined, ...compared, property, matchAll, ...(isList && { isList }) }];
};

const none: ReadonlySet<string> = new Set();

/** The names that conditions may have: those of an item, and of its attributes. */
const propertiesWithout = (compared: readonly string[], itemSchema: ItemSchema): ReadonlySet<string> => {
  const all = new Set([...itemSchema.properties, ...(attributesOf(itemSchema)?.properties ?? [])]);
  for (const name of compared) all.delete(name);
  return all;
};

/** Whether the values of the parameters begin with an operator, as in PostgREST: `price=gte.5`. Its `Prefer` has values that no other has. */
export const haveOperators = (parameters: FilterParameters['parameters'], values = /^(count|return)=/): boolean =>
  parameters.some(
    (one) =>
      one.in === 'header' &&
      plainName(one.name) === 'prefer' &&
      one.values?.some((value) => values.test(String(value))),
  );

/** Whether a parameter takes conditions as a text: in OData and SCIM, whose lists have a `startIndex`. */
const areWritten = (name: string, parameters: FilterParameters['parameters']) =>
  name === '$filter' ||
  (plainName(name) === 'filter' && parameters.some((other) => plainName(other.name) === 'startindex'));

/** Whether the query of an operation selects items by conditions that the client writes itself. */
export const hasConditions = (
  { operation: { parameters }, parameterKeys }: Pick<UnboundOperation, 'operation' | 'parameterKeys'>,
  schemas: SchemaSet,
): boolean =>
  haveOperators(parameters) ||
  parameters.some(({ name, in: location }, index) => {
    const schema = { $ref: parameterKeys[index] as string };
    return location === 'query' && isConditions(name, schema, schemas);
  });

/** Whether a name is of what selects items in a body, or in a parameter with JSON. */
export const isFilterObject = (name: string): boolean => wordLists.filterObjects.has(name);

/** Whether an object states conditions with their operators: `query: { field, operator, value }`, or a list of them. */
export const statesConditions = (name: string, schema: Schema, schemas: SchemaSet): boolean => {
  if (!isFilterObject(name)) return false;
  const elements = schemas.elementsOf(schema);
  const inner = schemas.propertiesIn(schemas.partsOf(elements ?? schema, 'some'));
  return operatorNames.some((one) => inner.has(one)) && ['value', 'values'].some((one) => inner.has(one));
};

/** Whether a parameter is an object of conditions that the client writes itself, or JSON with one: `filters[price][$gte]=5`. */
export const isConditions = (name: string, schema: Schema, schemas: SchemaSet): boolean => {
  if (!isFilterObject(name)) return false;
  const isText = () => /^json$/i.test(schemas.keywordOf(schema, 'format', 'some') ?? '');
  return schemas.typesOf(schema)?.has('object') || isText();
};

/** Whether the parameter is named after many values of the property: `ids`, `labels`. */
const isListOf = (name: string, { property, comparison }: Compared) => {
  const [plain, singularName] = [plainName(name), singularOf(name)];
  return plain !== singularName && (comparison === 'includes' || singularName === plainName(property));
};

/** The words for all that mean no filter: no item can have the value, or only the parameter (`values`) lists it. */
const unfilteredBy = (
  { property, comparison }: Compared,
  values: readonly Json[],
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): ReadonlySet<string> => {
  const schema = comparison === 'equals' || comparison === 'includes' ? itemSchema.schemaOf(property) : undefined;
  if (schema === undefined) return new Set();
  const ownParts = schemas.partsOf(schema, 'some');
  const inner = comparison === 'includes' ? firstOf(ownParts, 'items') : undefined;
  const valueParts = inner === undefined ? ownParts : schemas.partsOf(inner, 'some');
  const types = schemas.typesOf(inner ?? schema);
  const isWord = types === undefined || types.has('string') || types.has('object');
  const lists = valueParts.flatMap(({ enum: list, const: only }) => list ?? (only === undefined ? [] : [only]));
  const [known, offered] = [lowerTexts(lists), lowerTexts(values)];
  return new Set(allWords().filter((word) => !known.has(word) && (!isWord || known.size > 0 || offered.has(word))));
};

const lowerTexts = (values: readonly unknown[]): ReadonlySet<string> =>
  new Set(values.flatMap((value) => (typeof value === 'string' ? [value.toLowerCase()] : [])));

type Compared = Pick<Filter, 'property' | 'comparison' | 'isFlag' | 'said'>;

/** What names compare with, by the words at their ends, and for some at their beginnings: `price[gte]`, `createdAfter`, `min_price`. */
const comparisons: Meanings<Filter['comparison']> = [
  ['at-least', 'atLeast'],
  ['more', 'more'],
  ['at-most', 'atMost'],
  ['less', 'less'],
  ['contains', 'containing'],
  ['starts', 'starting'],
  ['differs', 'differing'],
];
const atBeginnings = comparisons.filter(([one]) => /^(at-least|at-most|differs)$/.test(one));

/** What names are without the words of their comparisons. Short ones are words of their own: `price_lt`, but not `result`. */
const comparedBases = remembered((name): readonly (readonly [base: string, comparison: Filter['comparison']])[] => {
  const [plain, words] = [plainName(name), wordsOf(name)];
  const cut = (side: 'withoutEnd' | 'withoutStart', own: Meanings<Filter['comparison']>) =>
    own.flatMap(([comparison, list]) => {
      const base = wordLists[list][side](plain);
      const word = side === 'withoutEnd' ? plain.slice(base.length) : plain.slice(0, plain.length - base.length);
      const isWord = word.length > 2 || words.at(side === 'withoutEnd' ? -1 : 0) === word;
      return base === '' || base === plain || !isWord ? [] : [[base, comparison] as const];
    });
  return [...cut('withoutEnd', comparisons), ...cut('withoutStart', atBeginnings)];
});

/** The name without words that state nothing but a filter: `status_filter`, `filterByStatus`, `by_status`, `status[eq]`. */
const bareOf = remembered((name): string | undefined => {
  // `dataset$filter` is a language.
  const words = name.includes('$') ? [] : wordsOf(name);
  const isEnded = wordLists.filterEnds.has(words.at(-1) ?? '');
  const bare = wordLists.filterStarts.behind(words.join(' ')) ?? (isEnded ? words.slice(0, -1).join(' ') : '');
  return bare.replaceAll(' ', '_') || undefined;
});

/** `letter=a` */
const startOfLabel = (itemSchema: ItemSchema): Compared | undefined => {
  const property = ['name', 'title', ...wordLists.labels.all].find((name) => itemSchema.typesOf(name)?.has('string'));
  return property === undefined ? undefined : { property, comparison: 'starts' };
};

/** `in` also begins words such as `instock` and `inuse`. */
const opposites = remembered((flag): readonly string[] => [
  ...[`un${flag}`, `not${flag}`],
  ...(wordLists.negatedByIn.starts(flag) ? [`in${flag}`] : []),
]);

/** The flags, states and times of an item. */
const statable = ofEach(({ properties, typesOf }) =>
  [...properties].filter((name) => typesOf(name)?.has('boolean') || wordLists.states.has(name) || doneAt.test(name)),
);

const doneAt = /_at$|At$/;

/** What a word states of an item: `completed` that `is_completed` is true, `unread` that `read` is false or there is no `read_at`, `sold` a status. */
export const statedBy = (
  word: string,
  itemSchema: ItemSchema,
  { schemas }: { readonly schemas: SchemaSet },
): StatedValue | undefined => {
  const plain = plainName(word);
  for (const property of statable(itemSchema)) {
    if (itemSchema.typesOf(property)?.has('boolean')) {
      const flag = plainName(property).replace(/^is/, '');
      if (flag === plain) return { property, value: true };
      if (opposites(flag).includes(plain)) return { property, value: false };
    }
    if (opposites(plainName(property.replace(doneAt, ''))).includes(plain)) return { property, value: null };
    if (!wordLists.states.has(property)) continue;
    const own = schemas.partsOf(itemSchema.schemaOf(property) as Schema, 'some');
    const value = own
      .flatMap(({ enum: values = [] }) => values)
      .find((one) => [plain, `${plain}ed`].includes(plainName(String(one))));
    if (typeof value === 'string') return { property, value };
  }
  return undefined;
};

/** What a flag says of items: `unread`, `include_archived`, `with_photos`, `preferredOnly`, and `unassigned`: no assignee. */
const flagNamed = (name: string, itemSchema: ItemSchema, schemas: SchemaSet): Compared | undefined => {
  const included = wordLists.including.behind(name);
  const only = name.replace(/^only|only$/i, '');
  const base = plainName(included ?? only);
  const isAsked = included === undefined ? only !== name : /^with(?!.*e[dn]$)/i.test(name);
  const comparison = isAsked ? 'set' : included === undefined ? 'stated' : 'unset';
  const stated = statedBy(base, itemSchema, { schemas }) ?? statedBy(singularOf(base), itemSchema, { schemas });
  // `with_pending` may be said of those that are pending alone, or of them too.
  if (stated !== undefined && typeof stated.value === 'string' && /^with/i.test(name)) return undefined;
  if (stated !== undefined) return { property: stated.property, comparison, said: stated.value };
  const [, stem] = /^un(.{3,})ed$/.exec(base) ?? [];
  const given = stem && [...namesIn(itemSchema).scalars].find((one) => isGiven(plainName(one), stem));
  return given ? { property: given, comparison, said: null } : undefined;
};

/** Whether a property is there if something is done: `assigneeId`, `assignedTo`, `resolved_at` */
const isGiven = (plain: string, stem: string) =>
  plain.startsWith(stem) && /^(ee|ed?(at|by|to))(id)?$/.test(plain.slice(stem.length));

/** What a parameter says about the date of an item, whatever the item calls it: the day itself, the first one or the last one. */
const dateBoundOf = (name: string, { types, format }: ValueFacts): 'day' | 'at-least' | 'at-most' | undefined => {
  if (types?.has('string') === false) return undefined;
  const plain = plainName(name);
  const bound = wordLists.firstDates.has(plain) ? 'at-least' : wordLists.lastDates.has(plain) ? 'at-most' : undefined;
  const isDay = wordLists.days.has(plain);
  // Without the word, `from` may be a place or an account.
  const isShort = !wordLists.dates.starts(plain) && !wordLists.dates.ends(plain) && !wordLists.timeEnds.ends(plain);
  return bound !== undefined && isShort && !/^date/.test(format ?? '') ? undefined : isDay ? 'day' : bound;
};

/** Whether a date is that of what was done with an item, or will be: other items have none. */
const isOfChange = (name: string) => {
  const plain = plainName(name);
  const done = wordLists.timeEnds.withoutEnd(plain.replace(/^date/, ''));
  return wordLists.happened.has(done) || wordLists.lastTimes.withoutStart(plain) !== plain;
};

/**
 * The dates of an item: the only one of its own, beside those of what was done with it, else its date or its beginning; for a range,
 * else the first of them, else that of its creation or its change.
 */
export const ownDatesIn = ofEach(
  (itemSchema): { readonly day: string | undefined; readonly range: string | undefined } => {
    const { properties, formatOf, typesOf } = itemSchema;
    const dates = [...properties].filter((name) => /^date/.test(formatOf(name) ?? ''));
    const own = dates.filter((name) => !isOfChange(name));
    const certain = own.filter((name) => typesOf(name)?.has('null') !== true);
    const isNamed =
      (words: WordList) =>
      (name: string): boolean =>
        words.withoutStart(plainName(name)) !== plainName(name);
    const day =
      (certain.length === 1 ? certain[0] : undefined) ??
      own.find(isNamed(wordLists.dates)) ??
      own.find(isNamed(wordLists.beginnings));
    const { created, updated } = timestampsOf(itemSchema);
    const other = [...created, ...updated].find(({ name }) => dates.includes(name))?.name;
    return { day, range: day ?? certain[0] ?? other };
  },
);

/** Whether a text is a decimal number, as money often is. */
const isDecimal = (itemSchema: ItemSchema, name: string) => {
  const pattern = itemSchema.patternOf(name) ?? '';
  const hasPoint = pattern.split('\\.').length === 2 && pattern.includes('\\d');
  return itemSchema.formatOf(name) === 'decimal' || (hasPoint && !/[a-z]/i.test(pattern.replaceAll('\\d', '')));
};

/** The property that corresponds to a parameter, and the comparison. `sent`: the schema of the parameter, whose values must be comparable. */
export const comparedProperty = (
  parameter: string,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
  sent: Schema = true,
): Compared | undefined => {
  const name = parameter.replace(/^(?:filters?|where)\[([^[\]]+)\]/, '$1');
  const values = describeValues(sent, schemas);
  const accepts = (property: string, comparison: Filter['comparison']) =>
    isComparable(values, describeValues(itemSchema.schemaOf(property) ?? true, schemas), comparison);
  // `is_seen` is the flag `seen`.
  const flag = propertyNamed(name.replace(/^is(?:[_-]|(?=[A-Z]))/, ''), itemSchema);
  const isFlag = flag !== undefined && itemSchema.typesOf(flag)?.has('boolean');
  const states = wordLists.states.has(name) ? [...namesIn(itemSchema).scalars].filter(wordLists.states.has) : [];
  const same = propertyNamed(name, itemSchema) ?? (isFlag ? flag : theOnly(states));
  if (same !== undefined && accepts(same, 'equals'))
    return {
      property: same,
      comparison: 'equals',
      ...((!values.types || saysFlag(values)) && itemSchema.typesOf(same)?.has('boolean') && { isFlag: true }),
    };
  // `?following=1`: by the caller. `?favorited=jake`: by jake.
  if (same?.endsWith('ing') && itemSchema.typesOf(same)?.has('boolean')) return { property: same, comparison: 'set' };
  // `?started=2030-01-31` finds what started on this day.
  if (same !== undefined && values.format === 'date' && itemSchema.formatOf(same) === 'date-time')
    return { property: same, comparison: 'contains' };
  const list = listNamed(name, itemSchema, schemas) ?? objectNamed(name, itemSchema, schemas);
  if (list !== undefined && accepts(list, 'includes')) return { property: list, comparison: 'includes' };
  const isSwitch = values.types?.has('boolean') || saysFlag(values) || wordLists.including.behind(name) !== undefined;
  const inner =
    innerNamed(name, itemSchema, schemas, values) ??
    relationNamed(name, itemSchema) ??
    (isSwitch ? flagNamed(name, itemSchema, schemas) : undefined);
  if (inner !== undefined) return inner;
  // `?pinned=yes` where any text is allowed.
  const isText = values.types?.has('string') && values.listed === undefined && values.format === undefined;
  if (isText && same !== undefined && itemSchema.typesOf(same)?.has('boolean'))
    return { property: same, comparison: 'equals', isFlag: true };
  const bound = dateBoundOf(name, values);
  const date = bound && ownDatesIn(itemSchema)[bound === 'day' ? 'day' : 'range'];
  if (bound !== undefined && date !== undefined) {
    const day = itemSchema.formatOf(date) === 'date' ? 'equals' : 'contains';
    return { property: date, comparison: bound === 'day' ? day : bound };
  }
  const bare = bareOf(name);
  if (bare !== undefined) return comparedProperty(bare, itemSchema, schemas, sent);
  if (wordLists.labelStarts.has(name)) return startOfLabel(itemSchema);
  for (const [base, comparison] of comparedBases(name)) {
    const isText = comparison === 'contains' || comparison === 'starts';
    const property =
      comparison === 'differs' ? propertyNamed(base, itemSchema) : comparableProperty(base, itemSchema, isText);
    if (property !== undefined && accepts(property, comparison)) return { property, comparison };
  }
  return undefined;
};

/** The list property of this name: the same name, its plural, or with `list`. Its items are scalars, or objects with a name. */
const listNamed = (name: string, itemSchema: ItemSchema, schemas: SchemaSet): string | undefined => {
  const singularName = singularOf(name);
  if (wordLists.selections.has(name)) return undefined;
  const { byPlain, bySingular, inOrder } = namesIn(itemSchema);
  const exact = itemSchema.properties.has(name) ? [name] : [];
  const others = [
    ...(bySingular.get(singularName) ?? []),
    ...(bySingular.get(`${singularName}by`) ?? []),
    ...(byPlain.get(`${singularName}list`) ?? []),
  ].sort(inOrder);
  return [...exact, ...others].find((property) => {
    const schema = itemSchema.typesOf(property)?.has('array') ? itemSchema.schemaOf(property) : undefined;
    const items = schema === undefined ? undefined : schemas.elementsOf(schema);
    if (items === undefined || typeof items === 'boolean') return false;
    const types = schemas.typesOf(items);
    if (types !== undefined && !types.has('object') && !types.has('array')) return true;
    return hasLabel(items, schemas);
  });
};

/** The object property of this name that has a label: `?author=jake` finds `{ author: { username: 'jake' } }`. */
const objectNamed = (name: string, itemSchema: ItemSchema, schemas: SchemaSet): string | undefined => {
  if (wordLists.selections.has(name)) return undefined;
  return namesIn(itemSchema)
    .byPlain.get(plainName(name))
    ?.find((property) => {
      const schema = itemSchema.schemaOf(property);
      return schema !== undefined && itemSchema.typesOf(property)?.has('object') && hasLabel(schema, schemas);
    });
};

/** The property of another item in the item: `?site_id=7` finds `{ site: { id: 7 } }`, `?tag_id=7` `{ tags: [{ id: 7 }] }`. */
const innerNamed = (
  name: string,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
  values: ValueFacts,
): Compared | undefined => {
  const words = wordsOf(withoutSigns(name));
  const [last, stem] = [words.at(-1) ?? '', words.slice(0, -1).join('')];
  const label = [last, singularOf(last)].find(wordLists.labels.hasPlain);
  if (label === undefined) return undefined;
  const { byPlain, lists, inOrder } = namesIn(itemSchema);
  const objects = (byPlain.get(stem) ?? []).filter((property) => itemSchema.typesOf(property)?.has('array') !== true);
  const named = [...objects, ...lists.filter((property) => isSameNoun(property, stem))];
  for (const property of named.sort(inOrder)) {
    const isList = !objects.includes(property);
    const parts = schemas.partsOf(itemSchema.schemaOf(property) as Schema, 'some');
    const items = isList ? firstOf(parts, 'items') : undefined;
    const own = schemas.propertiesIn(items === undefined ? parts : schemas.partsOf(items, 'some')).get(label)?.[0];
    // `?tag_name=web` finds `{ tags: ['web'] }`.
    if (items !== undefined && schemas.typesOf(items)?.has('string')) return { property, comparison: 'includes' };
    if (own === undefined || !isComparable(values, describeValues(own, schemas), 'equals')) continue;
    return isList ? { property, comparison: 'includes' } : { property: `${property}.${label}`, comparison: 'equals' };
  }
  return undefined;
};

/** `?author_id=7` and `?author=7` find what JSON:API has as `relationships.author.data.id`. */
const relationNamed = (name: string, { innerOf }: ItemSchema): Compared | undefined => {
  const stem = plainName(name).replace(/id$/, '');
  const relations = wordLists.subjects.has(stem) ? undefined : innerOf('relationships');
  const relation = relations && [...relations.properties].find((one) => plainName(one) === stem);
  return relation !== undefined && relations?.innerOf(relation)?.innerOf('data')?.properties.has('id')
    ? { property: `relationships.${relation}.data.id`, comparison: 'equals' }
    : undefined;
};

const hasLabel = (schema: Schema, schemas: SchemaSet) => {
  const inside = schemas.propertiesIn(schemas.partsOf(schema, 'some'));
  return wordLists.labels.all.some((label) => inside.has(label));
};

const comparableProperty = (base: string, itemSchema: ItemSchema, isText: boolean): string | undefined => {
  const plain = plainName(base);
  const { scalars, scalarsByPlain } = namesIn(itemSchema);
  const isOrdered = (name: string) => {
    const isNumber = mayBeNumber(itemSchema.typesOf(name)) || isDecimal(itemSchema, name);
    return isNumber || /^date/.test(itemSchema.formatOf(name) ?? '');
  };
  const fits = (name: string) => (isText ? itemSchema.typesOf(name)?.has('string') === true : isOrdered(name));
  // `startsAfter` is about the `startTime`.
  const forms = [plain, plain.replace(/s$/, '')].flatMap((one) => [
    ...[one, `${one}at`, `${one}date`, `date${one}`, `${one}on`, `${one}time`],
  ]);
  const found = forms.map((form) => scalarsByPlain.get(form)?.find(fits)).find((name) => name !== undefined);
  // `min_price` of the `unit_price`
  return found ?? (isText ? undefined : theOnly([...scalars].filter((name) => lastWord(name) === plain && fits(name))));
};
