import { type CredentialOptions, credentialParts } from './credentials.ts';
import type { VerifyRequest } from './verified-request.ts';

/** A line for a POSIX shell that repeats the request. Credentials are variables: `$VIVARIUM_KEY`. */
export const toCurl = (baseUrl: string, request: VerifyRequest, options: CredentialOptions): string => {
  const parts = credentialParts(request.operation, request.credential, options);
  const queryParts = parts.filter((part) => part.in === 'query');
  const cookieParts = parts.filter((part) => part.in === 'cookie');
  const plainUrl = `${baseUrl}${request.path}${request.query.length === 0 ? '' : `?${request.query.join('&')}`}`;
  const separator = request.query.length === 0 ? '?' : '&';
  const secretQuery = queryParts.map(({ name, shown }) => `${encodeURIComponent(name)}=${shown}`).join('&');
  const secretCookies = cookieParts.map(({ name, shown }) => `${name}=${shown}`).join('; ');
  const { body } = request;
  const isPiped = body !== undefined && needsPrintf(body);
  return [
    `${isPiped ? printf(body) : ''}curl -i --globoff --path-as-is`,
    ...methodOption(request.operation.method),
    ...request.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...parts.filter((part) => part.in === 'header').map(({ name, shown }) => `-H "${name}: ${shown}"`),
    ...(request.cookies.length === 0 ? [] : [`-b ${quote(request.cookies.join('; '))}`]),
    ...(secretCookies === '' ? [] : [`-b "${secretCookies}"`]),
    ...(body === undefined ? [] : [`--data-binary ${isPiped ? '@-' : quote(body)}`]),
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

/** Writes a text whose control characters a terminal, a clipboard or a report would change: the lines of a multipart body end with CR LF. */
const printf = (text: string): string => {
  // A word that begins with a dash would be an option.
  const format = text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replace(/^-/, '\\055');
  return `printf ${quote(format.replaceAll(controls, (control) => escapes[control] ?? octal(control)))} | `;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const controls = /[\0-\x1f\x7f]/g;
const escapes: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n' };
const octal = (control: string): string => `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`;

/** Whether it has control characters other than tabs and line feeds, which a quoted text may contain. */
const needsPrintf = (body: string): boolean =>
  (body.match(controls) ?? []).some((control) => !'\t\n'.includes(control));
