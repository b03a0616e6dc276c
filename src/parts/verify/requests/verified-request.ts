/** A request that `verify` sends, and how it is built from an operation. */
import { isJsonType } from '../../../core/http/media-type.ts';
import { type Json, stringifyJson } from '../../../core/primitives/json.ts';
import { seedFrom } from '../../../core/primitives/seeded-random.ts';
import { type BodyContent, isSentInParts, type Operation } from '../../../core/service/operation.ts';
import { fillTemplate, toSampleBody, writeFitting } from '../../samples/sample-request.ts';
import { isCredential } from './credentials.ts';

export interface VerifyRequest {
  readonly operation: Operation;
  /** Below the base URL, without the query. */
  readonly path: string;
  /** Serialized pairs. */
  readonly query: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly string[];
  readonly body: string | undefined;
  /** Which credential is sent, if the operation requires one. */
  readonly credential: 'valid' | 'wrong' | 'none';
}

/** The parts of a request that are not generated. */
export interface RequestParts {
  /** Values of parameters, by index. */
  readonly values?: ReadonlyMap<number, Json>;
  /** Serialized parameters, by index: for values that the document does not allow. In the query, with the name. */
  readonly texts?: ReadonlyMap<number, string>;
  /** If it is undefined, there is none. */
  readonly body?: BodyText | undefined;
  readonly credential?: VerifyRequest['credential'];
}

export interface BodyText {
  readonly mediaType: string;
  readonly text: string;
}

export interface Drawing {
  readonly seed: number;
  readonly now: number;
}

/** The content of a body that requests use: JSON, if the document has it. */
export const usualContent = ({ body }: Operation): BodyContent | undefined =>
  body?.contents.find(({ mediaType }) => isJsonType(mediaType)) ?? body?.contents[0];

export const toBodyText = (content: BodyContent, value: Json): BodyText => {
  const body = toSampleBody(content, value);
  return {
    mediaType: body.mediaType,
    text: isJsonType(body.mediaType) ? stringifyJson(body.value) : String(body.value),
  };
};

export const buildRequest = (operation: Operation, drawing: Drawing, parts: RequestParts = {}): VerifyRequest => {
  const { values = new Map(), texts = new Map(), body, credential = 'valid' } = parts;
  const path = new Map<string, string>();
  const query: string[] = [];
  const headers: [string, string][] = [];
  const cookies: string[] = [];
  for (const [index, parameter] of operation.parameters.entries()) {
    const isGiven = values.has(index) || texts.has(index);
    if ((!parameter.required && !isGiven) || isCredential(operation, parameter, credential)) continue;
    if (
      !isGiven &&
      isSentInParts(parameter, operation, (other, at) => other.required || values.has(at) || texts.has(at))
    )
      continue;
    const { name, in: where } = parameter;
    // A service rejects a key that comes again with another body.
    const about = name.toLowerCase() === 'idempotency-key' ? [body?.text ?? ''] : [];
    const context = { now: drawing.now, seed: seedFrom(drawing.seed, where, name, ...about) };
    const text = texts.get(index) ?? writeFitting(parameter, values.get(index), context);
    if (where === 'path') path.set(name, text);
    else if (where === 'query') query.push(text);
    else if (where === 'header') headers.push([name.toLowerCase(), text]);
    else cookies.push(`${name}=${text}`);
  }
  for (const [name, value = ''] of operation.queryConstants ?? [])
    query.push(new URLSearchParams({ [name]: value }).toString());
  if (body !== undefined) headers.push(['content-type', body.mediaType]);
  return { operation, path: fillTemplate(operation.path, path), query, headers, cookies, body: body?.text, credential };
};

export const generateBodyValue = (content: BodyContent, { seed, now }: Drawing): Json =>
  content.generate({ seed: seedFrom(seed, 'body'), now });
