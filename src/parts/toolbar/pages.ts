/** The pages below `/_vivarium/`: the web panel, built by `scripts/build-panel.ts`, its toolbar, and the page that asks for a token. They contain no data of the server. */

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

/** The same page as the panel, except that others may frame it. */
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

const sourceHash = (source: string) => `sha256-${createHash('sha256').update(source).digest('base64')}`;

/** Headers of a page: no resources of other origins, no framing. */
const panelHeaders = (allowed: readonly string[]): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': ["default-src 'none'", ...allowed, "base-uri 'none'", "frame-ancestors 'none'"].join('; '),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
});

const tokenStyle = `
:root { color-scheme: light dark; }
body { display: grid; place-content: center; min-height: 100dvh; margin: 0; padding: 1rem; box-sizing: border-box; font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; background: light-dark(#f4f5f1, #131613); color: light-dark(#1d221d, #e3e7e0); }
form { display: grid; gap: .75rem; max-width: 26rem; }
h1 { margin: 0; font-size: 1.375rem; }
p { margin: 0; }
label { font-weight: 550; }
input, button { box-sizing: border-box; width: 100%; min-height: 2.5rem; padding: .25rem .6rem; border: 1px solid light-dark(#868d82, #727b72); border-radius: .375rem; background: light-dark(#fdfdfb, #1b1f1b); color: inherit; font: inherit; }
button { border-color: light-dark(#1b6b4d, #74c8a3); background: light-dark(#1b6b4d, #74c8a3); color: light-dark(#fff, #0c1711); font-weight: 550; cursor: pointer; }
.wrong { color: light-dark(#ae2a1f, #f2958a); }
:focus-visible { outline: 2px solid light-dark(#1b6b4d, #74c8a3); outline-offset: 2px; }
`;

const writeTokenPage = ({ isWrong }: TokenState) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vivarium: token</title>
<link rel="icon" href="data:,">
<style>${tokenStyle}</style>
</head>
<body>
<main>
<form method="get">
<h1>Vivarium</h1>
<p>This server asks for a token: the one that it was started with, or that it printed at its start.</p>
${isWrong ? '<p class="wrong" role="alert">That token is wrong.</p>\n' : ''}<label for="token">Token</label>
<input id="token" name="token" type="password" required autofocus autocomplete="off" spellcheck="false">
<button>Open the panel</button>
</form>
</main>
</body>
</html>
`;

interface TokenState {
  /** Whether a wrong token was given. */
  readonly isWrong: boolean;
}

/** A 401 like that of the API, for a person. */
export const askForToken = (state: TokenState): ControlResponse =>
  respond(
    htmlType,
    { text: writeTokenPage(state) },
    {
      'WWW-Authenticate': 'Bearer',
      ...panelHeaders([`style-src '${sourceHash(tokenStyle)}'`, 'img-src data:', "form-action 'self'"]),
    },
    401,
  );
