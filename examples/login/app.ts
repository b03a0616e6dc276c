/** A page that logs its users in by OpenID Connect, and calls a service with their tokens. */
import { type User, UserManager } from 'oidc-client-ts';

const query = new URLSearchParams(location.search);
const service = query.get('service') ?? sessionStorage.getItem('service') ?? 'http://127.0.0.1:4010';
sessionStorage.setItem('service', service);

const here = `${location.origin}${location.pathname}`;
const users = new UserManager({
  authority: `${service}/oidc`,
  client_id: 'notes-page',
  redirect_uri: here,
  silent_redirect_uri: here,
  post_logout_redirect_uri: here,
  scope: 'openid profile email notes:read notes:write',
  automaticSilentRenew: false,
});

const show = (id: string, text: string): void => {
  (document.getElementById(id) as HTMLElement).textContent = text;
};

const showUser = (user: User | null): void =>
  show('user', user === null ? 'You are not logged in.' : `You are ${user.profile.name}.`);

/** What the service says to a call with the token of the user. */
const call = async (method: string, body?: object): Promise<void> => {
  const user = await users.getUser();
  const response = await fetch(`${service}/notes`, {
    method,
    headers: {
      ...(user !== null && { authorization: `Bearer ${user.access_token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status === 401) show('result', 'Your session is over. Log in again.');
  else if (response.status === 403) show('result', 'You may not do this.');
  else show('result', JSON.stringify(await response.json()));
};

const on = (id: string, act: () => Promise<void>): void =>
  document
    .getElementById(id)
    ?.addEventListener('click', () => act().catch((error: Error) => show('result', `That failed: ${error.message}`)));

on('log-in', () => users.signinRedirect());
on('list', () => call('GET'));
on('add', () => call('POST', { text: 'Water the plants' }));
on('renew', async () => {
  showUser(await users.signinSilent({ forceIframeAuth: true }));
  show('result', 'Renewed.');
});
on('log-out', () => users.signoutRedirect());

/** The answer of the issuer is in the address. */
const finish = async (): Promise<void> => {
  if (window !== window.parent) return users.signinSilentCallback();
  if (!query.has('state')) return showUser(await users.getUser());
  try {
    if (query.has('code') || query.has('error')) await users.signinRedirectCallback();
    else await users.signoutRedirectCallback();
  } catch (error) {
    show('result', `The login failed: ${(error as Error).message}`);
  }
  history.replaceState(null, '', here);
  showUser(await users.getUser());
};

await finish();
document.body.dataset.ready = 'yes';
