/** The page at `/_vivarium/`: the web panel, built by `scripts/build-panel.ts`, and its toolbar. They contain no data of the server. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { packageFile } from '../../files/package-file.ts';
import {
  type ControlResponse,
  notAllowed,
  problem,
  redirectTo,
  respond,
  sendControlResponse,
} from '../../server/control/request/control-call.ts';
import { isDirect } from '../../server/edge/caller.ts';
import type { ServerContext } from '../../server/edge/context.ts';

const folder = 'dist/panel';

interface Page {
  readonly text: string;
  readonly compressed: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const createFile = (
  mediaType: string,
  read: () => Page | undefined,
  headersFor: (page: Page, request: Request) => Page['headers'] = ({ headers }) => headers,
): RequestHandler => {
  let page: Page | undefined;
  const answer = (request: Request): ControlResponse => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return notAllowed(request.method, pathOf(request), ['GET', 'HEAD']);
    page ??= read();
    if (page === undefined) return problem(503, 'The panel is not built. Run `npm run build:panel` in the checkout.');
    const { text, compressed: bytes } = page;
    const headers = { ...headersFor(page, request), Vary: 'Accept-Encoding' };
    return request.acceptsEncodings('gzip') === 'gzip'
      ? respond(mediaType, { bytes }, { ...headers, 'Content-Encoding': 'gzip' })
      : respond(mediaType, { text }, headers);
  };
  return (request, response) => sendControlResponse(request, response, answer(request));
};

export const createPage = (): RequestHandler => {
  const send = createFile(htmlType, readPage);
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // The relative links of the page need the trailing slash.
    if (isRead && !pathOf(request).endsWith('/'))
      sendControlResponse(request, response, redirectTo(`${request.baseUrl}/`));
    else send(request, response, next);
  };
};

/** The page of the panel too, with the one difference that others may frame it. */
export const createToolbarFrame = (context: Pick<ServerContext, 'token' | 'allowedOrigins'>): RequestHandler => {
  const { token, allowedOrigins } = context;
  return createFile(htmlType, readPage, ({ headers }, request) => {
    // A browser sends the cookie with the token from other ports of the same host too.
    const others = token === undefined && isDirect(request) ? [...loopbackOrigins, ...allowedOrigins] : [];
    const ancestors = ["'self'", ...others].join(' ');
    const { 'X-Frame-Options': _denied, 'Content-Security-Policy': policy = '', ...kept } = headers;
    return {
      ...kept,
      'Content-Security-Policy': policy.replace("frame-ancestors 'none'", `frame-ancestors ${ancestors}`),
    };
  });
};

/** A policy cannot name an IPv6 address. */
const loopbackOrigins = ['localhost', '*.localhost', '127.0.0.1'].flatMap((host) => [
  `http://${host}:*`,
  `https://${host}:*`,
]);

/** The script that shows the toolbar in a page of any origin. It contains no data. */
export const createToolbarScript = (): RequestHandler =>
  createFile('text/javascript; charset=utf-8', () =>
    readBuilt('toolbar.js', () => ({ 'Cross-Origin-Resource-Policy': 'cross-origin' })),
  );

const htmlType = 'text/html; charset=utf-8';

const pathOf = ({ originalUrl }: Request): string => originalUrl.split('?', 1)[0] as string;

const readBuilt = (name: string, headersOf: (text: string) => Page['headers']): Page | undefined => {
  let text: string;
  try {
    text = readFileSync(packageFile(`${folder}/${name}`), 'utf8');
  } catch {
    return undefined;
  }
  return { text, compressed: gzipSync(text, { level: 9 }), headers: headersOf(text) };
};

const readPage = (): Page | undefined =>
  readBuilt('panel.html', (text) =>
    panelHeaders([
      `script-src '${hashOf(text, '<script type="module">', '</script>')}'`,
      `style-src '${hashOf(text, '<style>', '</style>')}'`,
      "connect-src 'self'",
      'img-src data:',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "form-action 'none'",
    ]),
  );

/** The hash of the inline script or style, the only one that the Content-Security-Policy allows. */
const hashOf = (text: string, open: string, close: string): string => {
  const start = text.indexOf(open) + open.length;
  return sourceHash(text.slice(start, text.indexOf(close, start)));
};

export const sourceHash = (source: string): string => `sha256-${createHash('sha256').update(source).digest('base64')}`;

/** Headers of a page: no resources of other origins, no framing. */
export const panelHeaders = (allowed: readonly string[]): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': ["default-src 'none'", ...allowed, "base-uri 'none'", "frame-ancestors 'none'"].join('; '),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
});
