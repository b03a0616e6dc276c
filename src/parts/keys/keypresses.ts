/** Single keys from a terminal, without Enter. */
import type { ReadStream } from 'node:tty';
import { isForeground } from '../../files/running-process.ts';

export type Key =
  | { readonly type: 'text'; readonly text: string }
  /** Several characters at once: someone pasted them. */
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'up' | 'down' | 'enter' | 'escape' | 'backspace' | 'interrupt' | 'suspend' };

/** Calls back with each key; returns a function that restores the terminal. Ctrl+Z suspends the process, as usual. */
export const listenForKeys = (input: ReadStream, listener: (key: Key) => void): (() => void) => {
  const start = () => {
    input.setRawMode(true);
    input.on('data', onData);
    input.resume();
  };
  const stop = () => {
    input.off('data', onData);
    input.setRawMode(false);
    input.pause();
  };
  const resume = () => {
    if (isForeground()) start();
  };
  const suspend = () => {
    stop();
    process.once('SIGCONT', resume);
    // The whole job, which may have a parent such as npm.
    process.kill(0, 'SIGTSTP');
  };
  const onData = (data: Buffer) => {
    for (const key of readKeys(data.toString('utf8'))) {
      if (key.type === 'suspend') suspend();
      else listener(key);
    }
  };
  // The terminal was closed.
  input.on('error', () => {});
  start();
  return () => {
    process.off('SIGCONT', resume);
    stop();
  };
};

const named: ReadonlyMap<string, Exclude<Key['type'], 'text' | 'paste'>> = new Map([
  ['\u001b[A', 'up'],
  ['\u001bOA', 'up'],
  ['\u001b[B', 'down'],
  ['\u001bOB', 'down'],
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\u001b', 'escape'],
  ['\u007f', 'backspace'],
  ['\b', 'backspace'],
  ['\u0003', 'interrupt'],
  // Ctrl+D ends the input.
  ['\u0004', 'interrupt'],
  ...(process.platform === 'win32' ? [] : ([['\u001a', 'suspend']] as const)),
]);

/** A control sequence, a control character, or text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal sends
const tokens = /\u001b(?:\[[\d;]*.?|O.)?|[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/gu;

/**
 * The keys of a chunk as the terminal sends it: several, if they were pressed in quick succession. A chunk with a longer text was
 * pasted, and presses no key. Keys without a meaning here are ignored.
 */
export const readKeys = (data: string): readonly Key[] => {
  const found = data.match(tokens) ?? [];
  const texts = found.filter((token) => !isControl(token));
  if (texts.some((text) => [...text].length > 1)) return [{ type: 'paste', text: texts.join('') }];
  return found.flatMap((token): readonly Key[] => {
    const type = named.get(token);
    if (type !== undefined) return [{ type }];
    return isControl(token) ? [] : [{ type: 'text', text: token }];
  });
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: it recognises them
const isControl = (token: string) => /^[\u0000-\u001f\u007f]/.test(token);
