/** Items that a response does not show as the document says: only their address, or without their envelope. */
import { decodePercent } from '../../core/http/http.ts';
import { isJsonObject, type Json, setProperty, stringifyJson } from '../../core/primitives/json.ts';
import { valueAt } from '../../core/primitives/json-path.ts';
import type { Operation } from '../../core/service/operation.ts';
import { typedId } from '../../core/state/item-key.ts';
import { headerIn, jsonOf, type SeenAnswer, type SeenBody } from '../recording/recording.ts';

/** As the body that would show it; undefined if the response shows it itself, or does not tell its id. */
export const createdItem = (
  { binding }: Operation,
  body: SeenBody | undefined,
  { status, headers, body: shown }: SeenAnswer,
): SeenBody | undefined => {
  if (binding?.action !== 'create' || status >= 300 || shown !== undefined) return undefined;
  const { collection, view } = binding;
  const sent = jsonOf(body);
  const [address = ''] = (headerIn(headers, 'location') ?? '').split(/[?#]/);
  const id = address.split('/').findLast((segment) => segment !== '');
  if (id === undefined || sent === undefined || !isJsonObject(sent) || collection.idProperty === undefined)
    return undefined;
  const item: Record<string, Json> = {};
  setProperty(item, collection.idProperty, typedId(collection, decodePercent(id)));
  for (const name of Object.keys(sent)) if (name !== collection.idProperty) setProperty(item, name, sent[name] as Json);
  return jsonBody(within(item, view.path));
};

/** The items in the envelope that the document has for them; undefined if there is none, or they are in it. */
export const wrappedItems = ({ binding }: Operation, body: SeenBody | undefined): SeenBody | undefined => {
  const items = jsonOf(body);
  if (binding === undefined || binding.view.path.length === 0 || items === undefined) return undefined;
  return valueAt(items, binding.view.path) === undefined ? jsonBody(within(items, binding.view.path)) : undefined;
};

const within = (value: Json, path: readonly string[]): Json =>
  path.reduceRight<Json>((inner, token) => ({ [token]: inner }), value);

const jsonBody = (value: Json): SeenBody => ({
  text: stringifyJson(value),
  isBase64: false,
  type: 'application/json',
});
