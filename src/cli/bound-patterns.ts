import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 change to a matcher whose time is linear where a pattern of the document backtracks too much: one request could
 * else hold the server for good. See docs/decisions/0016-patterns-of-documents.md.
 */
export const boundPatterns = (): void =>
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
