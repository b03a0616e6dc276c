/** The collection of items that are only read one by one: without a list, nothing else in a document tells that they are items. */
import { decodePercent } from '../../../../core/http/http.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../../core/primitives/json.ts';
import { idText } from '../../../../core/state/item-key.ts';
import { camelCase } from '../paths/path-words.ts';
import { isParameter, nounOf } from '../paths/paths.ts';
import { type Recorded, responseJson } from '../paths/recorded.ts';
import type { PathKind } from './operation-names.ts';
import type { DraftOperation } from './operations.ts';

/** The `x-vivarium` of the operation; undefined: there is a list, or not every example shows the id of its path. */
export const statedCollection = (
  { at, method, requests }: DraftOperation,
  kinds: ReadonlyMap<string, PathKind>,
): JsonObject | undefined => {
  const { segments } = at;
  const parent = at.path.replace(/\/\{[^{}]*\}\/?$/, '');
  const isAlone = isParameter(segments.at(-1)) && segments.filter(isParameter).length === 1 && !kinds.has(parent);
  const shown = requests.filter(({ status }) => status === 200);
  if (method !== 'GET' || !isAlone || shown.length === 0 || !requests.every(({ seen }) => seen.isExample === true))
    return undefined;
  const id = idProperty(shown);
  const collection = camelCase(nounOf(segments));
  return id === undefined || collection === '' ? undefined : { collection, ...(id !== 'id' && { id }) };
};

const idProperty = (requests: readonly Recorded[]): string | undefined => {
  const pairs = requests.map((one) => [responseJson(one), decodePercent(one.segments.at(-1) ?? '')] as const);
  const isId = (name: string): boolean =>
    pairs.every(([item, value]) => isJsonObject(item ?? null) && idIn(item, name) === value);
  const [first] = pairs[0] ?? [];
  const names = isJsonObject(first ?? null) ? Object.keys(first as JsonObject) : [];
  return ['id', ...names].find(isId);
};

const idIn = (item: Json | undefined, name: string): string | undefined =>
  idText(getProperty(item as JsonObject, name));
