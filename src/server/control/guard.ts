/**
 * Who may call what lies under `/_vivarium`. A page of any site can make a browser on this machine send requests here;
 * what such a page cannot do is leave out `Origin` and `Sec-Fetch-Site`, or choose `Host`.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { cookieOf } from '../../core/http/http.ts';
import { essenceOf } from '../../core/http/media-type.ts';
import type { ServerContext } from '../edge/context.ts';
import { isLoopback } from '../edge/loopback.ts';
import { hasBody, splitTarget } from '../edge/read-request.ts';
import { type ControlResponse, problem, quote, send } from './request/control-response.ts';
import { askForToken } from './token-page.ts';

/** To be mounted before everything else at `/_vivarium`. */
export const createGuard =
  ({ token }: Pick<ServerContext, 'token'>): RequestHandler =>
  (request, response, next) => {
    const refusal = refuseCaller(request) ?? refuseHost(request, token);
    if (refusal !== undefined) {
      send(request, response, refusal);
      return;
    }
    if (!needsToken(request, token)) next();
    else if (token === undefined)
      send(request, response, problem(403, 'Calls from beyond this machine need a token, and this server has none.'));
    else if (isPage(request) && queryToken(request) !== undefined) takeToken(request, response, token);
    else if (sentTokens(request).some((sent) => equalsSecret(sent, token))) next();
    else send(request, response, unauthorized(request));
  };

/** The page holds no data and forbids framing, so that a link to it may stand anywhere. */
const isPage = ({ method, path }: Request): boolean => path === '/' && (method === 'GET' || method === 'HEAD');

const isNavigation = ({ headers }: Request): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

const refuseCaller = (request: Request): ControlResponse | undefined => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (!(isPage(request) && isNavigation(request))) {
    if (origin !== undefined && !isOwnOrigin(origin, request))
      return problem(403, `The origin ${quote(origin)} may not call the control API.`);
    // `same-site` is another port of this machine: somebody else's page.
    if (site !== undefined && site !== 'none' && site !== 'same-origin') {
      return problem(
        403,
        `A page of another origin may not call the control API (Sec-Fetch-Site: ${quote(String(site))}).`,
      );
    }
  }
  return isWrite(request) && hasBody(request) ? refuseMediaType(request) : undefined;
};

/** Whether a page of ours asks: the host that it names is the one that it came from, as browsers write both. */
const isOwnOrigin = (origin: string, { headers }: Request): boolean => {
  const host = headers.host?.toLowerCase();
  return (
    host !== undefined && (origin.toLowerCase() === `http://${host}` || origin.toLowerCase() === `https://${host}`)
  );
};

const isWrite = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

/** A form, or a script without a preflight, can send any body but this one. */
const refuseMediaType = ({ headers }: Request): ControlResponse | undefined => {
  const type = headers['content-type'];
  if (essenceOf(type ?? '') === 'application/json') return undefined;
  return problem(
    403,
    `A body must be sent as application/json, ${type === undefined ? 'and none has a Content-Type' : `not ${quote(type)}`}.`,
  );
};

/**
 * DNS rebinding: a name that another site made point here. On a loopback address without a token, only the names that
 * cannot be made to point elsewhere are ours.
 */
const refuseHost = (request: Request, token: string | undefined): ControlResponse | undefined => {
  const { socket, headers } = request;
  if (token !== undefined || !isLocal(request)) return undefined;
  const { host, port } = splitHost(headers.host ?? '', 'encrypted' in socket);
  if (port === socket.localPort && (isLoopback(host) || /^[\w.-]+\.localhost$/i.test(host))) return undefined;
  return problem(
    403,
    `${quote(headers.host ?? '')} is not a name of this server: call it as localhost:${socket.localPort}.`,
  );
};

const splitHost = (header: string, isEncrypted: boolean): { readonly host: string; readonly port: number } => {
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[^:\s]+)(?::(\d+))?$/i.exec(header) ?? [];
  return { host, port: port === undefined ? (isEncrypted ? 443 : 80) : Number(port) };
};

/** Judged by the connection, since in someone's own app the address is theirs to choose. */
const isLocal = ({ socket }: Request): boolean => socket.localAddress !== undefined && isLoopback(socket.localAddress);

const needsToken = (request: Request, token: string | undefined): boolean =>
  (token !== undefined || !isLocal(request)) && request.path !== '/api/health';

const queryToken = (request: Request): string | undefined =>
  new URLSearchParams(splitTarget(request.url).query).get('token') ?? undefined;

/** Cookies know no ports: two servers on one machine must not take each other's. */
const cookieName = ({ socket }: Request): string => `vivarium-token-${socket.localPort}`;

/** The page takes the token once, out of the address, where it would stay in the history and be shared with a link. */
const takeToken = (request: Request, response: Response, token: string): void => {
  if (!equalsSecret(queryToken(request), token)) {
    send(request, response, unauthorized(request));
    return;
  }
  const secure = 'encrypted' in request.socket ? '; Secure' : '';
  const cookie = `${cookieName(request)}=${encodeURIComponent(token)}; Path=${request.baseUrl}; HttpOnly; SameSite=Strict${secure}`;
  send(request, response, {
    status: 303,
    headers: { Location: `${request.baseUrl}/`, 'Set-Cookie': cookie },
    content: undefined,
  });
};

/** A browser sends the cookie; beside it may stand what a proxy in front of us asks for. */
const sentTokens = (request: Request): readonly (string | undefined)[] => {
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trimEnd();
  // Node reads headers as Latin-1, clients write them in UTF-8.
  const token = bearer && Buffer.from(bearer, 'latin1').toString();
  return [token, cookieOf(request.headers, cookieName(request))];
};

/** Takes as long for a token that is nearly right as for any other. */
const equalsSecret = (given: string | undefined, secret: string): boolean =>
  given !== undefined &&
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(secret).digest());

const unauthorized = (request: Request): ControlResponse => {
  if (isPage(request) && request.headers.accept?.includes('text/html') === true)
    return askForToken(queryToken(request) !== undefined);
  const page = `${request.baseUrl}/?token=<token>`;
  return problem(
    401,
    `Send the token that the server was started with, or printed: Authorization: Bearer <token>. A browser opens ${page}.`,
    {
      'WWW-Authenticate': 'Bearer',
    },
  );
};
