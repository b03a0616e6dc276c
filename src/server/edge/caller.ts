/** Who sends a request, as far as a browser says so: by the host that it named, and the origin of the page. */

import type { IncomingMessage } from 'node:http';
import { isIPv4, type Server } from 'node:net';
import type { RequestHeaders } from '../../core/http/http.ts';
import { quoteName } from '../../core/primitives/units.ts';

type Call = Pick<IncomingMessage, 'url' | 'headers' | 'socket'> & { readonly originalUrl?: string };

/** The host of an absolute target replaces `Host` (RFC 9112, section 3.2.2). */
export const hostOf = ({ originalUrl, url = '', headers }: Call): string =>
  /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(originalUrl ?? url)?.[1] ?? headers.host ?? '';

/** The origin at which the server is reached: by the name that the request has, if no other site can have it, else by its address. */
export const ownOrigin = (call: Call): string => {
  const { socket } = call;
  const isEncrypted = 'encrypted' in socket;
  const { localAddress = 'localhost', localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  const isNamed = isLocalName(splitHost(hostOf(call), isEncrypted).host);
  const host = isNamed ? hostOf(call) : `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
  return `${isEncrypted ? 'https' : 'http'}://${host}`;
};

/** Whether `Origin` names the host and port of the request: the request comes from the server's own page. */
export const isOwnOrigin = (origin: string, call: Call): boolean => {
  const [, scheme, host] = /^(https?):\/\/(.+)$/.exec(origin.toLowerCase()) ?? [];
  // Anybody on the way can write a page that came without TLS.
  return host === hostOf(call).toLowerCase() && (scheme === 'https' || !isSecure(call));
};

/** Whether the client uses TLS, perhaps up to a proxy. */
const isSecure = ({ socket, headers }: Call) =>
  'encrypted' in socket || /https/i.test(`${headers['x-forwarded-proto']} ${headers.forwarded}`);

/** Whether the caller is on this machine, by its connection: as middleware, Vivarium does not know the address that the app listens on. */
export const isLocal = ({ socket }: Call): boolean =>
  socket.localAddress !== undefined && isLoopback(socket.localAddress);

/** Whether only this machine can reach the server: one that is bound to all addresses may be behind a proxy, which has a name of its own. */
const isBoundHere = (call: Call) => {
  // Node keeps the server of each accepted socket there, also where the app of somebody else listens.
  const { server } = call.socket as { readonly server?: Pick<Server, 'address'> };
  const bound = server?.address();
  return typeof bound === 'object' && bound !== null ? isLoopback(bound.address) : isLocal(call);
};

/** Whether a proxy sent it: one on this machine calls from loopback, for everyone who can reach the proxy. */
export const isForwarded = ({ headers }: Pick<Call, 'headers'>): boolean =>
  Object.keys(headers).some((name) => forwardingHeader.test(name));

/** RFC 7239, RFC 9110 (section 7.6.3), and the usual headers of proxies. */
const forwardingHeader = /^(?:forwarded|via|x-forwarded|x-forwarded-.+|x-real-ip)$/;

/** Whether nobody but a program of this machine can be the caller. */
export const isDirect = (call: Call): boolean => !isForwarded(call) && isLocal(call);

/**
 * Prevents DNS rebinding, where another site makes its own name point to this machine: on a loopback address, `Host` must be a
 * name that nobody else can control.
 */
export const isOwnHost = (call: Call): boolean => !isLocal(call) || hasLocalName(call);

const hasLocalName = (call: Call) => {
  const { socket } = call;
  const { host, port } = splitHost(hostOf(call), 'encrypted' in socket);
  return port === socket.localPort && isLocalName(host);
};

const isLocalName = (host: string) => isLoopback(host) || /^[\w.-]+\.localhost$/i.test(host);

const splitHost = (header: string, isEncrypted: boolean): { readonly host: string; readonly port: number } => {
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[^:\s]+)(?::(\d+))?$/i.exec(header) ?? [];
  return { host, port: port === undefined ? (isEncrypted ? 443 : 80) : Number(port) };
};

/**
 * Why a request may not use the upstream; undefined if it may. Otherwise any page in a browser could use the real service with the
 * credentials of `--upstream-header`.
 */
export const refuseSender = (call: Call, allowedOrigins: readonly string[]): string | undefined => {
  const origin = senderOf(call.headers);
  if (!hasLocalName(call) && isBoundHere(call))
    return `${quoteName(hostOf(call))} is not a name of this server, so the request is not forwarded. Use localhost:${call.socket.localPort}.`;
  if (origin === undefined || isOwnOrigin(origin, call) || isTrustedOrigin(origin, allowedOrigins)) return undefined;
  return `A page of ${quoteName(origin)} may not use the upstream. Allow it with --allow-origin, or send the request without a browser.`;
};

/** Whether an origin is one of this machine, or one that the user allowed. */
export const isTrustedOrigin = (origin: string, allowedOrigins: readonly string[]): boolean => {
  const host = URL.parse(origin)?.hostname;
  return allowedOrigins.includes(origin.toLowerCase()) || (host !== undefined && isLocalName(host));
};

/** Whether a request is for an image, a script, a frame or an object of a page of another site (Fetch Metadata). */
export const isEmbedded = (headers: RequestHeaders): boolean =>
  headers['sec-fetch-site'] === 'cross-site' &&
  (headers['sec-fetch-mode'] === 'no-cors' || framed.has(String(headers['sec-fetch-dest'])));

/** What a browser loads by navigation, also as the target of a form. */
const framed: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed']);

/**
 * A browser sends no `Origin` for an image, a frame, a link or a form that GETs: then the page is known by `Referer`, which it can
 * leave out but not choose.
 */
const senderOf = (headers: Call['headers']): string | undefined => {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== 'cross-site') return headers.origin;
  return URL.parse(headers.referer ?? '')?.origin ?? 'null';
};

/** Whether only this machine can reach a host: `localhost`, 127.0.0.0/8, `::1`, and IPv4-mapped addresses. */
export const isLoopback = (host: string): boolean => {
  // Nearly every host is one of these, and each forwarded request asks twice.
  if (host === '127.0.0.1' || host === 'localhost') return true;
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
};
