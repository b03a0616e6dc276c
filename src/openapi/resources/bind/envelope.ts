/** The metadata next to the items of a list: totals, cursors, links. */
import type { ListView, PageFact, PageProperty, Paging } from '../../../core/service/binding.ts';
import type { ResponseHeader } from '../../../core/service/operation.ts';
import { firstOf, partsOf } from '../../schema/applicable-schemas.ts';
import type { Schema } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { type Describe, type ItemSchema, isObject } from '../describe/item-schema.ts';
import { plain } from '../describe/names.ts';
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
  const inner = (element: ItemSchema, name: string): ItemSchema | undefined => {
    const schema = element.schemaOf(name) as Schema;
    return isObject(schema, schemas) ? describe(schemas.adopt(schema, element.key)) : undefined;
  };

  const factFor = (
    element: ItemSchema,
    name: string,
    inLinks: boolean,
    options: EnvelopeOptions,
  ): PageFact | undefined => {
    const types = element.typesOf(name);
    const isByCursor = options.paging?.style === 'cursor';
    if (types?.has('boolean')) return booleanFact(name);
    if (types?.has('integer') || types?.has('number'))
      return numberFact(name, options.noun, [...element.properties].some(isTotal));
    if (types !== undefined && !types.has('string')) return undefined;
    const isUrl = /^ur[il]/.test(element.formatOf(name) ?? '') || /(url|uri|link|href)$/i.test(name) || inLinks;
    const fact = isUrl ? urlFact(name) : (cursorFact(name, isByCursor) ?? urlFact(name));
    // A `url` or `first` that is not below `links` may mean anything.
    const isVague = fact === 'self-url' || ((fact === 'first-url' || fact === 'last-url') && !isUrl);
    return isVague && !inLinks && plain(name) !== 'self' ? undefined : fact;
  };

  /** The properties of the links in a list of links; undefined if it is not one, or if they require unknown values. */
  const linkPropertiesOf = (element: ItemSchema, name: string): readonly string[] | undefined => {
    const schema = element.schemaOf(name) as Schema;
    const items = element.typesOf(name)?.has('array') && firstOf(partsOf(schemas, schema, 'some'), 'items');
    if (typeof items !== 'object') return undefined;
    const link = describe(schemas.adopt(items, element.key));
    const known = ['href', 'rel', 'method'].filter((property) => link.properties.has(property));
    const isLink = link.properties.has('href') && link.properties.has('rel');
    const listsRelations = firstOf(partsOf(schemas, link.schemaOf('rel') ?? true, 'some'), 'enum') !== undefined;
    return isLink && !listsRelations && link.required.every((property) => known.includes(property)) ? known : undefined;
  };

  const withoutFor = (element: ItemSchema, name: string): PageProperty['whenMissing'] => {
    const types = element.typesOf(name);
    if (types?.has('null')) return 'null';
    return element.required.includes(name) ? 'empty' : 'absent';
  };

  const factsIn = (
    element: ItemSchema,
    at: readonly string[],
    inLinks: boolean,
    options: EnvelopeOptions,
  ): readonly PageProperty[] =>
    [...element.properties].flatMap((name): readonly PageProperty[] => {
      const place = [...at, name];
      const isItems = options.at.length === place.length && options.at.every((own, index) => own === place[index]);
      if (isItems) return [];
      const deep = inner(element, name);
      if (deep === undefined) {
        const fact = factFor(element, name, inLinks, options);
        if (fact !== undefined)
          return [{ path: place, fact, whenMissing: withoutFor(element, name), linkProperties: [] }];
        const linkProperties = linkPropertiesOf(element, name);
        return linkProperties === undefined
          ? []
          : [{ path: place, fact: 'link-list', whenMissing: 'absent', linkProperties }];
      }
      if (inLinks && deep.properties.has('href')) {
        const fact = urlFact(name);
        return fact === undefined ? [] : [{ path: [...place, 'href'], fact, whenMissing: 'empty', linkProperties: [] }];
      }
      const leadsToItems = options.at[at.length] === name && at.every((own, index) => own === options.at[index]);
      if (place.length >= deepest || !(leadsToItems || pageContainers.has(plain(name)))) return [];
      return factsIn(deep, place, /links?$/.test(plain(name)) || plain(name) === 'meta', options);
    });

  return {
    factsOf: (options: EnvelopeOptions): readonly PageProperty[] =>
      options.at.length === 0 ? [] : factsIn(describe(options.key), [], false, options),
    /** Whether responses contain cursors. */
    hasCursor: (key: string, at: readonly string[]): boolean =>
      at.length > 0 &&
      factsIn(describe(key), [], false, { key, at, noun: '', paging: undefined }).some(({ fact }) =>
        /cursor$/.test(fact),
      ),
    headersOf: (headers: readonly ResponseHeader[]): ListView['headers'] =>
      headers.flatMap(({ name }) => {
        const fact = headerFact(name);
        return fact === undefined ? [] : [{ name, fact }];
      }),
  };
};

export type Envelopes = ReturnType<typeof createEnvelopes>;
