/** Finds where somebody comes in who has no credential yet: logins, registrations, refreshes of a token, recoveries of a password. */

import { plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { isLoginName } from '../../core/service/id-names.ts';
import type { BoundOperation, FoundOperations } from '../../openapi/resources/describe/bound-operation.ts';
import { withClause } from '../../openapi/resources/describe/group.ts';
import type { Describe } from '../../openapi/resources/describe/item-schema.ts';
import { methodOf, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { wordLists } from '../words/index.ts';

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
  const segments = operation.path.split('/').filter((segment) => segment !== '');
  const [end, last = ''] = [segments.slice(-2), segments.at(-1)];
  const names =
    candidate.bodyKey === undefined ? undefined : [...describe(candidate.bodyKey).properties].map(plainName);
  const takes = (isWanted: (name: string) => boolean): boolean => names === undefined || names.some(isWanted);
  const isSecret = (name: string): boolean => wordLists.secrets.has(name);
  if (end.some((segment) => wordLists.logins.behind(segment) !== undefined)) return true;
  if (wordLists.tokenPaths.has(last)) return names?.some(isSecret) === true;
  const who = wordLists.registrations.behind(last);
  if (who === '' || (who !== undefined && wordLists.users.has(who)))
    return takes((name) => isSecret(name) || isLoginName(name));
  const words = wordsOf(last);
  const others = words.filter((word) => !wordLists.refreshes.has(word)).join('');
  if (others === '' && words.length > 0)
    return segments.flatMap(wordsOf).some(isAboutTokens) || names?.includes('refreshtoken') === true;
  if (words.length > 1 && wordLists.tokens.has(singularOf(others)) && wordLists.refreshes.isIn(last)) return true;
  const isLost = (segment: string): boolean => wordLists.recoveries.isIn(segment);
  return /^forgot$/i.test(last) || (end.some(isLost) && end.some((segment) => /passw(or)?d/i.test(segment)));
};

/** Whether a word of the path around a refresh that has no token in its name is about tokens. */
const isAboutTokens = (word: string): boolean =>
  [wordLists.tokenPaths, wordLists.logins, wordLists.users].some(({ has }) => has(word) || has(singularOf(word)));
