/** Lists of the values that items have in a property: `GET /tags` of articles with a `tagList`, `GET /products/categories`. */

import { getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { ListBinding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { isSentIn } from '../../openapi/resources/bind/request-mapping.ts';
import { type FoundOperations, type ResourceGroup, roleOf } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { pagingFor } from '../../openapi/resources/describe/list-parameters.ts';
import { isUsualList } from '../../openapi/resources/describe/paging-names.ts';
import { parametersOf } from '../../openapi/resources/describe/sent-parameters.ts';
import {
  isRead,
  lastSegment,
  parentPath,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { Known } from '../../openapi/resources/find/finder-context.ts';
import { listAt } from '../../openapi/resources/find/views.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import { wordLists } from '../words/index.ts';

/** Lists what items have, by a name of both, in place of items of their own: `GET /category_slugs` of categories with a `slug`. */
export const findPartsListed = (finding: Known): void => {
  const { groups, byPath, isFree, describe } = finding;
  const open = Map.groupBy(
    groups.filter(({ kind, parents }) => kind === 'list' && parents.length === 0),
    ({ noun }) => singularOf(noun),
  );
  for (const [path, candidates] of byPath) {
    const words = wordsOf(lastSegment(path));
    const [noun, property = ''] = [words.slice(0, -1).join('-'), words.at(-1)];
    if (noun === '' || path.includes('{}')) continue;
    const [group] = open.get(singularOf(noun)) ?? [];
    if (group === undefined || ![...group.itemSchema.properties].some((name) => isSameNoun(name, property))) continue;
    for (const candidate of candidates.filter(isFree)) {
      const shape = listAt(candidate, finding);
      const shown = shape === undefined ? [] : [...describe(shape.key).properties];
      if (shown.length === 0 || !shown.every((name) => group.itemSchema.properties.has(name))) continue;
      const reason = `Lists the ${property} and more of the items of ${group.template}.`;
      group.roles.push(roleOf('list', candidate, { shape, reason }));
    }
  }
};

/** Binds lists that nothing else has bound. */
export const bindValues = ({
  bound,
  candidates,
  specs,
  binder,
}: FoundOperations & { readonly binder: Binder }): void => {
  if (binder.compilation.stateless) return;
  const lists = [...specs].filter(([{ kind }]) => kind === 'list');
  for (const candidate of candidates) {
    const { operation, hint } = candidate;
    const { noun, parameters, above } = candidate.path;
    const isOpen = hint === undefined && isRead(candidate) && parameters.length === 0;
    if (!isOpen || bound.get(operation)?.binding !== undefined) continue;
    const place = placeOf(candidate, binder);
    if (place === undefined) continue;
    const near = lists.filter(([{ path }]) => path === above);
    const others = lists.filter(([{ path }]) => parentPath(path) === above);
    const owner = theOnly(
      (near.length > 0 ? near : others).flatMap(([group, spec]) => {
        const property = propertyOf(group, withoutList(noun), near.length > 0, binder);
        const isSent = property !== undefined && (near.length > 0 || isSentIn(group, binder)(property));
        return isSent ? [{ group, spec, property }] : [];
      }),
    );
    if (owner === undefined) continue;
    const { group, spec, property } = owner;
    bound.set(operation, {
      binding: bindingTo(candidate, spec, property, place, binder),
      statelessView: undefined,
      confidence: 'medium',
      reason: `Lists what the items of ${group.template} have in their ${property}.`,
    });
  }
};

/** `tag` of a `tagList`. */
const withoutList = (name: string): string => wordLists.listEnds.withoutEnd(plainName(name)) || name;

interface Place {
  readonly at: readonly string[];
  /** The schema of each text. */
  readonly element: Schema;
}

/** Where a response has a list of texts, which may be empty. What an enum lists is all that there may be. */
const placeOf = (candidate: UnboundOperation, { schemas, describe }: Binder): Place | undefined => {
  const key = candidate.success?.json?.key;
  if (key === undefined) return undefined;
  const placeAt = (at: readonly string[], schema: Schema): Place | undefined => {
    const element = schemas.elementsOf(schema);
    if (element === undefined || schemas.typesOf(element)?.has('string') !== true) return undefined;
    const isOpen = schemas.keywordOf(element, 'enum') === undefined;
    const least = schemas.keywordOf(schema, 'minItems') ?? 0;
    return isOpen && Number(least) === 0 ? { at, element } : undefined;
  };
  const whole = placeAt([], { $ref: key });
  if (whole !== undefined) return whole;
  const body = describe(key);
  const lists = [...body.properties].filter((name) => body.typesOf(name)?.has('array'));
  const { noun } = candidate.path;
  const name = lists.find((one) => isSameNoun(one, noun) || isUsualList(one)) ?? theOnly(lists);
  return name === undefined ? undefined : placeAt([name], body.schemaOf(name) as Schema);
};

/** The property of an item with values of this noun: a list of texts or of objects with names; `isNear`: also one text. */
const propertyOf = (
  { itemSchema }: ResourceGroup,
  noun: string,
  isNear: boolean,
  { schemas }: Binder,
): string | undefined => {
  const isValue = (schema: Schema, inner: ItemSchema | undefined) => {
    // All that there may be are listed, used or not.
    if (schemas.keywordOf(schema, 'enum') !== undefined) return false;
    if (schemas.typesOf(schema)?.has('string')) return true;
    return (
      inner !== undefined &&
      !wordLists.ownIds.all.some((id) => inner.properties.has(id)) &&
      wordLists.givenNames.all.some((one) => inner.properties.has(one))
    );
  };
  return [...itemSchema.properties].find((name) => {
    const isList = itemSchema.typesOf(name)?.has('array') === true;
    if (!isList && !isNear) return false;
    if (![name, withoutList(name)].some((one) => isSameNoun(one, noun))) return false;
    const schema = itemSchema.schemaOf(name) as Schema;
    const element = isList ? schemas.elementsOf(schema) : schema;
    return element !== undefined && isValue(element, isList ? itemSchema.elementOf(name) : itemSchema.innerOf(name));
  });
};

/** Each value that the response may show once, in the order of the first items that have them. */
const bindingTo = (
  candidate: UnboundOperation,
  spec: CollectionSpec,
  property: string,
  { at, element }: Place,
  { compilation, schemas, describe, envelopes }: Binder,
): ListBinding => {
  const { success } = candidate;
  const { list } = parametersOf(candidate, 'page', { schemas, describe });
  const check = compilation.checks.checkFor(schemas.adopt(element, success?.json?.key ?? ''));
  // Until an item changes, they are the same.
  const known = new WeakMap<object, readonly string[]>();
  const valuesIn: ListBinding['valuesIn'] = (items) => {
    const found = known.get(items);
    if (found !== undefined) return found;
    const all = new Set([...valuesOf(items)].flatMap(({ value }) => textsIn(getProperty(value, property))));
    const values = [...all].filter((text) => check(text).length === 0);
    known.set(items, values);
    return values;
  };
  return {
    action: 'list',
    ...{ collection: spec, parentParameters: undefined, filters: [], search: undefined, sort: undefined },
    paging: pagingFor(list, schemas, undefined, undefined),
    valuesIn,
    view: envelopes.viewOf(success, { at, noun: candidate.path.noun, cursor: undefined }),
  };
};

const textsIn = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).flatMap((one) => {
    if (typeof one === 'string') return [one];
    const names =
      one !== undefined && isJsonObject(one) ? wordLists.givenNames.all.map((name) => getProperty(one, name)) : [];
    return names.filter((name) => typeof name === 'string').slice(0, 1);
  });
