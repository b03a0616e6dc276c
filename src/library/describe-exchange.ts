/** An exchange as text for a person: the request, the response, the violations, and the reasons for this response. */
import { withQuery } from '../core/http/http.ts';
import { type Json, type JsonObject, stringifyJson } from '../core/primitives/json.ts';
import type { ExchangeView, MessageView, Violation } from './exchange-view.ts';

/** The maximum number of characters of a body. */
const maxBodyLength = 2000;

/** The length up to which an object or a list of a body is on one line. */
const lineLength = 100;

/** Several lines, without a line break at the end. */
export const describeExchange = (exchange: ExchangeView): string =>
  [
    exchangeLine(exchange),
    ...section('Violations', exchange.violations.map(describeViolation)),
    ...section(
      'Faults',
      exchange.faults.map(({ name, effect }) => (name === effect ? name : `${name} (${effect})`)),
    ),
    ...section('Request', describeMessage(exchange.request)),
    ...section('Response', describeMessage(exchange.response)),
    ...section('Why', exchange.why),
  ].join('\n');

/** One line: `#3 POST /v1/orders -> 400 (createOrder)`. */
export const exchangeLine = ({ id, method, path, query, status, operation, faults }: ExchangeView): string => {
  const target = withQuery(visible(path), visible(query));
  // The client got an error, whatever the status was.
  const lost = faults.some(({ effect }) => effect === 'transport') ? ', lost' : '';
  return `#${id} ${method} ${target} -> ${status}${lost} (${operation ?? 'no operation matched'})`;
};

const describeViolation = ({ side, in: location, pointer, rule, message }: Violation) =>
  `${side} ${location}${pointer === '' ? '' : ` ${pointer}`}: ${message} (${rule})`;

const section = (title: string, texts: readonly string[]): readonly string[] => {
  const lines = texts.flatMap((text) => visible(text).split('\n'));
  return lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => (line === '' ? '' : `    ${line}`))];
};

const describeMessage = ({ headers, body, bodyTruncated }: MessageView): readonly string[] => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (body === undefined) return lines;
  const text = typeof body === 'string' ? body : layOut(body as Json);
  const isCut = bodyTruncated === true || text.length > maxBodyLength;
  return [...lines, '', isCut ? `${text.slice(0, maxBodyLength)}...` : text];
};

/** An item of a list is one line, as far as it fits. */
const layOut = (value: Json, indent = ''): string => {
  const text = stringifyJson(value);
  if (typeof value !== 'object' || value === null || text.length <= 2) return text;
  const isList = Array.isArray(value);
  const below = `${indent}  `;
  const parts = Object.entries(value as JsonObject).map(
    ([name, inner]) => `${isList ? '' : `${stringifyJson(name)}: `}${layOut(inner, below)}`,
  );
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (indent.length + line.length <= lineLength && !line.includes('\n')) return line;
  const lines = parts.map((part) => below + part).join(',\n');
  return isList ? `[\n${lines}\n${indent}]` : `{\n${lines}\n${indent}}`;
};

/** Control characters could change the display of a terminal. */
const visible = (text: string) =>
  text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
