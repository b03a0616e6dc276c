import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 switch to a linear-time matcher if a pattern of the document backtracks too much. Otherwise one request could
 * block the server forever. See docs/decisions/0016-patterns-of-documents.md.
 */
export const boundPatterns = (): void =>
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
