/** Users who register and log in, and the account of the caller. */
export { isEntrance } from './entrances.ts';
export {
  accountRows,
  bindAccounts,
  bindCurrent,
  findUsers,
  isLogin,
  isUser,
  lastWordsOf,
  loginNamesOf,
} from './find-accounts.ts';
export { findProfiles } from './find-profiles.ts';
export { findAccounts } from './find-unlisted.ts';
