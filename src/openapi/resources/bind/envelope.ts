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

export const createEnvelopes = (schemas: SchemaSet, describe: Describe) => {
  const inner = (itemSchema: ItemSchema, name: string): ItemSchema | undefined => {
    const schema = itemSchema.schemaOf(name) as Schema;
    return isObject(schema, schemas) ? describe(schemas.adopt(schema, itemSchema.key)) : undefined;
  };

  /** The properties of the links in a list of links; undefined if it is not one, or if they require unknown values. */
  const linkPropertiesOf = (itemSchema: ItemSchema, name: string): readonly string[] | undefined => {
    const schema = itemSchema.schemaOf(name) as Schema;
    const items = itemSchema.typesOf(name)?.has('array') && firstOf(partsOf(schemas, schema, 'some'), 'items');
    if (typeof items !== 'object') return undefined;
    const link = describe(schemas.adopt(items, itemSchema.key));
    const known = ['href', 'rel', 'method'].filter((property) => link.properties.has(property));
    const isLink = link.properties.has('href') && link.properties.has('rel');
    const listsRelations = firstOf(partsOf(schemas, link.schemaOf('rel') ?? true, 'some'), 'enum') !== undefined;
    return isLink && !listsRelations && link.required.every((property) => known.includes(property)) ? known : undefined;
  };

  const factsIn = (
    itemSchema: ItemSchema,
    parentPath: readonly string[],
    inLinks: boolean,
    options: EnvelopeOptions,
  ): readonly PageProperty[] =>
    [...itemSchema.properties].flatMap((name): readonly PageProperty[] => {
      const path = [...parentPath, name];
      const isItems = options.at.length === path.length && options.at.every((name, index) => name === path[index]);
      if (isItems) return [];
      const deep = inner(itemSchema, name);
      if (deep === undefined) {
        const fact = factFor(itemSchema, name, inLinks, options);
        if (fact !== undefined)
          return [{ path: path, fact, whenMissing: withoutFor(itemSchema, name), linkProperties: [] }];
        const linkProperties = linkPropertiesOf(itemSchema, name);
        return linkProperties === undefined
          ? []
          : [{ path: path, fact: 'link-list', whenMissing: 'absent', linkProperties }];
      }
      if (inLinks && deep.properties.has('href')) {
        const fact = urlFact(name);
        return fact === undefined ? [] : [{ path: [...path, 'href'], fact, whenMissing: 'empty', linkProperties: [] }];
      }
      const leadsToItems =
        options.at[parentPath.length] === name && parentPath.every((token, index) => token === options.at[index]);
      if (path.length >= deepest || !(leadsToItems || pageContainers.has(plainName(name)))) return [];
      return factsIn(deep, path, /links?$/.test(plainName(name)) || plainName(name) === 'meta', options);
    });

  return {
    factsOf: (options: EnvelopeOptions): readonly PageProperty[] =>
      options.at.length === 0 ? [] : factsIn(describe(options.key), [], false, options),
    /** Whether responses contain cursors. */
    hasCursor: (key: string, path: readonly string[]): boolean =>
      path.length > 0 &&
      factsIn(describe(key), [], false, { key, at: path, noun: '', paging: undefined }).some(({ fact }) =>
        /cursor$/.test(fact),
      ),
    headersOf: (headers: readonly ResponseHeader[]): ListView['headers'] =>
      headers.flatMap(({ name }) => {
        const fact = headerFact(name);
        return fact === undefined ? [] : [{ name, fact }];
      }),
  };
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
  const fact = isUrl ? urlFact(name) : (cursorFact(name, isByCursor) ?? urlFact(name));
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
