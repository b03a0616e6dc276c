/** The pages of the issuer. They have neither a form nor a script, and everything that a request or a scenario says is escaped. */
import { escapeMarkup } from '../../../core/response/executable-content.ts';
import type { LoginUser } from '../../../core/service/login-facts.ts';
import type { LoginDecision } from './login-types.ts';

/** The headers of the page. They have no `sandbox`, in which links could not lead back to the app. */
const pageHeaders: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Cache-Control',
  'no-store',
  'Referrer-Policy',
  'no-referrer',
];

const style = `
:root { color-scheme: light dark; --line: #d5d8de; --soft: #5b6472; --hover: #f1f3f6; --accent: #1c5fd1 }
@media (prefers-color-scheme: dark) { :root { --line: #3a404b; --soft: #a3acba; --hover: #262b34; --accent: #8ab4ff } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif }
main { width: min(26rem, 100vw); padding: 1.5rem }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; overflow-wrap: anywhere }
p { color: var(--soft); margin: 0 0 1rem; overflow-wrap: anywhere }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .5rem }
li, a.deny { position: relative; display: block; padding: .7rem .9rem; border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: anywhere }
li:hover, li:focus-within, a.deny:hover, a.deny:focus-visible { background: var(--hover); border-color: var(--accent) }
a { color: inherit; text-decoration: none; outline: none }
li a::after { content: ''; position: absolute; inset: 0 }
li span { display: block; color: var(--soft); font-size: .875rem }
a.deny { text-align: center; color: var(--soft) }
footer { color: var(--soft); font-size: .8125rem; margin-top: 1rem }
`;

const page = (title: string, content: string) =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeMarkup(title)}</title><style>${style}</style></head>
<body><main>${content}<footer>Simulated by Vivarium: not a place for real users.</footer></main></body></html>
`;

const answerPage = (status: number, html: string, reason: string, headers: readonly string[] = []): LoginDecision => ({
  status,
  headers: [...pageHeaders, ...headers],
  body: { html },
  reason,
});

interface LoginPage {
  readonly title: string;
  readonly client: string;
  /** Separated by spaces. */
  readonly scope: string;
  readonly users: readonly { readonly user: LoginUser; readonly link: string }[];
  readonly denyLink: string;
}

export const loginPage = ({ title, client, scope, users, denyLink }: LoginPage): LoginDecision => {
  const wishes = scope === '' ? '' : ` It asks for: ${scope.split(' ').join(', ')}.`;
  const items = users.map(({ user, link }) => {
    // The name of the link is that of the user alone.
    const detail = user.name === undefined ? '' : `<span>${escapeMarkup(user.email ?? user.sub)}</span>`;
    return `<li><a href="${escapeMarkup(link)}">${escapeMarkup(user.name ?? user.sub)}</a>${detail}</li>`;
  });
  const content = `<h1>Log in to ${escapeMarkup(title)}</h1><p>${escapeMarkup(client)} wants to know who you are.${escapeMarkup(wishes)}</p><ul>${items.join('')}</ul><a class="deny" href="${escapeMarkup(denyLink)}">Deny</a>`;
  return answerPage(200, page(`Log in to ${title}`, content), `the page for the client ${JSON.stringify(client)}`);
};

/** Redirects nobody, since the URI of the request cannot be trusted (RFC 6749, section 4.1.2.1). */
export const errorPage = (message: string, remedy: string): LoginDecision =>
  answerPage(
    400,
    page('Login failed', `<h1>Login failed</h1><p>${escapeMarkup(message)}</p><p>${escapeMarkup(remedy)}</p>`),
    message,
  );

/** The page of an error that nobody decided here: a fault. `message` is escaped already. */
export const failureHtml = (message: string): string => page('Login failed', `<h1>Login failed</h1><p>${message}</p>`);

export const loggedOutPage = (headers: readonly string[]): LoginDecision =>
  answerPage(200, page('Logged out', '<h1>Logged out</h1><p>You can close this page.</p>'), 'logged out', headers);
