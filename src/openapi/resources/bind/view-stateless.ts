/** How responses without state follow the request: what reflects it, and how a list is paged. */

import { theOnly } from '../../../core/primitives/the-only.ts';
import { isSameNoun, lastWord } from '../../../core/primitives/words.ts';
import type { ReflectedParameter, StatelessList, StatelessView } from '../../../core/service/operation.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { findId, idParameterFor, textIdOf } from '../describe/find-id.ts';
import { hasOwnId, type ItemSchema, isObject, joinedIn } from '../describe/item-schema.ts';
import { pagingFor } from '../describe/list-parameters.ts';
import type { ItemShape } from '../describe/locate-items.ts';
import { isPageProperty, isUsualList } from '../describe/paging-names.ts';
import { parametersOf } from '../describe/sent-parameters.ts';
import { positionInPath, type UnboundOperation } from '../describe/unbound-operation.ts';
import type { Binder } from './binder.ts';
import { cursorNameOf } from './find-envelopes.ts';

export const statelessViewOf = (candidate: UnboundOperation, binder: Binder): StatelessView => {
  const { operation, success, bodyKey } = candidate;
  const { shapes, describe } = binder;
  const { noun, endsInParameter } = candidate.path;
  const key = success?.json?.key;
  const list = key === undefined ? undefined : listOf(candidate, key, binder);
  const sent = shapes.itemIn(bodyKey, noun);
  const shapeIn = (like: ItemSchema | undefined): ItemShape | undefined =>
    list === undefined ? shapes.itemIn(key, noun, like) : undefined;
  const guessed = shapeIn(undefined);
  // What is sent is shown in the object that has it.
  const found = guessed?.at.length === 0 && sent !== undefined ? shapeIn(describe(sent.key)) : guessed;
  const item = found?.listed === false ? found : undefined;
  const isAction = operation.method !== 'GET' && !endsInParameter && item !== undefined;
  const effects = isAction ? binder.effectsOf(candidate, describe(item.key), binder.schemas) : [];
  return {
    sent: sent?.listed === false ? sent.at : [],
    sentList: list && shapes.listIn(bodyKey, noun)?.at,
    item: item?.at ?? [],
    strip: item && binder.compilation.strips.writeOnlyFor(item.key),
    parameters: pathParametersOf(candidate, item && describe(item.key), binder),
    effects: effects.filter(({ to }) => to.type !== 'add' && to.type !== 'add-sent'),
    list,
  };
};

/** The path parameters with the names of their properties: `petId` is `petId`, or at the end of the path `id`. */
const pathParametersOf = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema | undefined,
  { schemas }: Binder,
): readonly ReflectedParameter[] => {
  const { erased, noun, parameters, endsInParameter } = candidate.path;
  // A segment may have several: `/range/{from}-{to}`.
  const written = [...candidate.operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string);
  const names = [...written.filter((name) => !parameters.includes(name)), ...parameters];
  return names.flatMap((name, index): readonly ReflectedParameter[] => {
    const parameter = positionInPath(candidate, name);
    if (!endsInParameter || index < names.length - 1) return [{ parameter, names: [name] }];
    const taken = idParameterFor(candidate, name, schemas);
    const id = itemSchema && findId(itemSchema, noun, taken)?.property;
    const text = id === undefined ? undefined : textIdOf(itemSchema as ItemSchema, id, taken);
    const own = { parameter, names: [name, lastWord(name), ...(text === undefined ? [] : [text])] };
    if (!erased.endsWith('/{}/{}') || !(itemSchema && joinedIn(itemSchema))) return [own];
    return [own, { parameter, names: joined, above: positionInPath(candidate, names[index - 1] as string) }];
  });
};

/** Properties of what a path names by its owner and its name: `/repos/{owner}/{repo}`. */
const joined = ['full_name', 'full_path', 'full_slug', 'path_with_namespace', 'name_with_owner'];

const listOf = (candidate: UnboundOperation, key: string, binder: Binder): StatelessList | undefined => {
  const { shapes, describe, envelopes, schemas } = binder;
  const { noun } = candidate.path;
  const { operation, success } = candidate;
  const { list: parameters, sent } = parametersOf(candidate, 'page', { schemas, describe });
  const known = shapes.listIn(key, noun);
  const path = known?.at ?? anyListIn(key, noun, binder, 0);
  if (path === undefined) return undefined;
  const itemSchema = known && describe(known.key);
  const cursors = envelopes.cursorsIn(key, path, parameters, itemSchema);
  const paging = pagingFor(parameters, schemas, cursors, itemSchema?.typesOf('id'));
  // A list of texts may as well be part of one item.
  if (known === undefined && paging === undefined && path.length > 0) return undefined;
  return {
    path,
    parents: itemSchema === undefined ? [] : parentsOf(candidate, itemSchema),
    paged: paging && {
      paging,
      idProperty: (itemSchema && findId(itemSchema, noun)?.property) ?? 'id',
      sent,
      view: envelopes.viewOf(
        success,
        { at: path, noun, cursor: cursorNameOf(paging, parameters.parameters) },
        { isSent: (paging.from ?? -1) >= operation.parameters.length },
      ),
    },
  };
};

/** Lists are searched in objects up to this depth. */
const deepest = 2;

/** The path to a list of any values: the body itself, or the only list of it that has a usual name or no other beside it. */
const anyListIn = (key: string, noun: string, binder: Binder, depth: number): readonly string[] | undefined => {
  const { schemas } = binder;
  const { schema } = schemas.get(key);
  if (schemas.typesOf(schema)?.has('array')) return [];
  if (!isObject(schema, schemas) || depth > deepest) return undefined;
  const owner = binder.describe(key);
  if (hasOwnId(owner)) return undefined;
  const names = [...owner.properties];
  const lists = names.filter((name) => owner.typesOf(name)?.has('array'));
  const usual = lists.filter((name) => isSameNoun(name, noun) || isUsualList(name));
  const [only, ...others] = usual.length > 0 ? usual : lists;
  if (only !== undefined) return others.length === 0 ? [only] : undefined;
  const nested = names.flatMap((name): readonly (readonly string[])[] => {
    const child = owner.schemaOf(name);
    if (child === undefined || isPageProperty(name) || !isObject(child, schemas)) return [];
    const found = anyListIn(schemas.adopt(child, key), noun, binder, depth + 1);
    return found === undefined || found.length === 0 ? [] : [[name, ...found]];
  });
  return theOnly(nested);
};

/** Parameters such as `userId`, in items with an id of their own. The items below `/users/{id}` may be users. */
const parentsOf = (candidate: UnboundOperation, itemSchema: ItemSchema): readonly ReflectedParameter[] => {
  const own = [...itemSchema.properties].some(wordLists.ownIds.has);
  if (!own) return [];
  return candidate.path.parameters.flatMap((name): readonly ReflectedParameter[] => {
    const isParent = wordLists.ownIds.ends(name) && !wordLists.ownIds.has(name);
    return isParent ? [{ parameter: positionInPath(candidate, name), names: [name] }] : [];
  });
};
