/** Addresses in headers: the `Location` of created items, and the `Link` (RFC 8288) of a page, of the resource, and of a deprecated operation. */

import { decodePercent, encodePercent, type HttpRequest, linkPath, originOf, withQuery } from '../http/http.ts';
import { perObject } from '../primitives/lazy.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Binding, ItemBinding } from '../service/binding.ts';
import type { Operation, Parameter, ResponseHeader, ResponseSpec } from '../service/operation.ts';
import type { Service } from '../service/service.ts';
import { anyParent, splitKey } from '../state/item-key.ts';

/** The `Location` of a created item (RFC 9110, section 10.2.2), if it is documented, or nothing else tells the client the id. */
export const locationHeader = (
  context: RequestContext,
  { headers, contents }: ResponseSpec,
  binding: Binding,
  key: string,
): readonly string[] => {
  const header = headers.find(({ name }) => name.toLowerCase() === 'location');
  if (header !== undefined) return [header.name, addressFor(context, header, locationOf(context, binding, key))];
  if (contents.length > 0 || binding.action !== 'create') return [];
  const address = readAddress(context, binding, key);
  return address === undefined ? [] : ['Location', address];
};

/** A path, or an absolute URL if the header's schema only accepts that. */
export const addressFor = ({ request }: RequestContext, header: ResponseHeader, path: string): string =>
  firstFitting(header, [path, `${originOf(request)}${path}`]);

const firstFitting = ({ check }: ResponseHeader, formats: readonly [string, ...string[]]): string =>
  formats.find((format) => check(format).length === 0) ?? formats[0];

const locationOf = (context: RequestContext, binding: Binding, key: string): string => {
  const { action, collection } = binding;
  const { request } = context;
  const address = readAddress(context, binding, key);
  if (address !== undefined) return address;
  const { id } = splitKey(collection, key);
  const requestPath = `${request.pathPrefix}${request.path.replace(/\/$/, '')}`;
  return action === 'create' && id !== undefined ? `${requestPath}/${encodePercent(id)}` : requestPath;
};

/** The address at which an operation reads the item; undefined if none does. */
const readAddress = (context: RequestContext, binding: Binding, key: string): string | undefined => {
  const { collection } = binding;
  const { service, request } = context;
  const { base } = context.apiPath as Exclude<RequestContext['apiPath'], undefined>;
  const { parents: own, id } = splitKey(collection, key);
  const parents = own.map((text, index) => (text === anyParent ? inPath(context, binding, index) : text));
  for (const operation of readsIn(service).get(collection.name) ?? []) {
    const path = pathOfItem(operation, parents, id, context.pathValues);
    if (path !== undefined) return `${request.pathPrefix}${base}${path}`;
  }
  return undefined;
};

type ReadOperation = Operation & { readonly binding: ItemBinding & { readonly key: number | undefined } };

/** The operations that read an item by its path, by the names of their collections. */
const readsIn = perObject(({ operations }: Service) =>
  Map.groupBy(
    operations.filter((one) => readsByPath(one)),
    ({ binding }) => binding.collection.name,
  ),
);

const readsByPath = (operation: Operation): operation is ReadOperation =>
  operation.binding?.action === 'read' && typeof operation.binding.key !== 'string';

const inPath = ({ operation, pathValues }: RequestContext, { parentParameters }: Binding, index: number): string => {
  const position = (parentParameters as readonly number[])[index] as number;
  const parameter = operation?.parameters[position] as Parameter;
  return decodePercent(pathValues.get(parameter.name) as string);
};

/** The path at which the operation reads this item; undefined if it needs more than the path. */
const pathOfItem = (
  { binding, path, parameters }: ReadOperation,
  parents: readonly string[],
  id: string | undefined,
  sent: RequestContext['pathValues'],
): string | undefined => {
  const { parentParameters, key } = binding;
  const values = new Map(parentParameters.map((position, index) => [parameters[position]?.name, parents[index]]));
  if (key !== undefined) values.set(parameters[key]?.name, id);
  const filled = path.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const value = values.get(name);
    // Others are those of the request: `/issues.{format}` has the format of `/issues/{id}.{format}`.
    return value === undefined ? (sent.get(name) ?? placeholder) : encodePercent(value);
  });
  return filled.includes('{') ? undefined : linkPath(filled);
};

interface Link {
  readonly href: string;
  readonly rel: string;
}

const linkText = ({ href, rel }: Link) => `<${href}>; rel="${rel}"`;

export const linkHeader = (links: readonly Link[]): string | undefined =>
  links.length === 0 ? undefined : links.map(linkText).join(', ');

/** A link to the requested resource, in the first format that the header's schema accepts. */
export const selfLink = (request: HttpRequest, header: ResponseHeader): string => {
  const target = withQuery(`${request.pathPrefix}${request.path}`, request.query);
  const absolute = `${originOf(request)}${target}`;
  return firstFitting(header, [
    linkText({ href: target, rel: 'self' }),
    linkText({ href: absolute, rel: 'self' }),
    absolute,
  ]);
};

/** The link to the successor version (RFC 5829), with the world's prefix. */
export const successorLink = (
  successorPath: string,
  { request, apiPath, pathValues }: Pick<RequestContext, 'request' | 'apiPath' | 'pathValues'>,
): string => {
  const filled = successorPath.includes('{')
    ? successorPath.replace(/\{([^{}]+)\}/g, (_, name: string) => pathValues.get(name) as string)
    : successorPath;
  const href = `${request.pathPrefix}${apiPath?.base ?? ''}${linkPath(filled)}`;
  return linkText({ href, rel: 'successor-version' });
};
