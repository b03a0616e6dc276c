/** An order for tokens, shared by the control API and the library. */
import { lazily } from '../../core/primitives/lazy.ts';
import { parseDuration } from '../../core/primitives/units.ts';
import type { TokenOrder } from '../../core/service/login-facts.ts';
import type { ScenarioProblem } from '../../scenario/document/document-path.ts';
import { explainIssues } from '../../scenario/document/explain-issues.ts';
import { duration, map, text } from '../../scenario/document/schema-values.ts';
import { tokenClaims } from './section.ts';

const tokenOrderSchema = lazily(() =>
  map('an object', {
    sub: text().min(1, { error: 'a text' }).optional(),
    scope: text('scopes with spaces between them').optional(),
    audience: text().min(1, { error: 'a text' }).optional(),
    lifetime: duration().optional(),
    claims: tokenClaims().optional(),
  }),
);

type ReadTokenOrder =
  | { readonly ok: true; readonly order: TokenOrder }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

export const readTokenOrder = (value: unknown): ReadTokenOrder => {
  const result = tokenOrderSchema().safeParse(value, { reportInput: true });
  if (!result.success) return { ok: false, problems: explainIssues(result.error.issues, 'the token') };
  const { lifetime, ...order } = result.data;
  return { ok: true, order: { ...order, lifetimeMs: lifetime === undefined ? undefined : parseDuration(lifetime) } };
};
