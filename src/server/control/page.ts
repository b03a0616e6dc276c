/** The page at `/_vivarium/`: what runs here, and where to go from it. It holds no data of the server. */
import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ServerContext } from '../edge/context.ts';
import { okText, problem, send } from './request/control-response.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #3a3f47); --quiet: light-dark(#5a6270, #a2abb8); --accent: light-dark(#0b6b4f, #58c9a3); }
body { margin: 0 auto; max-width: 44rem; padding: 3rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#fff, #16191d); color: light-dark(#1b1f24, #e6e9ed); }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.1rem; }
p { margin: .5rem 0; }
.quiet { color: var(--quiet); }
ul { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
li a { flex: 0 0 17rem; }
a { color: var(--accent); }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; background: light-dark(#f5f6f8, #1e2227); user-select: all; }
`;

/** Nothing runs here, nothing is loaded, and nobody frames it. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export const createPage =
  (context: ServerContext): RequestHandler =>
  (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(
        request,
        response,
        problem(405, `${request.method} cannot be done here: there is GET, HEAD.`, { Allow: 'GET, HEAD' }),
      );
    } else if (!pathOf(request).endsWith('/')) {
      // The links of the page are relative to a folder.
      response.redirect(303, `${request.baseUrl}/`);
    } else
      send(
        request,
        response,
        okText(
          'text/html; charset=utf-8',
          writePage(originOf(request), request.baseUrl, context.token !== undefined),
          headers,
        ),
      );
  };

const pathOf = ({ originalUrl }: Request): string => originalUrl.split('?', 1)[0] as string;

/** The origin as the caller named it: where a token is asked for, the host may be any name of this machine. */
const originOf = (request: Request): string => {
  const host = request.headers.host ?? '';
  return /^[\w.:[\]-]+$/.test(host) ? `${request.protocol}://${host}` : '';
};

const links = [
  ['api/worlds', 'the open worlds: data, faults and clock at a glance'],
  ['api/worlds/default/faults', 'what can go wrong in the world default, and what does'],
  ['api/worlds/default/exchanges', 'the requests it was sent, newest first, and its answers'],
  ['api/worlds/default/exchanges.har', 'the same for the network panel of a browser'],
  ['api/worlds/default/collections', 'the data it holds'],
  ['api/worlds/default/diff', 'what changed of them since it started'],
  ['api/worlds/default/coverage', 'what of the interface its clients met, and what never'],
  ['api/scenarios', 'where a world can start from'],
  ['api/service', 'the operations, and how each is served'],
  ['api/service/openapi.json', 'the OpenAPI document'],
  ['metrics', 'counts for a monitoring system'],
  ['api/health', 'for whoever waits for the server to come up'],
] as const;

const writePage = (origin: string, base: string, needsToken: boolean): string => {
  const api = `${origin}${base}/api/worlds/default`;
  const token = needsToken ? ` \\\n  -H "Authorization: Bearer $VIVARIUM_TOKEN"` : '';
  const on = `curl -X PUT ${api}/faults/unauthorized${token} \\\n  -H 'Content-Type: application/json' -d '{ "enabled": true }'`;
  const off = `curl -X DELETE ${api}/faults${token}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vivarium</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Vivarium is running</h1>
<p class="quiet">It stands in for a service, remembers what it is told, and fails when it is asked to.</p>
<h2>Make it fail</h2>
<p>Switch a fault on: every request is answered 401.</p>
<pre>${escapeHtml(on)}</pre>
<p>Switch all faults off.</p>
<pre>${escapeHtml(off)}</pre>
<h2>Look inside</h2>
<ul>
${links.map(([path, text]) => `<li><a href="${path}"><code>${path}</code></a> <span class="quiet">${text}</span></li>`).join('\n')}
</ul>
</main>
</body>
</html>
`;
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
