import { type CredentialOptions, credentialParts } from './credentials.ts';
import type { VerifyRequest } from './request.ts';

/** A line for a POSIX shell that repeats the request. Credentials are variables: `$VIVARIUM_KEY`. */
export const toCurl = (baseUrl: string, request: VerifyRequest, options: CredentialOptions): string => {
  const parts = credentialParts(request.operation, request.credential, options);
  const queryParts = parts.filter((part) => part.in === 'query');
  const cookieParts = parts.filter((part) => part.in === 'cookie');
  const plainUrl = `${baseUrl}${request.path}${request.query.length === 0 ? '' : `?${request.query.join('&')}`}`;
  const separator = request.query.length === 0 ? '?' : '&';
  const secretQuery = queryParts.map(({ name, shown }) => `${encodeURIComponent(name)}=${shown}`).join('&');
  const secretCookies = cookieParts.map(({ name, shown }) => `${name}=${shown}`).join('; ');
  return [
    'curl -i --globoff --path-as-is',
    ...methodOption(request.operation.method),
    ...request.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...parts.filter((part) => part.in === 'header').map(({ name, shown }) => `-H "${name}: ${shown}"`),
    ...(request.cookies.length === 0 ? [] : [`-b ${quote(request.cookies.join('; '))}`]),
    ...(secretCookies === '' ? [] : [`-b "${secretCookies}"`]),
    ...(request.body === undefined ? [] : [`--data-binary ${quote(request.body)}`]),
    `${quote(plainUrl)}${secretQuery === '' ? '' : `"${separator}${secretQuery}"`}`,
  ].join(' ');
};

const methodOption = (method: string): readonly string[] => {
  if (method === 'GET') return [];
  // With -X HEAD, curl would wait for a body.
  return method === 'HEAD' ? ['--head'] : [`-X ${method}`];
};

/** One word of a POSIX shell, whatever it contains. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
