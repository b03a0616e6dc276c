/** `refusals` of a scenario: what the service itself says where it refuses a request. */

import { contentOf } from '../../core/http/http.ts';
import { readValue, type StatedChange } from '../../core/lifecycles/stated-changes.ts';
import { escapePointer, isJsonObject, type Json, parseJson, valueAt } from '../../core/primitives/json.ts';
import { lenientText } from '../../core/primitives/utf8.ts';
import type { RefusalKind } from '../../core/request/refusal.ts';
import { escapeMarkup } from '../../core/response/executable-content.ts';
import type { RefusedRequest, StatedRefusals } from '../../core/state/state.ts';
import type { RefusalDocument, RefusalDocuments, RefusalName } from './api.ts';

/** A value of a body; undefined: the request has none. */
type Write = (message: string, sent: RefusedRequest) => Json | undefined;
/** `pointer`: into the body. */
export type ReportRefusal = (pointer: string, message: string) => void;

/** The name of each kind in scenarios. A wrong parameter in a path is an item that does not exist, unless the document says otherwise. */
const namesOf: { readonly [Kind in RefusalKind]?: RefusalName } = {
  credential: 'credential',
  scope: 'credential',
  'no-item': 'item',
  body: 'request',
  'media-type': 'request',
  'too-large': 'request',
  parameter: 'request',
  'path-parameter': 'request',
  conflict: 'conflict',
  'no-path': 'path',
  removed: 'path',
  method: 'method',
};

export const kindsOf = (name: RefusalName): readonly RefusalKind[] =>
  (Object.keys(namesOf) as RefusalKind[]).filter((kind) => namesOf[kind] === name);

/** Expects a checked document. */
export const refusalsFrom = (documents: RefusalDocuments): StatedRefusals => {
  const stated = new Map(
    (Object.entries(documents) as [RefusalName, RefusalDocument | undefined][]).map(
      ([name, { status, message, body } = {}]) => [
        name,
        {
          status,
          message: message === undefined ? undefined : textWith(message),
          body: body === undefined ? undefined : readRefusalBody(body),
        },
      ],
    ),
  );
  return {
    documents,
    find: (kind, usual, message, sent) => {
      const name = kind === 'path-parameter' && usual === 404 ? 'item' : namesOf[kind as RefusalKind];
      const found = name && stated.get(name);
      if (name === undefined || found === undefined) return undefined;
      const { status = usual, message: words, body } = found;
      return {
        name: `refusals.${name}`,
        status,
        message: words?.(message),
        body:
          body &&
          ((isMarkup) => {
            const value = body(isMarkup ? escapeMarkup(message) : message, sent);
            const isOfRequest = typeof value === 'string' && typeof documents[name]?.body !== 'string';
            return isMarkup && isOfRequest ? escapeMarkup(value) : (value ?? null);
          }),
      };
    },
  };
};

const placeholder = '$message';

const textWith =
  (text: string) =>
  (message: string): string =>
    text.replaceAll(placeholder, () => message);

/** Reads a body; what is wrong with its `$from` is reported. */
export const readRefusalBody = (value: Json, report: ReportRefusal = () => {}, pointer = ''): Write => {
  if (typeof value === 'string') return textWith(value);
  if (Array.isArray(value)) {
    const list = value.map((one, index) => readRefusalBody(one, report, `${pointer}/${index}`));
    return (message, sent) => list.flatMap((write) => write(message, sent) ?? []);
  }
  if (!isJsonObject(value)) return () => value;
  if (Object.keys(value).some((name) => name.startsWith('$'))) {
    if (Object.hasOwn(value, placeholder)) {
      report(pointer, `must be the text "${placeholder}"`);
      return () => undefined;
    }
    const to = readValue(value, pointer, report);
    if (to?.type === 'add') report(pointer, 'must not add: there is no value before. Known: $from.');
    return (_message, sent) => (to === undefined ? undefined : valueFrom(to, sent));
  }
  const properties = Object.entries(value).map(
    ([name, one]) => [name, readRefusalBody(one, report, `${pointer}/${escapePointer(name)}`)] as const,
  );
  return (message, sent) =>
    Object.fromEntries(
      properties.flatMap(([name, write]) => {
        const written = write(message, sent);
        return written === undefined ? [] : [[name, written]];
      }),
    );
};

const valueFrom = (to: StatedChange['to'], sent: RefusedRequest): Json | undefined => {
  if (to.type === 'now') return new Date(sent.now).toISOString();
  if (to.type !== 'from') return undefined;
  const { source, name } = to;
  if (source === 'body') {
    const body = bodyOf(sent);
    return body === undefined ? undefined : valueAt(body, name.split('.'));
  }
  const index = sent.operation?.parameters.findIndex((one) => one.in === source && one.name === name) ?? -1;
  const parameter = sent.parameters[index];
  if (parameter !== undefined && 'value' in parameter) return parameter.value;
  return (source === 'query' ? sent.query()?.get(name) : sent.pathValues.get(name)) ?? undefined;
};

/** JSON, or a form. */
const bodyOf = ({ request: { body } }: RefusedRequest): Json | undefined => {
  const content = contentOf(body);
  const text = lenientText(content);
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  return text.includes('=') ? Object.fromEntries(new URLSearchParams(text)) : undefined;
};
