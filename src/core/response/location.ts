/** Where a created item is. */

import { encodePercent, originOf } from '../http/http.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Binding } from '../service/binding.ts';
import type { Operation, ResponseHeader, ResponseSpec } from '../service/operation.ts';
import { splitKey } from '../state/item-key.ts';

/** Where a created item is (RFC 9110, section 10.2.2), as far as the document gives the answer such a header. */
export const locationHeader = (
  call: RequestContext,
  { headers }: ResponseSpec,
  binding: Binding,
  key: string,
): readonly string[] => {
  const header = headers.find(({ name }) => name.toLowerCase() === 'location');
  return header === undefined ? [] : [header.name, addressFor(call, header, locationOf(call, binding, key))];
};

/** As a path, but where only a whole address is what the document says of the header. */
export const addressFor = ({ request }: RequestContext, header: ResponseHeader, path: string): string =>
  firstFitting(header, [path, `${originOf(request)}${path}`]);

/** As a link to itself, in the first form that the document takes. */
export const selfLinkFor = ({ request }: RequestContext, header: ResponseHeader, path: string): string => {
  const whole = `${originOf(request)}${path}`;
  return firstFitting(header, [`<${path}>; rel="self"`, `<${whole}>; rel="self"`, whole]);
};

/** The first of all where none fits. */
const firstFitting = ({ check }: ResponseHeader, forms: readonly [string, ...string[]]): string =>
  forms.find((form) => check(form).length === 0) ?? forms[0];

const locationOf = (call: RequestContext, { action, collection }: Binding, key: string): string => {
  const { service, request } = call;
  const { base } = call.place as Exclude<RequestContext['place'], undefined>;
  const { parents, id } = splitKey(collection, key);
  for (const operation of service.operations) {
    const path = pathOfItem(operation, collection.name, parents, id);
    if (path !== undefined) return `${request.pathPrefix}${base}${path}`;
  }
  const own = `${request.pathPrefix}${request.path.replace(/\/$/, '')}`;
  return action === 'create' && id !== undefined ? `${own}/${encodePercent(id)}` : own;
};

/** The path under which the operation reads this item; undefined where it reads others, or not by its path alone. */
const pathOfItem = (
  { binding, path, parameters }: Operation,
  collection: string,
  parents: readonly string[],
  id: string | undefined,
): string | undefined => {
  if (binding?.action !== 'read' || binding.collection.name !== collection || binding.key === 'body') return undefined;
  const positions = [...binding.scope, ...(binding.key === undefined ? [] : [binding.key])];
  const values = new Map(positions.map((position, at) => [parameters[position]?.name, [...parents, id][at]]));
  const filled = path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encodePercent(value);
  });
  return filled.includes('{') ? undefined : filled;
};
