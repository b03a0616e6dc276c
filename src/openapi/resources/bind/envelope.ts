/** The metadata next to the items of a list: totals, cursors, links. */
import { plainName } from '../../../core/primitives/singular.ts';
import type { ListView, PageFact, PageProperty, Paging } from '../../../core/service/binding.ts';
import type { ResponseHeader } from '../../../core/service/operation.ts';
import { firstOf, partsOf } from '../../schema/applicable-schemas.ts';
import type { Schema } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { type Describe, type ItemSchema, isObject } from '../describe/item-schema.ts';
import {
  booleanFact,
  cursorFact,
  headerFact,
  isTotal,
  numberFact,
  pageContainers,
  urlFact,
} from '../describe/paging-names.ts';

export interface EnvelopeOptions {
  /** The schema of the body. */
  readonly key: string;
  /** The path to the items. */
  readonly at: readonly string[];
  readonly noun: string;
  readonly paging: Paging | undefined;
}

const deepest = 3;

/** Access to the schemas below an envelope. */
interface Schemas {
  readonly schemas: SchemaSet;
  readonly describe: Describe;
}

export const createEnvelopes = (schemas: SchemaSet, describe: Describe) => {
  const access: Schemas = { schemas, describe };
  return {
    factsOf: (options: EnvelopeOptions): readonly PageProperty[] =>
      options.at.length === 0 ? [] : factsIn(describe(options.key), [], options, access),
    /** Whether responses contain cursors. */
    hasCursor: (key: string, path: readonly string[]): boolean =>
      path.length > 0 &&
      factsIn(describe(key), [], { key, at: path, noun: '', paging: undefined }, access).some(({ fact }) =>
        fact.endsWith('cursor'),
      ),
    headersOf: (headers: readonly ResponseHeader[]): ListView['headers'] =>
      headers.flatMap(({ name }) => {
        const fact = headerFact(name);
        return fact === undefined ? [] : [{ name, fact }];
      }),
  };
};

/** The page properties below a path of the body. */
const factsIn = (
  parent: ItemSchema,
  parentPath: readonly string[],
  options: EnvelopeOptions,
  access: Schemas,
): readonly PageProperty[] => {
  const inLinks = isLinkContainer(parentPath.at(-1));
  return [...parent.properties].flatMap((name): readonly PageProperty[] => {
    const path = [...parentPath, name];
    if (path.length === options.at.length && startsWith(options.at, path)) return [];
    const child = childObject(parent, name, access);
    if (child === undefined) return scalarFact(parent, path, options, access);
    if (inLinks && child.properties.has('href')) {
      const fact = urlFact(name);
      return fact === undefined ? [] : [{ path: [...path, 'href'], fact, whenMissing: 'empty', linkProperties: [] }];
    }
    const isSearched = startsWith(options.at, path) || pageContainers.has(plainName(name));
    return path.length < deepest && isSearched ? factsIn(child, path, options, access) : [];
  });
};

const isLinkContainer = (name: string | undefined): boolean =>
  name !== undefined && (/links?$/.test(plainName(name)) || plainName(name) === 'meta');

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.length <= path.length && start.every((name, index) => name === path[index]);

const childObject = (parent: ItemSchema, name: string, { schemas, describe }: Schemas): ItemSchema | undefined => {
  const schema = parent.schemaOf(name) as Schema;
  return isObject(schema, schemas) ? describe(schemas.adopt(schema, parent.key)) : undefined;
};

/** The fact of a property that is not an object. */
const scalarFact = (
  parent: ItemSchema,
  path: readonly string[],
  options: EnvelopeOptions,
  access: Schemas,
): readonly PageProperty[] => {
  const name = path.at(-1) as string;
  const fact = factFor(parent, name, isLinkContainer(path.at(-2)), options);
  if (fact !== undefined) return [{ path, fact, whenMissing: withoutFor(parent, name), linkProperties: [] }];
  const linkProperties = linkPropertiesOf(parent, name, access);
  return linkProperties === undefined ? [] : [{ path, fact: 'link-list', whenMissing: 'absent', linkProperties }];
};

/** The properties of the links in a list of links; undefined if it is not one, or if they require unknown values. */
const linkPropertiesOf = (
  parent: ItemSchema,
  name: string,
  { schemas, describe }: Schemas,
): readonly string[] | undefined => {
  const schema = parent.schemaOf(name) as Schema;
  const items = parent.typesOf(name)?.has('array') && firstOf(partsOf(schemas, schema, 'some'), 'items');
  if (typeof items !== 'object') return undefined;
  const link = describe(schemas.adopt(items, parent.key));
  if (!link.properties.has('href') || !link.properties.has('rel')) return undefined;
  const known = ['href', 'rel', 'method'].filter((property) => link.properties.has(property));
  const listsRelations = firstOf(partsOf(schemas, link.schemaOf('rel') as Schema, 'some'), 'enum') !== undefined;
  return !listsRelations && link.required.every((property) => known.includes(property)) ? known : undefined;
};

const factFor = (
  itemSchema: ItemSchema,
  name: string,
  inLinks: boolean,
  options: EnvelopeOptions,
): PageFact | undefined => {
  const types = itemSchema.typesOf(name);
  const isByCursor = options.paging?.style === 'cursor';
  if (types?.has('boolean')) return booleanFact(name);
  if (types?.has('integer') || types?.has('number'))
    return numberFact(name, options.noun, [...itemSchema.properties].some(isTotal));
  if (types !== undefined && !types.has('string')) return undefined;
  const isUrl = /^ur[il]/.test(itemSchema.formatOf(name) ?? '') || /(url|uri|link|href)$/i.test(name) || inLinks;
  const cursor = cursorFact(name, isByCursor);
  // `meta` may contain links and cursors: a property without the name of a link may be a cursor.
  const fact = isUrl ? (urlFact(name) ?? (inLinks ? cursor : undefined)) : (cursor ?? urlFact(name));
  // A `url` or `first` that is not below `links` may mean anything.
  const isVague = fact === 'self-url' || ((fact === 'first-url' || fact === 'last-url') && !isUrl);
  return isVague && !inLinks && plainName(name) !== 'self' ? undefined : fact;
};

const withoutFor = (itemSchema: ItemSchema, name: string): PageProperty['whenMissing'] => {
  const types = itemSchema.typesOf(name);
  if (types?.has('null')) return 'null';
  return itemSchema.required.includes(name) ? 'empty' : 'absent';
};

export type Envelopes = ReturnType<typeof createEnvelopes>;
