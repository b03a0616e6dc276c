/** Stubs as requests that were seen, from which a document is drafted. */

import { stringifyJson } from '../../../core/primitives/json.ts';
import { anyValue } from '../draft/paths/path-tree.ts';
import type { Seen } from '../recording/recording.ts';
import type { Stub } from './stub.ts';
import { maxAlternatives, type Wildcard } from './stub-wildcard.ts';

/** What the stubs show of operations. One for requests of any kind, or for all that begin as every other one does, shows none. */
export const seenOf = (stubs: readonly Stub[]): readonly Seen[] =>
  stubs
    .filter(({ isPlayed = false }) => !isPlayed)
    .flatMap((stub) =>
      stub.paths
        .filter((path) => path.example.startsWith('/') && !isForAll(path, stub, stubs))
        .slice(0, maxAlternatives)
        .flatMap((path) =>
          (stub.method === undefined ? anyMethod : [stub.method]).map((method) => seenAt(method, path, stub)),
        ),
    );

const isForAll = ({ glob, isDeep }: Wildcard, own: Stub, stubs: readonly Stub[]): boolean => {
  if (/^\/?\*/.test(glob)) return true;
  if (own.method !== undefined || isDeep !== true || glob.indexOf('*') < glob.length - 1) return false;
  const start = glob.slice(0, -1);
  return stubs.length > 1 && stubs.every(({ paths }) => paths.every((path) => path.glob.startsWith(start)));
};

/** The path with its parameters, where a pattern tells them. */
const templateOf = ({ glob, example }: Wildcard): string | undefined => {
  if (!glob.includes('*')) return undefined;
  const [parts, segments] = [glob.split('/'), example.split('/')];
  if (parts.length !== segments.length) return undefined;
  return segments.map((segment, index) => (parts[index]?.includes('*') ? `{${anyValue}}` : segment)).join('/');
};

const anyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const seenAt = (method: string, path: Wildcard, stub: Stub): Seen => {
  const {
    key,
    place,
    keys,
    template = templateOf(path),
    query,
    headers,
    body,
    response,
    name,
    tags,
    description,
  } = stub;
  const parameters = new URLSearchParams(query.map((one) => [one.name, one.pattern.example]));
  return {
    key,
    place,
    keys,
    method,
    origin: '',
    path: path.example,
    template,
    query: parameters.toString(),
    headers: headers.map((one) => [one.name, one.pattern.example]),
    body: body === undefined ? undefined : { text: stringifyJson(body), isBase64: false, type: 'application/json' },
    response: {
      status: response.status,
      headers: response.headers.map(([header, value]) => [header.toLowerCase(), value]),
      body: response.body === 'unknown' ? undefined : response.body,
    },
    tags,
    title: name,
    description,
    isExample: true,
    isBodyPart: true,
  };
};
