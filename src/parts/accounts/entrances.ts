/** Finds where somebody comes in who has no credential yet: logins, registrations, refreshes of a token, recoveries of a password. */
import { isLoginName } from '../../core/primitives/id-names.ts';
import { plainName } from '../../core/primitives/singular.ts';
import { wordsOf } from '../../core/primitives/words.ts';
import type { BoundOperation, FoundOperations } from '../../openapi/resources/describe/bound-operation.ts';
import { withClause } from '../../openapi/resources/describe/group.ts';
import type { Describe } from '../../openapi/resources/describe/item-schema.ts';
import { methodOf, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { wordLists } from '../words/index.ts';

const login = /^(log ?in|sign ?in|authenticate)\b/;
const registration = /^(register|registration|sign ?up|create account)( (user|account|member))?$/;
const refresh = /^(refresh|renew)( ((access|auth|jwt) )?tokens?)?$|^tokens? (refresh|renew)$/;
const recovery =
  /\b(forgot(ten)?|lost|recover(y)?|reset)( your| my)? (password|passwd)\b|\bpassword (forgot(ten)?|lost|recover(y)?|reset)\b|^forgot$/;
/** The name of the path around a refresh that has no token in its name. */
const aroundTokens = /\b(auth|oauth|authentication|tokens?|sessions?|login|jwt|accounts?|users?)\b/;

/** Lets operations do without a credential that nobody can have yet, unless the document asks for one at the operation itself. */
export const openEntrances = ({
  bound,
  candidates,
  binder: { describe },
}: FoundOperations & { readonly binder: { readonly describe: Describe } }): void => {
  for (const candidate of candidates) {
    const { operation, isCovered } = candidate;
    if (!isCovered || operation.security.length === 0 || !isEntrance(candidate, describe)) continue;
    const found = bound.get(operation) as BoundOperation;
    const clause = 'Needs no credential: nothing but the security of the whole document covers it.';
    bound.set(operation, { ...found, reason: withClause(found.reason, clause), security: [] });
  }
};

/** A path with a parameter is about somebody who is known: `/users/{id}/reset-password`. */
const isEntrance = ({ operation, ...candidate }: UnboundOperation, describe: Describe): boolean => {
  if (!/^(POST|PUT|PATCH)$/.test(methodOf({ operation, ...candidate })) || operation.path.includes('{')) return false;
  const segments = operation.path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => wordsOf(segment).join(' '));
  const last = segments.at(-1) ?? '';
  const path = segments.join(' ');
  const names =
    candidate.bodyKey === undefined ? undefined : [...describe(candidate.bodyKey).properties].map(plainName);
  const takes = (isWanted: (name: string) => boolean): boolean => names === undefined || names.some(isWanted);
  const isSecret = (name: string): boolean => wordLists.secrets.has(name);
  if (segments.slice(-2).some((segment) => login.test(segment))) return true;
  if (wordLists.tokenPaths.has(last)) return names?.some(isSecret) === true;
  if (registration.test(last)) return takes((name) => isSecret(name) || isLoginName(name));
  if (refresh.test(last))
    return last.includes('token') || aroundTokens.test(path) || names?.includes('refreshtoken') === true;
  return recovery.test(segments.slice(-2).join(' '));
};
