/** Formats an exchange as a snippet to paste elsewhere. */

import { type Exchange, isObject, writeJson } from '../api/panel-client.ts';
import { prefixOf } from '../state/address.ts';

/** Headers that clients set for each request, and those of a browser that does not use what it kept. */
const ownHeaders = new Set(
  (
    'cache-control pragma host connection content-length accept-encoding user-agent transfer-encoding ' +
    'keep-alive vivarium-world'
  ).split(' '),
);
const isCopied = (name: string) => !ownHeaders.has(name) && !name.startsWith('sec-') && name !== 'cookie';

/** Exchanges show credentials as `[redacted]`. The snippet has a placeholder instead. */
const keyPlaceholder = 'YOUR_KEY';
const showValue = (value: string) => value.replaceAll('[redacted]', keyPlaceholder);

/** The prefix selects the world, so that the snippet only needs the address. */
const urlOf = ({ world, path, query }: Pick<Exchange, 'world' | 'path' | 'query'>) =>
  `${location.origin}${prefixOf(world)}${showValue(path)}${query === '' ? '' : `?${showValue(query)}`}`;

const headersOf = ({ request }: Exchange): readonly (readonly [string, string])[] =>
  Object.entries(request.headers).flatMap(([name, value]) =>
    isCopied(name) ? [[name, showValue(value)] as const] : [],
  );

const bodyOf = ({ request: { body } }: Exchange): string | undefined =>
  body === undefined ? undefined : typeof body === 'string' ? body : writeJson(body);

/** Quotes for a POSIX shell, where only the quote has a meaning within single quotes. */
const quoteShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export const toCurl = (exchange: Exchange): string => {
  const body = bodyOf(exchange);
  const url = urlOf(exchange);
  // In an address, curl reads brackets and braces as several addresses.
  const isLiteral = /[[\]{}]/.test(url);
  const options = `${isLiteral ? ' -g' : ''}${exchange.method === 'GET' ? '' : ` -X ${exchange.method}`}`;
  const parts = [
    `curl${options} ${quoteShell(url)}`,
    ...headersOf(exchange).map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteShell(body)}`]),
  ];
  return parts.join(' \\\n  ');
};

export const toFetch = (exchange: Exchange): string => {
  const headers = headersOf(exchange).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const { body } = exchange.request;
  const options = [
    ...(exchange.method === 'GET' ? [] : [`  method: ${JSON.stringify(exchange.method)},`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined
      ? []
      : [
          typeof body === 'string'
            ? `  body: ${JSON.stringify(body)},`
            : `  body: JSON.stringify(${writeJson(body, 2).replaceAll('\n', '\n  ')}),`,
        ]),
  ];
  const url = JSON.stringify(urlOf(exchange));
  return options.length === 0
    ? `const response = await fetch(${url});`
    : `const response = await fetch(${url}, {\n${options.join('\n')}\n});`;
};

export const toExpectation = (exchange: Exchange): string => {
  const { operation, method, path, query, status, request, response, violations } = exchange;
  const wanted =
    operation === null
      ? `method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}`
      : `operation: ${JSON.stringify(operation)}`;
  const expected = {
    status,
    ...(query !== '' && { query }),
    ...(isObject(request.body) && { request: { body: request.body } }),
    ...(violations.length > 0 && {
      violations: violations.map(({ side, pointer, rule }) => ({ side, pointer, rule })),
    }),
    ...(isObject(response.body) && status >= 400 && { response: { body: response.body } }),
  };
  return [
    `const exchange = await world.waitForExchange({ ${wanted} }, { timeoutMs: 1000 });`,
    `expect(exchange).toMatchObject(${writeJson(expected, 2)});`,
  ].join('\n');
};
