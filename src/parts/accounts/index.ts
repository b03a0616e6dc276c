/** Users who register and log in, and the account of the caller. */
export { openEntrances } from './entrances.ts';
export {
  accountRows,
  bindAccounts,
  bindCurrent,
  findUsers,
  isLogin,
  isUser,
  lastWordsOf,
  namesOfCaller,
} from './find-accounts.ts';
export { findProfiles } from './find-profiles.ts';
export { findAccounts } from './find-unlisted.ts';
export { withMakers } from './makers.ts';
export { tokensOfLogins } from './token-in.ts';
