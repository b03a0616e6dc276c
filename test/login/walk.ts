/** A client that walks through a login, without a browser. */
import { createHash, randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createVivarium, type ScenarioDocument, type Vivarium, type VivariumWorld as World } from '../../src/index.ts';
import { notesDocument } from './document.ts';

export const callback = 'http://localhost:3000/callback';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

export const notesVivarium = async (
  auth: ScenarioDocument['auth'] = {},
  rest: ScenarioDocument = {},
): Promise<Vivarium> => {
  const vivarium = await createVivarium({
    document: notesDocument,
    scenario: {
      auth,
      clock: { at: '2030-06-01T12:00:00Z', frozen: true },
      data: { notes: [{ id: 1, text: 'one' }] },
      ...rest,
    },
  });
  onTestFinished(() => vivarium.close());
  return vivarium;
};

export const notesWorld = async (auth: ScenarioDocument['auth'] = {}, name = 'default'): Promise<World> =>
  (await notesVivarium(auth)).world(name);

const verifierOf = (): { readonly verifier: string; readonly challenge: string } => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** The parameters of a correct authorization request, with changes; an undefined one is left out. */
export const authorizeUrl = (
  changes: Readonly<Record<string, string | undefined>> = {},
  path = '/oidc/authorize',
): string => {
  const given = {
    client_id: 'spa',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid notes:read notes:write',
    ...changes,
  };
  const pairs = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${path}?${new URLSearchParams(pairs)}`;
};

export const form = (values: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(values).toString(),
});

export const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? 'missing:');

/** The links of the page, by the names that people see. */
export const linksIn = (html: string): ReadonlyMap<string, string> =>
  new Map(
    [...html.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>([^<]+)/g)].map(([, href, name]) => [
      name as string,
      (href as string).replaceAll('&amp;', '&'),
    ]),
  );

/** Chooses a user on the page; the redirect to the client. */
export const choose = async (world: World, name: string, url: string): Promise<Response> => {
  const page = await world.fetch(url);
  const link = linksIn(await page.text()).get(name);
  if (link === undefined) throw new Error(`no link ${name}`);
  return world.fetch(link);
};

/** The page, and the request that redeems the code. `follow`: how the code is got from the address of the page. */
export const redemptionOf = async (
  changes: Readonly<Record<string, string>>,
  follow: (url: string) => Promise<Response>,
): Promise<Record<string, string>> => {
  const { verifier, challenge } = verifierOf();
  const url = authorizeUrl({ code_challenge: challenge, code_challenge_method: 'S256', ...changes });
  return {
    grant_type: 'authorization_code',
    code: locationOf(await follow(url)).searchParams.get('code') as string,
    code_verifier: verifier,
    client_id: 'spa',
    redirect_uri: callback,
  };
};

/** The whole walk: the page, a code, tokens. */
export const logIn = async (
  world: World,
  name = 'Ada Lovelace',
  changes: Readonly<Record<string, string>> = {},
): Promise<Tokens> => {
  const body = await redemptionOf(changes, (url) => choose(world, name, url));
  const response = await world.fetch('/oidc/token', form(body));
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Tokens;
};

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
