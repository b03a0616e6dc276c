/** A request before it becomes bytes. */

import { hostilePaths } from '../../test/hostile/corpus/paths.ts';
import { hostileHeaders } from '../../test/hostile/corpus/request-headers.ts';
import type { Chance } from '../child-server/random.ts';
import { mutateBytes, mutateJson, pickFrom } from './mutate.ts';

export interface RequestParts {
  /** `GET /path HTTP/1.1` */
  readonly line: string;
  /** `Name: value`; those for the host and the length are added. */
  readonly headers: readonly string[];
  /** At most one of both. */
  readonly json?: unknown;
  readonly body?: Uint8Array;
}

export const headersFrom = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/**
 * Changes the head, the value of the body, or the bytes of the body; the length fits, mostly. Some requests stay as they are, so
 * that there are items and exchanges.
 */
export const mutateRequest = (chance: Chance, parts: RequestParts, host: string): Buffer => {
  const isChanged = chance() > 0.15;
  const kind = chance();
  const isJson = 'json' in parts;
  const value = isJson && isChanged && kind < 0.6 ? mutateJson(chance, parts.json) : parts.json;
  let body: Uint8Array = isJson ? Buffer.from(JSON.stringify(value)) : (parts.body ?? Buffer.alloc(0));
  if (isChanged && body.length > 0 && kind > 0.5 && kind < 0.8) body = mutateBytes(chance, body);
  const type =
    isJson && !parts.headers.some((one) => /^content-type:/i.test(one)) ? ['Content-Type: application/json'] : [];
  const length = body.length === 0 ? [] : [`Content-Length: ${body.length}`];
  const own = [...parts.headers, ...type, ...length];
  const lines = [parts.line, `Host: ${host}`, 'Connection: close', ...own];
  if (isChanged && kind > 0.9) changeLines(chance, lines);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const isHeadKept = !isChanged || kind > 0.9 || (kind < 0.8 && body.length > 0);
  return Buffer.concat([isHeadKept ? head : mutateBytes(chance, head), body]);
};

/** Adds hostile headers, or replaces the target, where the head stays readable otherwise. */
const changeLines = (chance: Chance, lines: string[]): void => {
  if (chance() < 0.5) lines.push(...pickFrom(chance, hostileHeaders).lines);
  else lines[0] = `${(lines[0] as string).split(' ')[0]} ${pickFrom(chance, hostilePaths).target} HTTP/1.1`;
};
