/** The page at `/_vivarium/`: the web panel, built by `scripts/build-panel.ts`. It contains no data of the server. */

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
} from './request/control-response.ts';

const builtPage = packageFile('dist/panel/panel.html');

interface Page {
  readonly text: string;
  readonly compressed: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export const createPage = (): RequestHandler => {
  let page: Page | undefined;
  const answer = (request: Request): ControlResponse => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return notAllowed(request.method, request.baseUrl, ['GET', 'HEAD']);
    // The relative links of the page need the trailing slash.
    if (!pathOf(request).endsWith('/')) return redirectTo(`${request.baseUrl}/`);
    page ??= readPage();
    if (page === undefined) return problem(503, 'The panel is not built. Run `npm run build:panel` in the checkout.');
    const { text, compressed: bytes, headers } = page;
    return request.acceptsEncodings('gzip') === 'gzip'
      ? respond(htmlType, { bytes }, { ...headers, 'Content-Encoding': 'gzip' })
      : respond(htmlType, { text }, headers);
  };
  return (request, response) => sendControlResponse(request, response, answer(request));
};

const htmlType = 'text/html; charset=utf-8';

const pathOf = ({ originalUrl }: Request): string => originalUrl.split('?', 1)[0] as string;

const readPage = (): Page | undefined => {
  let text: string;
  try {
    text = readFileSync(builtPage, 'utf8');
  } catch {
    return undefined;
  }
  return {
    text,
    compressed: gzipSync(text, { level: 9 }),
    headers: {
      ...panelHeaders([
        `script-src '${hashOf(text, '<script type="module">', '</script>')}'`,
        `style-src '${hashOf(text, '<style>', '</style>')}'`,
        "connect-src 'self'",
        'img-src data:',
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "form-action 'none'",
      ]),
      Vary: 'Accept-Encoding',
    },
  };
};

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
