/** The origins whose pages' toolbar may change worlds: `/toolbar/origins`. */
import { z } from 'zod';
import { quoteName } from '../../core/primitives/units.ts';
import {
  noContent,
  okItems,
  problem,
  type Route,
  readBody,
  withoutQuery,
} from '../../server/control/request/control-call.ts';
import { object } from '../../server/control/request/control-schemas.ts';
import { isTrustedOrigin } from '../../server/edge/caller.ts';

const listOrigins = withoutQuery(({ context }) => okItems([...context.confirmedOrigins]));

const anOrigin = { error: 'an origin such as http://localhost:5173' };

/** The origin of a page whose toolbar may change worlds. */
const toolbarOrigin = object({
  origin: z
    .string(anOrigin)
    .refine((text) => URL.parse(text)?.origin === text.toLowerCase(), anOrigin)
    .toLowerCase(),
});

/** The page that asks for this cannot be framed, so nobody can steal the click on its button. */
const confirmOrigin = withoutQuery((call) => {
  const { origin: sent } = readBody(call, toolbarOrigin, 'the origin');
  const { allowedOrigins, confirmedOrigins, nameOf } = call.context;
  if (!isTrustedOrigin(sent, allowedOrigins))
    return problem(403, `A page of ${quoteName(sent)} shows no toolbar. Allow it with ${nameOf('allowOrigin')}.`);
  confirmedOrigins.add(sent);
  return noContent;
});

export const toolbarRoutes: readonly Route[] = [
  { path: '/toolbar/origins', methods: { GET: listOrigins, POST: confirmOrigin } },
];
