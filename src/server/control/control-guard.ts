/**
 * Decides who may call the control API. A page of any site can make a browser on this machine send requests to it. But
 * such a page cannot omit `Origin` and `Sec-Fetch-Site`, or choose `Host`.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { cookieOf, essenceOf } from '../../core/http/http.ts';
import { quoteName } from '../../core/primitives/units.ts';
import { askForToken } from '../../parts/toolbar/pages.ts';
import { hostOf, isDirect, isForwarded, isOwnHost, isOwnOrigin } from '../edge/caller.ts';
import type { ServerContext } from '../edge/context.ts';
import { hasBody, splitTarget } from '../edge/read-request.ts';
import { type ControlResponse, problem, redirectTo, sendControlResponse } from './request/control-call.ts';

type GuardOptions = Pick<ServerContext, 'token' | 'remoteToken' | 'nameOf'>;

/** Mount it before everything else at `/_vivarium`. */
export const createGuard =
  (options: GuardOptions): RequestHandler =>
  (request, response, next) => {
    const answer = answerOf(request, options);
    if (answer === undefined) next();
    else sendControlResponse(request, response, answer);
  };

/** Returns undefined if the call may pass. */
const answerOf = (request: Request, { token, remoteToken, nameOf }: GuardOptions): ControlResponse | undefined => {
  const isOpen = token === undefined && isDirect(request);
  const refusal = refuseCaller(request, isOpen) ?? refuseHost(request, token);
  if (refusal !== undefined) return refusal;
  if (isOpen || request.path === '/api/health') return undefined;
  const secret = token ?? remoteToken;
  if (secret === undefined) return problem(403, missingToken(isForwarded(request), nameOf('token')));
  if (isPage(request) && queryToken(request) !== undefined) return takeToken(request, secret);
  return sentTokens(request).some((sent) => equalsSecret(sent, secret)) ? undefined : unauthorized(request);
};

const missingToken = (forwarded: boolean, option: string): string => {
  const caller = forwarded ? 'A call that a proxy forwarded' : 'A call from another machine';
  return `${caller} requires a token, and this server has none. Set one with ${option}.`;
};

/** Whether a request is for the page, which contains no data and forbids framing: any site may link to it. */
const isPage = ({ method, path }: Request) => path === '/' && (method === 'GET' || method === 'HEAD');

const isNavigation = ({ headers }: Request) =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

/** What a page of another origin may embed, and as what alone. These contain no data, and the frame names who may show it. */
const embeddable: Readonly<Record<string, string>> = { '/toolbar': 'iframe', '/toolbar.js': 'script' };

const isEmbedded = ({ method, path, headers }: Request) =>
  method === 'GET' && Object.hasOwn(embeddable, path) && headers['sec-fetch-dest'] === embeddable[path];

/**
 * Refuses what pages of other origins send. `isOpen`: the server requires no token. With one, other pages embed nothing: browsers send its
 * cookie from each port of the machine.
 */
const refuseCaller = (request: Request, isOpen: boolean): ControlResponse | undefined => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (!(isPage(request) && isNavigation(request)) && !(isOpen && isEmbedded(request))) {
    if (origin !== undefined && !isOwnOrigin(origin, request))
      return problem(403, `The origin ${quoteName(origin)} may not call the control API.`);
    // `same-site` is another port of this machine, so the page of another server.
    if (site !== undefined && site !== 'none' && site !== 'same-origin') {
      const shown = quoteName(String(site));
      return problem(403, `A page of another origin may not call the control API (Sec-Fetch-Site: ${shown}).`);
    }
  }
  return isWrite(request) && hasBody(request) ? refuseMediaType(request) : undefined;
};

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

/** A form of another site, or a script without a preflight, can send any media type except JSON. */
const refuseMediaType = ({ headers }: Request): ControlResponse | undefined => {
  const type = headers['content-type'];
  if (essenceOf(type ?? '') === 'application/json') return undefined;
  return problem(
    403,
    `The Content-Type of a body must be application/json, ${type === undefined ? 'but it is missing' : `not ${quoteName(type)}`}.`,
  );
};

const refuseHost = (request: Request, token: string | undefined): ControlResponse | undefined => {
  if (token !== undefined || isOwnHost(request)) return undefined;
  const { localPort } = request.socket;
  return problem(403, `${quoteName(hostOf(request))} is not a name of this server. Use localhost:${localPort}.`);
};

const queryToken = (request: Request): string | undefined =>
  new URLSearchParams(splitTarget(request.url).query).get('token') ?? undefined;

/** Cookies ignore the port, so the name contains it: two servers on one machine have separate tokens. */
const cookieName = ({ socket }: Request) => `vivarium-token-${socket.localPort}`;

/** Moves the token from the address to a cookie. In the address, it would stay in the history and in shared links. */
const takeToken = (request: Request, token: string): ControlResponse => {
  if (!equalsSecret(queryToken(request), token)) return unauthorized(request);
  const secure = 'encrypted' in request.socket ? '; Secure' : '';
  const cookie = `${cookieName(request)}=${encodeURIComponent(token)}; Path=${request.baseUrl}; HttpOnly; SameSite=Strict${secure}`;
  return redirectTo(`${request.baseUrl}/`, { 'Set-Cookie': cookie });
};

/** The tokens of the request. A browser sends the cookie, perhaps next to the credential of a proxy. */
const sentTokens = (request: Request): readonly (string | undefined)[] => {
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trimEnd();
  // Node reads headers as Latin-1, clients write them in UTF-8.
  const token = bearer && Buffer.from(bearer, 'latin1').toString();
  return [token, cookieOf(request.headers, cookieName(request))];
};

/** Compares in constant time. */
const equalsSecret = (candidate: string | undefined, secret: string) =>
  candidate !== undefined &&
  timingSafeEqual(createHash('sha256').update(candidate).digest(), createHash('sha256').update(secret).digest());

const unauthorized = (request: Request): ControlResponse => {
  if (isPage(request) && request.headers.accept?.includes('text/html') === true)
    return askForToken({ isWrong: queryToken(request) !== undefined });
  const page = `${request.baseUrl}/?token=<token>`;
  return problem(
    401,
    `The token is missing or wrong. Send the token that was set with --token, or that the server printed: Authorization: Bearer <token>. In a browser, open ${page}.`,
    { 'WWW-Authenticate': 'Bearer' },
  );
};
