/** The metadata next to the items of a list: totals, cursors, links. */
import { type Json, valueAt } from '../../../core/primitives/json.ts';
import { plainName } from '../../../core/primitives/words.ts';
import type { ListView, Paging } from '../../../core/service/binding.ts';
import type { Parameter, ResponseHeader } from '../../../core/service/operation.ts';
import type { PageFact, PageProperty } from '../../../core/service/page-fact.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { firstOf, mayBeNumber, type Schema, type SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { type Describe, hasOwnId, type ItemSchema, ofEach } from '../describe/item-schema.ts';
import type { ListParameters } from '../describe/list-order.ts';
import { continuationNames, type ResponseCursors } from '../describe/list-parameters.ts';
import {
  booleanFact,
  cursorFact,
  directionOf,
  headerFact,
  isIdCursor,
  isPageContainer,
  isPageNumber,
  numberFact,
  parameterOf,
  urlFact,
} from '../describe/paging-names.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';

interface EnvelopeOptions {
  /** The schema of the body. */
  readonly key: string;
  /** The path to the items. */
  readonly at: readonly string[];
  readonly noun: string;
  /** The plain name of the parameter with the cursor; undefined: the list is not paged by cursor. */
  readonly cursor: string | undefined;
  readonly example?: Json | undefined;
  /** The parameters of which one may take the cursor, if that is not known yet. */
  readonly continuations?: ReadonlySet<string>;
}

/** The plain name of the parameter that takes the cursor; undefined: the list is not paged by cursor. */
export const cursorNameOf = (
  paging: Paging | undefined,
  parameters: readonly Pick<Parameter, 'name'>[],
): string | undefined =>
  paging?.style === 'cursor' && paging.from !== undefined ? plainName(parameters[paging.from]?.name ?? '') : undefined;

/** A page that is selected in the body has a cursor, but no URL. */
const withoutOwner = ({ around, ...fact }: PageProperty): PageProperty =>
  around === undefined || fact.fact.endsWith('-url') ? fact : { ...fact, around };

const deepest = 4;

/** Access to the schemas below an envelope. */
interface Schemas {
  readonly schemas: SchemaSet;
  readonly describe: Describe;
  /** The lists of links in an object, by their names. */
  readonly linksOf: (parent: ItemSchema) => ReadonlyMap<string, Links>;
  /** The names of its addresses of pages. */
  readonly urlsOf: (parent: ItemSchema) => readonly string[];
  /** Its properties without lists, but with lists of links. */
  readonly namesOf: (parent: ItemSchema) => readonly string[];
}

const headersOf = (headers: readonly ResponseHeader[]): ListView['headers'] =>
  headers.flatMap(({ name }) => {
    const fact = headerFact(name);
    return fact === undefined ? [] : [{ name, fact }];
  });

export const createEnvelopes = (schemas: SchemaSet, describe: Describe) => {
  const linksOf = ofEach(
    (parent): ReadonlyMap<string, Links> =>
      new Map(
        [...parent.properties].flatMap((name): readonly [string, Links][] => {
          const links = linksIn(parent, name, { schemas, describe });
          return links === undefined ? [] : [[name, links]];
        }),
      ),
  );
  const urlsOf = ofEach((parent): readonly string[] =>
    [...parent.properties].filter((name) => urlFact(name)?.endsWith('-url')),
  );
  const isList = (types: ReturnType<ItemSchema['typesOf']>) => types?.has('array') && types.size === 1;
  const namesOf = ofEach((parent): readonly string[] =>
    [...parent.properties].filter((name) => !isList(parent.typesOf(name)) || linksOf(parent).has(name)),
  );
  const access: Schemas = { schemas, describe, linksOf, urlsOf, namesOf };
  const factsOf = (options: EnvelopeOptions): readonly PageProperty[] =>
    factsIn(describe(options.key), [], options, access).map(({ property }) => property);
  return {
    factsOf,
    headersOf,
    /** How a response shows a list. `isSent`: whether the body of the request selects its page. */
    viewOf: (
      success: UnboundOperation['success'],
      place: Pick<EnvelopeOptions, 'at' | 'noun' | 'cursor'>,
      { isSent = false }: { readonly isSent?: boolean } = {},
    ): ListView => {
      const { key = '', content } = success?.json ?? {};
      const facts = factsOf({ ...place, key, example: content?.example });
      return {
        ...{ path: place.at, projection: undefined, checkItem: undefined },
        facts: isSent ? facts.map(withoutOwner) : facts,
        headers: headersOf(success?.spec.headers ?? []),
      };
    },
    /** The cursors in responses; undefined: they contain none. */
    cursorsIn: (
      key: string,
      at: readonly string[],
      list: ListParameters,
      itemSchema: ItemSchema | undefined,
    ): ResponseCursors | undefined => {
      const continuations = continuationNames(list, itemSchema, schemas);
      const found = factsIn(describe(key), [], { key, at, noun: '', cursor: undefined, continuations }, access);
      const pages = list.parameters.some(({ name }) => isPageNumber(name));
      const cursors = found.filter(
        ({ property: { fact, type } }) =>
          fact.endsWith('cursor') || (!pages && type === 'number' && fact.endsWith('-page')),
      );
      if (cursors.length === 0) return undefined;
      return {
        parameter: cursors.map(({ continues }) => continues).find((name) => name !== undefined),
        areNumbers: cursors.some(({ property }) => property.type === 'number'),
        areIds: cursors.some(({ isId }) => isId),
      };
    },
  };
};

/** A page property, and the facts in its own schema. */
interface Found {
  readonly property: PageProperty;
  /** The parameter that takes its value, by its name. */
  readonly continues: string | undefined;
  readonly isId: boolean;
}

/** The page properties below a path of the body. */
const factsIn = (
  parent: ItemSchema,
  parentPath: readonly string[],
  options: EnvelopeOptions,
  access: Schemas,
): readonly Found[] => {
  const inLinks = isLinkContainer(parentPath.at(-1));
  return access.namesOf(parent).flatMap((name): readonly Found[] => {
    const path = [...parentPath, name];
    if (path.length === options.at.length && startsWith(options.at, path)) return [];
    const child = parent.innerOf(name);
    if (child === undefined) return scalarFact(parent, path, options, access);
    if (child.properties.size === 0) return linkFact(parent, path, access);
    if (inLinks && child.properties.has('href'))
      return directedFacts({ parent, child, path }, ['href'], options, access);
    if (directionOf(name) !== undefined && !hasOwnId(child))
      return directedFacts({ parent, child, path }, [...child.properties], options, access);
    const isSearched =
      startsWith(options.at, path) || isPageContainer(name) || hasCursorOf(child) || child.properties.has('unsorted');
    return path.length < deepest && isSearched ? factsIn(child, path, options, access) : [];
  });
};

interface Child {
  readonly parent: ItemSchema;
  readonly child: ItemSchema;
  readonly path: readonly string[];
}

/** The facts of `next: { after, link }`: each property with the direction in its name. */
const directedFacts = (
  { parent, child, path }: Child,
  names: readonly string[],
  options: EnvelopeOptions,
  access: Schemas,
): readonly Found[] => {
  const direction = path.at(-1) as string;
  const isSize = (name: string) =>
    wordLists.shownSizes.has(name) &&
    mayBeNumber(child.typesOf(name)) &&
    !cursorFact(`${direction}_${name}`, undefined);
  // The sizes come first: without such a page, the object is removed.
  return names
    .toSorted((one, other) => Number(isSize(other)) - Number(isSize(one)))
    .flatMap((name): readonly Found[] => {
      const meaning = `${direction}_${name}`;
      const fact =
        name === 'href'
          ? urlFact(direction)
          : (factFor(child, name, meaning, undefined, options) ?? (isSize(name) ? 'size' : undefined));
      if (fact === undefined) return [];
      const found = foundAs(fact, { owner: child, path: [...path, name], meaning }, options, access);
      // The value is missing with the object around it, if that is optional.
      const without = withoutFor(parent, direction, access);
      const isOptional = without === 'absent' || without === 'null';
      return [isOptional ? { ...found, property: { ...found.property, whenMissing: without, around: path } } : found];
    });
};

interface Place {
  /** The object with the property. */
  readonly owner: ItemSchema;
  readonly path: readonly string[];
  /** Its name, in an object with a direction together with that. */
  readonly meaning: string;
}

const foundAs = (
  fact: PageFact,
  { owner, path, meaning }: Place,
  { continuations, ...rest }: EnvelopeOptions,
  access: Schemas,
): Found => {
  const { example } = rest;
  const name = path.at(-1) as string;
  const address = fact === 'next-cursor' ? formOf('next-url', owner, path, example, access) : {};
  if (address.form !== undefined) return foundAs('next-url', { owner, path, meaning }, rest, access);
  const whenMissing = withoutFor(owner, name, access);
  const type = typeOf(owner, name);
  const limits = type === 'number' ? limitsOf(owner, name, access) : undefined;
  return {
    property: {
      path,
      fact,
      type,
      ...limits,
      whenMissing,
      ...formOf(fact, owner, path, example, access),
      linkProperties: [],
    },
    continues: continuations && parameterOf(meaning, continuations),
    isId: isIdCursor(plainName(meaning)) || owner.formatOf(name) === 'uuid',
  };
};

/** How an address is written: as an example shows it, or as the description says. */
const formOf = (
  fact: PageFact,
  owner: ItemSchema,
  path: readonly string[],
  example: Json | undefined,
  { urlsOf }: Schemas,
): Pick<PageProperty, 'form'> => {
  if (!fact.endsWith('-url')) return {};
  const { schemaOf } = owner;
  const shownAs = (name: string): readonly string[] => {
    const { examples = [] } = Object(schemaOf(name)) as SchemaObject;
    const own = example === undefined ? undefined : valueAt(example, [...path.slice(0, -1), name]);
    return [...examples, own].filter((value) => typeof value === 'string' && value !== '') as string[];
  };
  const name = path.at(-1) as string;
  const { description = '', format } = Object(schemaOf(name)) as SchemaObject;
  // The first page has no previous one: its example is that of the next.
  const others = format === 'uri' ? [] : urlsOf(owner);
  const [shown] = [...shownAs(name), ...others.flatMap(shownAs).filter((text) => /^[?/]/.test(text))];
  if (shown !== undefined)
    return /^\?/.test(shown) ? { form: 'query' } : /^\/(?!\/)/.test(shown) ? { form: 'path' } : {};
  return /\bquery[- ]string\b/i.test(description)
    ? { form: 'query' }
    : /\brelative\b/i.test(description)
      ? { form: 'path' }
      : {};
};

/** The limits of a number of a page. A minimum of 0 or less is none: no such number is negative. */
const limitsOf = (
  owner: ItemSchema,
  name: string,
  { schemas }: Schemas,
): Pick<PageProperty, 'least' | 'most'> | undefined => {
  const parts = schemas.partsOf(owner.schemaOf(name) as Schema, 'all');
  // Laravel has an empty one.
  const usual = plainName(name) === 'lastpage' ? 1 : 0;
  const [least, most] = [Number(firstOf(parts, 'minimum') ?? usual), firstOf(parts, 'maximum')];
  return least > 0 || most !== undefined
    ? { ...(least > 0 && { least }), ...(most !== undefined && { most: Number(most) }) }
    : undefined;
};

const typeOf = (owner: ItemSchema, name: string): PageProperty['type'] => {
  const types = owner.typesOf(name);
  const isNumber = mayBeNumber(types);
  if (types?.has('string')) return isNumber ? undefined : 'text';
  return isNumber ? 'number' : undefined;
};

/** Whether an object has a property with the name of a cursor: then it is about the page, whatever its name is. */
const hasCursorOf = (child: ItemSchema) =>
  !hasOwnId(child) &&
  [...child.properties].some(
    (name) =>
      [wordLists.nextPages, wordLists.previousPages].some(({ starts }) => starts(name)) &&
      cursorFact(name, undefined) !== undefined,
  );

const isLinkContainer = (name: string | undefined) =>
  name !== undefined && (/links?$/.test(plainName(name)) || plainName(name) === 'meta');

const startsWith = (path: readonly string[], start: readonly string[]) =>
  start.every((name, index) => name === path[index]);

/** The fact of a property that is not an object. */
const scalarFact = (
  parent: ItemSchema,
  path: readonly string[],
  options: EnvelopeOptions,
  access: Schemas,
): readonly Found[] => {
  const name = path.at(-1) as string;
  const fact = factFor(parent, name, name, path.at(-2), options);
  return fact === undefined
    ? linkFact(parent, path, access)
    : [foundAs(fact, { owner: parent, path, meaning: name }, options, access)];
};

const linkFact = (parent: ItemSchema, path: readonly string[], { linksOf }: Schemas): readonly Found[] => {
  const links = linksOf(parent).get(path.at(-1) as string);
  return links === undefined
    ? []
    : [{ property: { path, type: undefined, ...links }, continues: undefined, isId: false }];
};

type Links = Pick<PageProperty, 'fact' | 'whenMissing' | 'linkProperties'>;

/** The fact of a list of links, or of links by their relations; undefined if it is neither, or if they require unknown values. */
const linksIn = (
  parent: ItemSchema,
  name: string,
  { schemas, describe }: Pick<Schemas, 'schemas' | 'describe'>,
): Links | undefined => {
  const own = parent.schemaOf(name) as Schema;
  const isList = parent.typesOf(name)?.has('array');
  const items = isList
    ? schemas.elementsOf(own)
    : isLinkContainer(name) && schemas.keywordOf(own, 'additionalProperties', 'some');
  if (typeof items !== 'object') return undefined;
  const link = describe(schemas.adopt(items, parent.key));
  if (!isList)
    return link.properties.has('href') && link.required.every((property) => property === 'href')
      ? { fact: 'link-map', whenMissing: 'absent', linkProperties: [] }
      : undefined;
  const has = (...names: readonly string[]) => names.every((one) => link.properties.has(one));
  const isNumbered = has('url', 'label', 'active');
  if (!isNumbered && !has('href', 'rel')) return undefined;
  const all = isNumbered ? ['url', 'label', 'page', 'active'] : ['href', 'rel', 'method'];
  const known = all.filter((property) => link.properties.has(property));
  const listsRelations = !isNumbered && schemas.keywordOf(link.schemaOf('rel') as Schema, 'enum', 'some') !== undefined;
  if (listsRelations || !link.required.every((property) => known.includes(property))) return undefined;
  return isNumbered
    ? { fact: 'page-links', whenMissing: link.typesOf('url')?.has('null') ? 'null' : 'absent', linkProperties: known }
    : { fact: 'link-list', whenMissing: 'absent', linkProperties: known };
};

/** `meaning`: its name, in an object with a direction together with that. */
const factFor = (
  itemSchema: ItemSchema,
  name: string,
  meaning: string,
  container: string | undefined,
  options: EnvelopeOptions,
): PageFact | undefined => {
  const types = itemSchema.typesOf(name);
  if (types?.has('boolean')) return booleanFact(meaning, itemSchema.properties);
  const isNumber = mayBeNumber(types);
  if (types !== undefined && !isNumber && !types.has('string')) return undefined;
  const isContinued = options.continuations !== undefined && parameterOf(meaning, options.continuations) !== undefined;
  const cursor = isContinued ? 'next-cursor' : cursorFact(meaning, options.cursor);
  if (isNumber) {
    const { description } = Object(itemSchema.schemaOf(name)) as SchemaObject;
    const number = numberFact(meaning, options.noun, itemSchema.properties, description);
    if (options.cursor !== undefined) return cursor ?? number;
    return number ?? (options.continuations === undefined ? undefined : cursor);
  }
  const inLinks = isLinkContainer(container);
  const inMeta = container !== undefined && plainName(container) === 'meta';
  const isUrl =
    /^ur[il]/.test(itemSchema.formatOf(name) ?? '') ||
    wordLists.links.ends(meaning) ||
    // `meta` may contain links and cursors.
    (inLinks && !inMeta);
  // The address of the pages of Laravel. Elsewhere, a path may be that of anything.
  if (plainName(name) === 'path' && isPaginator(itemSchema)) return 'address';
  const fact = isUrl ? (urlFact(meaning) ?? (inLinks ? cursor : undefined)) : (cursor ?? urlFact(meaning));
  // A `url` or `first` may mean anything, unless it is below `links` or beside a link to the next page.
  const isVague = fact === 'self-url' || ((fact === 'first-url' || fact === 'last-url') && !isUrl);
  if (!isVague || inLinks || plainName(name) === 'self') return fact;
  return options.cursor === undefined && hasNextLink(itemSchema) ? fact : undefined;
};

const isPaginator = ({ properties }: ItemSchema) => {
  const facts = [...properties].map((name) => numberFact(name, '', properties));
  return (['page', 'size', 'pages'] as const).every((fact) => facts.includes(fact));
};

const hasNextLink = ofEach(({ properties, typesOf }) =>
  [...properties].some((name) => urlFact(name) === 'next-url' && typesOf(name)?.has('string') === true),
);

const withoutFor = (itemSchema: ItemSchema, name: string, { schemas }: Schemas): PageProperty['whenMissing'] => {
  const types = itemSchema.typesOf(name);
  if (types?.has('null')) return 'null';
  if (!itemSchema.required.includes(name)) return 'absent';
  return schemas.partsOf(itemSchema.schemaOf(name) as Schema, 'all').every(allowsEmpty) ? 'empty' : 'following';
};

const allowsEmpty = ({ format, pattern, enum: listed, minLength = 0, minimum = 0 }: SchemaObject) =>
  (format === undefined || /^(int|float|double)/.test(format)) &&
  pattern === undefined &&
  listed === undefined &&
  minLength === 0 &&
  minimum <= 0;

export type Envelopes = ReturnType<typeof createEnvelopes>;
