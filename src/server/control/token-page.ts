/** Asks a person with a browser for the token, once: the guard takes it out of the address and keeps it in a cookie. */

import { panelHeaders, sourceHash } from './panel-page.ts';
import { type ControlResponse, okText } from './request/control-response.ts';

const style = `
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

const writePage = (isWrong: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vivarium: token</title>
<link rel="icon" href="data:,">
<style>${style}</style>
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

/** A 401 like that of the API, for a person. */
export const askForToken = (isWrong: boolean): ControlResponse => ({
  ...okText('text/html; charset=utf-8', writePage(isWrong), {
    'WWW-Authenticate': 'Bearer',
    ...panelHeaders([`style-src '${sourceHash(style)}'`, 'img-src data:', "form-action 'self'"]),
  }),
  status: 401,
});
