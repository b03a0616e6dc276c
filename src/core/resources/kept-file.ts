/** Files that a request uploads: the operation that returns the file at the same path then returns this one. */

import { wordLists } from '../../parts/words/index.ts';
import { coversMediaType, encodePercent, essenceOf, isJsonType, normalizePath } from '../http/http.ts';
import { encodeBase64 } from '../primitives/base64.ts';
import { isJsonObject, type Json, nothing } from '../primitives/json.ts';
import { perObject } from '../primitives/lazy.ts';
import { theOnly } from '../primitives/the-only.ts';
import { strictText } from '../primitives/utf8.ts';
import { plainName } from '../primitives/words.ts';
import type { Input } from '../request/read-input.ts';
import type { RequestContext } from '../request/request-context.ts';
import { showsItems } from '../service/binding.ts';
import type { Content, Operation } from '../service/operation.ts';
import { routeRequest, type Service } from '../service/service.ts';
import { splitKey } from '../state/item-key.ts';
import { anyQuery, findRecorded } from '../state/recorded-response.ts';
import type { Change } from '../state/state.ts';

/** A larger file is accepted, and not kept. */
const maxFileBytes = 4 * 1_048_576;

/** `changes`: those of the operation itself. `shown`: its body. */
export const fileChanges = (
  context: RequestContext,
  operation: Operation,
  { file }: Input,
  { changes, shown }: { readonly changes: readonly Change[]; readonly shown: Json | undefined },
): readonly Change[] => {
  const { method } = operation;
  const { apiPath } = context;
  if (method === 'GET' || apiPath === undefined || operation.keepsNothing) return nothing;
  if (method === 'DELETE') {
    const { path } = apiPath;
    const id = path.slice(path.lastIndexOf('/') + 1);
    return [path, ...pathsElsewhere(context, operation, { id })].flatMap((one): readonly Change[] => {
      const found = fileAt(context, one);
      // Elsewhere, the same id may be that of something else.
      const isGone = found && (one === path || findRecorded(context.state.responses, found.at) !== undefined);
      return isGone ? [{ type: 'response-recorded', response: { ...found.at, status: 404 } }] : [];
    });
  }
  if (file === undefined || file.size > maxFileBytes) return nothing;
  for (const path of [...pathsOf(apiPath.path, operation, changes), ...pathsElsewhere(context, operation, shown)]) {
    const found = fileAt(context, path);
    if (found === undefined) continue;
    const isText = found.operation.success?.response.contents.some(isJsonText) === true;
    const response = isText ? textOf(file.bytes) : `data:;base64,${encodeBase64(file.bytes)}`;
    if (response === undefined) continue;
    const type = isText ? 'application/json' : typeFor(found.operation, file.type);
    const headers = { 'Content-Type': type, ...disposition(file.name) };
    const status = found.operation.success?.status ?? 200;
    return [{ type: 'response-recorded', response: { ...found.at, status, headers, response } }];
  }
  return nothing;
};

/** The path of the upload, the one before `/upload`, and those of the content of a created item. */
const pathsOf = (path: string, { binding }: Operation, changes: readonly Change[]): readonly string[] => {
  const own = normalizePath(path);
  const paths = [own, own.replace(/\/upload$/i, '')];
  if (binding?.action !== 'create') return paths;
  const { collection } = binding;
  const created = changes.find((change) => change.type === 'put' && change.collection === collection.name);
  const id = created?.type === 'put' ? splitKey(collection, created.key).id : undefined;
  if (id === undefined) return paths;
  return [...paths, ...contentsOf(`${own}/${encodePercent(id)}`)];
};

/** The path at which one operation alone reads a file by what an upload returned: `/assets/{id}`, `/download/{filename}`. */
const pathsElsewhere = (context: RequestContext, { binding }: Operation, body: Json | undefined): readonly string[] => {
  const { service } = context;
  const said = new Map<string, Json>();
  const shown = [body].flat()[0];
  for (const one of isJsonObject(shown) ? [...Object.values(shown).flat(), shown] : [])
    for (const [name, value] of isJsonObject(one) ? Object.entries(one) : []) said.set(plainName(name), value);
  const paths = filePaths(service);
  const found = [binding?.collection, undefined].flatMap(
    (collection) => theOnly(paths, (one) => one.collection === collection && said.has(one.named)) ?? [],
  );
  return found.map(({ path, named }) => path.replace(/\{[^{}]+\}/, encodePercent(String(said.get(named)))));
};

/** The paths of files with one parameter, at their end or before `content` and the like, with what it names. */
const filePaths = perObject(({ operations }: Service) =>
  operations.filter(returnsFile).flatMap(({ path, binding }) => {
    const [, name, after = ''] = /^[^{}]*\/\{([^{}]+)\}([^{}]*)$/.exec(path) ?? [];
    const isFile = name !== undefined && (after === '' || wordLists.files.has(after.slice(1)));
    return isFile ? [{ path, named: plainName(name).replace(/.*id$/, 'id'), collection: binding?.collection }] : [];
  }),
);

export const contentsOf = (item: string): readonly string[] =>
  wordLists.files.all.map((segment) => `${item}/${segment}`);

/** The operation that returns a file at the path; undefined if there is none. */
const fileAt = ({ served, now, apiPath }: RequestContext, path: string) => {
  const isGone = ({ sunset }: Operation) => sunset !== undefined && sunset <= now;
  const { match } = routeRequest(served, 'GET', `${apiPath?.base ?? ''}${path}`, isGone);
  if (match.type !== 'operation' || !returnsFile(match.operation)) return undefined;
  const { operation } = match;
  return { operation, at: { operation: operation.name, path: normalizePath(path), query: anyQuery } };
};

const returnsFile = ({ method, success, binding, keepsNothing }: Operation) =>
  method === 'GET' &&
  success !== undefined &&
  !keepsNothing &&
  (binding === undefined || (binding.action !== 'list' && !showsItems(binding))) &&
  success.response.contents.every(
    (content) => isJsonText(content) || (!isJsonType(content.mediaType) && content.mediaType !== 'text/event-stream'),
  );

/** Whether the content of a file is declared as a text in JSON. */
const isJsonText = ({ mediaType, check }: Content) =>
  isJsonType(mediaType) && check('text').length === 0 && check({}).length > 0;

/** Returns undefined for no text, or one that would be taken for bytes. */
const textOf = (bytes: Uint8Array): string | undefined => {
  const text = strictText(bytes, { keepsMark: true });
  return text?.startsWith('data:') ? undefined : text;
};

const mediaTypeSyntax = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;

/** The type of the file, if the document allows it; else the documented one. */
const typeFor = ({ success }: Operation, type: string): string => {
  const essence = essenceOf(type);
  const documented = success?.response.contents.map(({ range }) => range) ?? [];
  const isAllowed = documented.length === 0 || documented.some((one) => coversMediaType(one, essence));
  const [first] = documented;
  if (mediaTypeSyntax.test(essence) && (isAllowed || first === undefined)) return essence;
  return first === undefined || first.includes('*') ? 'application/octet-stream' : first;
};

/** RFC 6266: a browser saves the file, so that it never shows one that somebody else uploaded. */
const disposition = (name: string | undefined): Readonly<Record<string, string>> => {
  if (name === undefined || name === '') return {};
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const extended = plain === name ? '' : `; filename*=UTF-8''${encodePercent(name.toWellFormed())}`;
  return { 'Content-Disposition': `attachment; filename="${plain}"${extended}` };
};
