/** Stubs as requests that were seen, from which a document is drafted. */

import { stringifyJson } from '../../../core/primitives/json.ts';
import type { Seen } from '../recording/recording.ts';
import type { Stub } from './stub.ts';
import { maxAlternatives } from './wildcard.ts';

/** Without those for requests of any kind, which are no operation. */
export const seenOf = (stubs: readonly Stub[]): readonly Seen[] =>
  stubs
    .filter(({ isPlayed = false }) => !isPlayed)
    .flatMap((stub) =>
      stub.paths
        .filter(({ glob, example }) => !/^\/?\*/.test(glob) && example.startsWith('/'))
        .slice(0, maxAlternatives)
        .flatMap(({ example }) =>
          (stub.method === undefined ? anyMethod : [stub.method]).map((method) => seenAt(method, example, stub)),
        ),
    );

const anyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const seenAt = (method: string, path: string, stub: Stub): Seen => {
  const { key, place, keys, template, query, headers, body, response, name, tags, description } = stub;
  const parameters = new URLSearchParams(query.map((one) => [one.name, one.pattern.example]));
  return {
    key,
    place,
    keys,
    method,
    origin: '',
    path,
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
