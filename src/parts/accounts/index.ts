/** Users who register and log in, and the account of the caller. */
export {
  accountRows,
  bindAccounts,
  bindCurrent,
  findProfiles,
  findUsers,
  isLogin,
  isOfCaller,
  isUser,
  lastWordsOf,
  namesOfCaller,
  openEntrances,
} from './find-accounts.ts';
export { doersIn, findAccounts, withMakers } from './find-unlisted.ts';
export { tokensOfLogins } from './token-in.ts';
