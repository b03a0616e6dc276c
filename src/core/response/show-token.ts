/** The token of the item that logs in, in the response to a login or a registration. */
import { isJsonObject, setAt, valueAt } from '../primitives/json.ts';
import { issueToken } from '../request/issued-token.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ActionView } from '../resources/action-result.ts';
import type { Binding } from '../service/binding.ts';
import { splitKey } from '../state/item-key.ts';
import type { ResponseBody } from './write-response.ts';

export const showToken = <Body extends ResponseBody | undefined>(
  { state }: RequestContext,
  binding: Binding,
  view: ActionView,
  body: Body,
): Body | ResponseBody => {
  const place = binding.action === 'list' ? undefined : binding.view.token;
  if (place === undefined || body === undefined || view.type !== 'item') return body;
  const { collection } = binding;
  const { id } = splitKey(collection, view.item.key);
  const token = id === undefined ? undefined : issueToken(state, collection.name, id);
  const owner = valueAt(body.value, place.path.slice(0, -1));
  const isFitting = token !== undefined && place.check(token).length === 0 && isJsonObject(owner ?? null);
  return isFitting
    ? { mediaType: body.mediaType, value: setAt(body.value, place.path, token), written: undefined }
    : body;
};
