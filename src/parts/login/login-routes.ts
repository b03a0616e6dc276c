/** The login of a world: who is logged in, and tokens without a login. */

import {
  badRequest,
  ok,
  onWorld,
  opening,
  problem,
  type Route,
  readJson,
} from '../../server/control/request/control-call.ts';
import { issueToken, noLogin, readTokenOrder, viewLogin } from './index.ts';

const postToken = onWorld((call, world) => {
  const read = readTokenOrder(readJson(call));
  if (!read.ok) return badRequest(read.problems);
  const tokens = issueToken(world, read.order, call.base);
  return tokens === undefined ? problem(409, noLogin) : ok(tokens);
});

const getLogin = onWorld(({ base }, world) => {
  const login = viewLogin(world, base);
  return login === undefined ? problem(409, noLogin) : ok(login);
});

export const loginRoutes: readonly Route[] = [
  { path: '/worlds/:world/login', methods: { GET: getLogin } },
  { path: '/worlds/:world/tokens', methods: { POST: opening(postToken) } },
];
