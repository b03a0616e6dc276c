/** The authorization endpoint: the authorization code grant with PKCE (RFC 6749, section 4.1; RFC 7636; RFC 9700). */
import { usersOf } from './accounts.ts';
import { errorPage, loginPage } from './login-page.ts';
import type { LoginDecision } from './login-types.ts';
import {
  describable,
  findClient,
  type IssuerParts,
  invalidRequest,
  listOf,
  OAuthError,
  type Parameters,
  readSent,
  required,
} from './oauth.ts';
import {
  findSession,
  grantedScope,
  type IssuerCall,
  isLoopbackUrl,
  openSession,
  optionalText,
  readJwt,
  type Session,
  type Subject,
  secondsOf,
  userNamed,
  userWithSub,
} from './tokens.ts';

/** In seconds. */
const codeLifetime = 600;

/** In characters, as in an address: the redirect has them, sealed and as they are, in a header. Node's clients read 16 KB of headers. */
const maxLength = 4000;

/** Counts the parameters that come back. */
const lengthOf = (read: Parameters): number =>
  ['client_id', 'redirect_uri', 'state', 'nonce', 'scope', 'audience', 'resource']
    .flatMap((name) => read.getAll(name))
    .reduce((sum, value) => sum + encodeURIComponent(value.toWellFormed()).length, 0);

interface AuthorizeRequest {
  readonly client: string;
  readonly redirectUri: string;
  /** Whether the request named it: the token request must then name it too. */
  readonly isUriSent: boolean;
  readonly isFragment: boolean;
  readonly state: string | undefined;
  readonly scope: string | undefined;
  readonly audience: readonly string[];
  readonly nonce: string | undefined;
  readonly challenge: string | undefined;
}

/** What a code stands for: neither what the client keeps, nor where the code went, since addresses must stay short. */
export type LoginCode = Omit<AuthorizeRequest, 'state' | 'isFragment' | 'scope'> &
  Pick<Subject, 'sub' | 'scope' | 'authTime' | 'login'>;

type Target = Pick<AuthorizeRequest, 'redirectUri' | 'isFragment' | 'state'>;

export const authorize = (call: IssuerCall): LoginDecision => {
  const read = readSent(call.request);
  if (lengthOf(read) > maxLength)
    return errorPage('The request is too long.', `Keep state, nonce and the rest below ${maxLength} characters.`);
  const link = read.get('link');
  if (link !== undefined) return followLink(call, link);
  const target = findTarget(call, read);
  if ('status' in target) return target;
  try {
    const checked = readRequest(read, target);
    const user = userToLogIn(call, read);
    return user === undefined ? showPage(call, checked) : logIn(call, checked, user);
  } catch (error) {
    return redirectError(call, target, error);
  }
};

/** RFC 6749, section 3.1.2: an unknown client gets a page, and no redirect. */
const findTarget = (
  { rules }: IssuerCall,
  read: Parameters,
): (Target & { client: string; isUriSent: boolean }) | LoginDecision => {
  const client = read.get('client_id');
  if (client === undefined) return errorPage('The parameter client_id is missing.', 'Mend the link of the app.');
  const listed = findClient(rules, client);
  if (rules.clients !== undefined && listed === undefined)
    return errorPage(`The client ${JSON.stringify(client)} is unknown.`, 'Add it to "auth.clients" in the scenario.');
  const sent = read.get('redirect_uri');
  const only = listed?.redirectUris.length === 1 ? listed.redirectUris[0] : undefined;
  const redirectUri = sent ?? only;
  if (redirectUri === undefined)
    return errorPage('The parameter redirect_uri is missing.', 'Mend the link of the app.');
  const isFragment = read.get('response_mode') === 'fragment';
  return (
    refusedRedirect(redirectUri, listed?.redirectUris) ?? {
      ...{ client, redirectUri, isUriSent: sent !== undefined, isFragment, state: read.get('state') },
    }
  );
};

/** The page for a URI to which nobody may be redirected; undefined: somebody may. `listed`: undefined if only loopback addresses are known. */
export const refusedRedirect = (
  uri: string,
  listed: readonly string[] | undefined,
  name = 'redirect_uri',
): LoginDecision | undefined => {
  const shown = `The ${name} ${JSON.stringify(uri)}`;
  if (listed !== undefined)
    return listed.includes(uri) && isHeaderText(uri)
      ? undefined
      : errorPage(
          `${shown} is not one of this client.`,
          'Add it to "redirectUris" of the client in the scenario, character by character.',
        );
  const url = URL.parse(uri);
  const isLocal = url !== null && isLoopbackUrl(url) && /^https?:$/.test(url.protocol);
  if (isLocal && url.username === '' && url.password === '' && !uri.includes('#') && isHeaderText(uri))
    return undefined;
  return errorPage(
    `${shown} is not a plain http or https address of this computer.`,
    'Use one such as http://localhost:3000/callback, or list the client in "auth.clients" of the scenario.',
  );
};

/** Whether a URI can be in a header, and has no backslash, behind which some clients see another host than browsers do. */
const isHeaderText = (uri: string) => /^[\x21-\x5b\x5d-\x7e]+$/.test(uri);

/** Whether a text is a challenge (RFC 7636, section 4.2). */
const isChallenge = (text: string) => /^[\w.~-]{43,128}$/.test(text);

/** @throws OAuthError */
const readRequest = (read: Parameters, target: Target & { client: string; isUriSent: boolean }): AuthorizeRequest => {
  if (required(read, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'the only response_type is code (RFC 9700, section 2.1.2)');
  for (const name of ['request', 'request_uri'])
    if (read.get(name) !== undefined) throw new OAuthError(`${name}_not_supported`, `${name} is not supported`);
  const mode = read.get('response_mode');
  if (mode !== undefined && mode !== 'query' && mode !== 'fragment')
    throw invalidRequest('response_mode must be query or fragment');
  const prompts = listOf(read.get('prompt'));
  if (prompts.includes('none') && prompts.length > 1) throw invalidRequest('prompt=none excludes other values');
  const challenge = read.get('code_challenge');
  const method = read.get('code_challenge_method');
  if (challenge === undefined && method !== undefined) throw invalidRequest('code_challenge is missing');
  if (challenge !== undefined && method !== 'S256') throw invalidRequest('code_challenge_method must be S256');
  if (challenge !== undefined && !isChallenge(challenge))
    throw invalidRequest('code_challenge must have 43 to 128 characters');
  const maxAge = read.get('max_age');
  if (maxAge !== undefined && !/^\d{1,10}$/.test(maxAge)) throw invalidRequest('max_age must be a number of seconds');
  return {
    ...target,
    scope: read.get('scope'),
    audience: audienceOf(read),
    nonce: read.get('nonce'),
    challenge,
  };
};

/** `audience` is common, `resource` is RFC 8707. */
export const audienceOf = (read: Parameters): readonly string[] => [
  ...new Set([...read.getAll('audience'), ...read.getAll('resource')]),
];

/** Somebody who logs in now, or did before: then there is a session. */
type LoggedIn = Omit<Session, 'id'> & Partial<Session>;

const loginRequired = (description: string): OAuthError => new OAuthError('login_required', description);

/** Who is logged in without a page; undefined: the page asks. @throws OAuthError */
const userToLogIn = (call: IssuerCall, read: Parameters): LoggedIn | undefined => {
  const { rules } = call;
  const isSilent = listOf(read.get('prompt')).includes('none');
  const now = secondsOf(call);
  const hint = rules.isFirstLoggedIn ? read.get('login_hint') : undefined;
  if (hint !== undefined) {
    const user = userNamed(call, hint);
    if (user === undefined) throw loginRequired(`no user has the sub or the email ${JSON.stringify(hint)}`);
    return { user, authTime: now };
  }
  const first = rules.isFirstLoggedIn ? usersOf(call)[0] : undefined;
  if (!isSilent) return first && { user: first, authTime: now };
  const session = findSession(call);
  const maxAge = read.get('max_age');
  const isFresh = session !== undefined && (maxAge === undefined || now - session.authTime <= Number(maxAge));
  const found = isFresh ? session : first && { user: first, authTime: now };
  if (found === undefined) throw loginRequired('nobody is logged in');
  const expected = read.get('id_token_hint');
  if (expected !== undefined && subOf(call, expected) !== found.user.sub)
    throw loginRequired('somebody else is logged in');
  return found;
};

/** The subject of an ID token of this server, also of an expired one. */
const subOf = ({ issuer }: IssuerParts, idToken: string): string | undefined => {
  const read = readJwt(issuer, idToken);
  return read?.isOurs === true ? optionalText(read.claims, 'sub') : undefined;
};

const showPage = (call: IssuerCall, checked: AuthorizeRequest): LoginDecision => {
  const linkFor = (sub: string | null): string => {
    const link = call.seals.seal('link', { ...checked, sub }, codeLifetime);
    // The address of the issuer names the world, whatever else named it.
    return `${new URL(call.iss).pathname}/authorize?link=${link}`;
  };
  const users = usersOf(call).map((user) => ({ user, link: linkFor(user.sub) }));
  const { client } = checked;
  const scope = grantedScope(call, checked.scope, undefined);
  return loginPage({ title: call.title, client, scope, users, denyLink: linkFor(null) });
};

const followLink = (call: IssuerCall, link: string): LoginDecision => {
  const { seals } = call;
  const checked = seals.open<AuthorizeRequest & { readonly sub: string | null }>('link', link);
  if (checked === undefined || seals.isUsed(checked))
    return errorPage('This link was used already, has expired, or is of before a reset.', 'Begin again in the app.');
  // HEAD is safe (RFC 9110, section 9.2.1): what looks at links must not follow one.
  if (call.request.method === 'HEAD') return errorPage('This link logs in.', 'Open it with GET.');
  const user = checked.sub === null ? undefined : userWithSub(call, checked.sub);
  if (checked.sub !== null && user === undefined)
    return errorPage('This user is not in the scenario any more.', 'Begin again in the app.');
  seals.use(checked);
  if (user === undefined) return redirectError(call, checked, new OAuthError('access_denied', 'the user denied it'));
  return logIn(call, checked, { user, authTime: secondsOf(call) });
};

const logIn = (
  call: IssuerCall,
  checked: AuthorizeRequest,
  { id: session, user, authTime }: LoggedIn,
): LoginDecision => {
  const scope = grantedScope(call, checked.scope, user);
  const login = call.issuer.random();
  const { state: _state, isFragment: _isFragment, ...asked } = checked;
  const data: LoginCode = { ...asked, sub: user.sub, scope, authTime, login };
  const code = call.seals.seal('code', data, codeLifetime);
  const { client } = checked;
  const headers = session === undefined ? openSession(call, { user, client, authTime }) : [];
  const reason = `${user.sub} ${session === undefined ? 'logged' : 'is logged'} in at the client ${JSON.stringify(client)}`;
  return redirect(call, checked, { code }, reason, headers);
};

/** Redirects to the client, with `iss` (RFC 9207). */
const redirect = (
  { request, iss }: IssuerCall,
  { redirectUri, isFragment, state }: Target,
  values: Readonly<Record<string, string>>,
  reason: string,
  headers: readonly string[] = [],
): LoginDecision => {
  const query = new URLSearchParams({ ...values, ...(state !== undefined && { state }), iss }).toString();
  const sign = isFragment ? '#' : redirectUri.includes('?') ? '&' : '?';
  return {
    // RFC 9700, section 4.12: after a POST, 303 keeps the browser from sending the form on.
    status: request.method === 'POST' ? 303 : 302,
    headers: ['Location', `${redirectUri}${sign}${query}`, 'Cache-Control', 'no-store', ...headers],
    reason,
  };
};

/** @throws any error but those of OAuth */
const redirectError = (call: IssuerCall, target: Target, thrown: unknown): LoginDecision => {
  if (!(thrown instanceof OAuthError)) throw thrown;
  const { error, message } = thrown;
  return redirect(call, target, { error, error_description: describable(message) }, `${error}: ${message}`);
};
