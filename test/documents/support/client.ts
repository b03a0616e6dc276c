/** A client of a service that knows only the document. */
import type { VivariumWorld } from '../../../src/index.ts';
import { idIn, itemIn, itemsIn } from './items.ts';
import { type Answer, isJson } from './judge.ts';
import {
  isObject,
  membersOf,
  plainPath,
  queryIdOf,
  type Raw,
  type RawDocument,
  type RawOperation,
} from './raw-document.ts';
import type { BuiltBody, BuiltRequest, Parts, RequestBuilder } from './requests.ts';

export interface Reply extends Answer {
  readonly headers: Headers;
  /** Undefined if the body is not JSON. */
  readonly value: Raw | undefined;
}

export interface Client {
  readonly send: (operation: RawOperation, parts: Parts) => Promise<Reply>;
  /** The ids for the path parameters, and for the query if it names the item: of existing items, or of created ones. Others, and those that the parameter does not accept, are omitted. */
  readonly findIds: (operation: RawOperation) => Promise<ReadonlyMap<string, KnownId>>;
}

export interface KnownId {
  readonly id: string;
  /** The operation whose response had it. */
  readonly from: RawOperation;
}

/** Sends a request whose path is below the base path. */
export type Send = (built: BuiltRequest) => Promise<Reply>;

/**
 * `listed`: the results of lists by path; a new world has the same, so clients of one document may share them. Undefined
 * once an item was created there: a later list may show it, and another world does not have it.
 */
export const createClient = (
  sendBuilt: Send,
  document: RawDocument,
  builder: RequestBuilder,
  listed: Map<string, Found | undefined>,
): Client => {
  const send: Client['send'] = (operation, parts) => sendBuilt(builder.build(operation, parts));
  /** An error may list problems. */
  const listAt = async (operation: RawOperation, parts: Parts, path: string): Promise<readonly Raw[]> => {
    const { status, value } = await send(operation, parts);
    return status < 400 ? itemsIn(value, path) : [];
  };
  /** The first item of a list at the path, else the response to a creation there. */
  const findItem = async (path: string, ids: ReadonlyMap<string, KnownId>): Promise<Found | undefined> => {
    const known = listed.get(path);
    if (known !== undefined) return known;
    /** With the names that this operation has for the parameters of the path. */
    const partsFor = (operation: RawOperation): Parts => {
      const names = parametersIn(operation.path);
      const known = parametersIn(path).flatMap((name, at): readonly [string, string][] => {
        const found = ids.get(name);
        return found === undefined ? [] : [[names[at] as string, found.id]];
      });
      return { known: new Map(known), isWhole: false };
    };
    const list = operationAt(document, 'GET', path);
    const [first] = list === undefined ? [] : await listAt(list, partsFor(list), path);
    if (list !== undefined && first !== undefined) {
      const found = { item: first, from: list };
      // Items below a created item are only in this world.
      if (!listed.has(path) && [...ids.values()].every(({ from }) => from.method === 'GET')) listed.set(path, found);
      return found;
    }
    const search = searches
      .map((word) => operationAt(document, 'POST', `${path.replace(/\/$/, '')}/${word}`))
      .find(Boolean);
    const [listedItem] = search === undefined ? [] : await listAt(search, partsFor(search), path);
    if (search !== undefined && listedItem !== undefined) return { item: listedItem, from: search };
    const create = operationAt(document, 'POST', path);
    if (create === undefined) return undefined;
    listed.set(path, undefined);
    const body = builder.bodyFor(create, true);
    const { status, value } = await send(create, { ...partsFor(create), ...(body !== undefined && { body }) });
    // A client knows what it has sent.
    const sent = isObject(body?.value) ? itemIn(body.value) : undefined;
    const item = status < 400 ? (itemIn(value) ?? sent) : undefined;
    // An acknowledgement shows no id.
    const isUnknown = item === undefined || idIn(item, 'id') === undefined;
    const [created] = list === undefined || !isUnknown ? [] : await listAt(list, partsFor(list), path);
    return list !== undefined && created !== undefined ? { item: created, from: list } : item && { item, from: create };
  };
  return {
    send,
    findIds: async (operation) => {
      const { path } = operation;
      const ids = new Map<string, KnownId>();
      const segments = plainPath(path).split('/');
      for (const [place, segment] of segments.entries()) {
        const [, name] = /^\{([^}]*)\}/.exec(segment) ?? [];
        if (name === undefined) continue;
        const found = await findItem(segments.slice(0, place).join('/'), ids);
        // `/flows/name/{name}` finds an item of `/flows`.
        const other = found ?? (await findItem(segments.slice(0, place - 1).join('/'), ids));
        if (other === undefined) continue;
        // `/things/parts/{id}` is about a part.
        const isOther = found === undefined && name === 'id' && !/id$/i.test(segments[place - 1] ?? '');
        const id = isOther ? undefined : found === undefined ? namedId(other.item, name) : idIn(found.item, name);
        if (id !== undefined && builder.accepts(operation, name, id)) ids.set(name, { id, from: other.from });
      }
      const name = queryIdOf(operation);
      // A creation names another item: that of its own path would be made by it.
      if (operation.method === 'POST' && operationAt(document, 'POST', path) === operation) return ids;
      const named = name === undefined ? undefined : await findItem(plainPath(path), ids);
      const id = named && idIn(named.item, name as string);
      if (id !== undefined && builder.accepts(operation, name as string, id))
        ids.set(name as string, { id, from: named?.from as RawOperation });
      return ids;
    },
  };
};

/** Lists by POST. */
const searches = ['filter', 'list', 'paginate', 'query', 'search'];

const namedId = (item: Raw, name: string): string | undefined => {
  const value = isObject(item) ? (item[name] ?? item[`${name}_name`]) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

export interface Found {
  readonly item: Raw;
  readonly from: RawOperation;
}

export const textsOf = (ids: ReadonlyMap<string, KnownId>): ReadonlyMap<string, string> =>
  new Map([...ids].map(([name, { id }]) => [name, id]));

const operationAt = ({ operations }: RawDocument, method: string, path: string): RawOperation | undefined =>
  operations.find((one) => one.method === method && erase(one.path) === erase(path));

export const parametersIn = (path: string): readonly string[] =>
  [...plainPath(path).matchAll(/\{([^}]*)\}/g)].map(([, name]) => name as string);

/** Templates that differ only in the names of their parameters are the same path. */
const erase = (path: string): string => plainPath(path).replaceAll(/\{[^}]*\}/g, '{}');

export const sendBy = async (fetch: VivariumWorld['fetch'], url: string, built: BuiltRequest): Promise<Reply> => {
  const { method, path, headers, body } = built;
  const encoded = body === undefined || ['GET', 'HEAD'].includes(method) ? undefined : encode(body);
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...encoded?.headers },
    body: encoded?.content ?? null,
  });
  const mediaType = response.headers.get('content-type') ?? '';
  const text = await response.text();
  return { status: response.status, headers: response.headers, mediaType, text, value: parseJson(mediaType, text) };
};

const parseJson = (mediaType: string, text: string): Raw | undefined => {
  if (!isJson(mediaType)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface Encoded {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | FormData;
}

const encode = ({ mediaType, value }: BuiltBody): Encoded => {
  if (isJson(mediaType)) return { headers: { 'content-type': mediaType }, content: JSON.stringify(value) };
  // With the boundary that fetch sets in the header.
  if (mediaType.startsWith('multipart/')) return { headers: {}, content: encodeParts(value) };
  if (mediaType === 'application/x-www-form-urlencoded')
    return { headers: { 'content-type': mediaType }, content: encodeForm(value) };
  const concrete = mediaType.replace('/*', '/plain').replace('*/', 'text/');
  return { headers: { 'content-type': concrete }, content: isObject(value) ? '<value/>' : String(value) };
};

const encodeForm = (value: Raw): string => {
  const form = new URLSearchParams();
  for (const [name, member] of membersOf(value)) {
    for (const one of [member].flat()) form.append(name, isObject(one) ? JSON.stringify(one) : String(one));
  }
  return form.toString();
};

const encodeParts = (value: Raw): FormData => {
  const form = new FormData();
  for (const [name, member] of membersOf(value)) {
    for (const one of [member].flat()) {
      const isStructured = typeof one === 'object' && one !== null;
      form.append(name, isStructured ? new Blob([JSON.stringify(one)], { type: 'application/json' }) : String(one));
    }
  }
  return form;
};
