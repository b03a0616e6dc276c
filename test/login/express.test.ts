/** An Express app that logs its users in with passport-oauth2, and keeps a session of its own. */

import express, { type Request } from 'express';
// @ts-expect-error: it has no types
import passport from 'passport';
// @ts-expect-error: it has no types
import OAuth2Strategy from 'passport-oauth2';
import { expect, test } from 'vitest';
import { serveForTest } from '../serve-for-test.ts';
import { linksIn, notesVivarium } from './walk.ts';

type Done = (error: unknown, value?: unknown) => void;

/** Sessions in memory, by a cookie: passport needs them for the state and the verifier. */
const sessions = (): express.RequestHandler => {
  const known = new Map<string, object>();
  return (request, response, next) => {
    const id = /sid=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? `s${known.size}`;
    const session = known.get(id) ?? { regenerate: (done: Done) => done(null), save: (done: Done) => done(null) };
    known.set(id, session);
    response.setHeader('Set-Cookie', `sid=${id}`);
    Object.assign(request, { session });
    next();
  };
};

test('passport-oauth2 logs a user in with PKCE, reads notes with the token, and reports a denial', async () => {
  const vivarium = await notesVivarium();
  const { url } = await vivarium.listen({ port: 0 });
  const app = express();
  const home = await serveForTest(app);
  const strategy = new OAuth2Strategy(
    {
      // The paths of the document's own scheme.
      authorizationURL: `${url}/dialog/authorize`,
      tokenURL: `${url}/oauth/token`,
      clientID: 'web',
      clientSecret: 'any',
      callbackURL: `${home}/callback`,
      scope: ['openid', 'notes:read'],
      state: true,
      pkce: true,
    },
    (token: string, _refresh: string, parameters: object, _profile: unknown, done: Done) =>
      done(null, { token, ...parameters }),
  );
  const own = new passport.Passport().use(strategy);
  own.serializeUser((user: unknown, done: Done) => done(null, user));
  own.deserializeUser((user: unknown, done: Done) => done(null, user));
  app.use(sessions(), own.session());
  app.get('/login', own.authenticate('oauth2'));
  app.get('/callback', own.authenticate('oauth2', { successRedirect: '/notes', failureRedirect: '/failed' }));
  app.get('/notes', async (request: Request, response) => {
    const { token } = (request as unknown as { user: { token: string } }).user;
    response.json(await (await fetch(`${url}/v1/notes`, { headers: { authorization: `Bearer ${token}` } })).json());
  });

  let cookie = '';
  const visit = async (address: string | URL): Promise<Response> => {
    const response = await fetch(address, { headers: { cookie }, redirect: 'manual' });
    cookie = /sid=\w+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? cookie;
    return response;
  };
  const follow = async (response: Response): Promise<Response> =>
    visit(new URL(response.headers.get('location') as string, response.url));
  const choose = async (name: string): Promise<Response> => {
    const page = await follow(await visit(`${home}/login`));
    const redirect = await visit(new URL(linksIn(await page.text()).get(name) as string, page.url));
    return follow(redirect);
  };
  const answer = await choose('Ada Lovelace');
  expect(answer.headers.get('location')).toBe('/notes');
  expect(await (await follow(answer)).json()).toEqual([{ id: 1, text: 'one' }]);
  expect((await choose('Deny')).headers.get('location')).toBe('/failed');
});
