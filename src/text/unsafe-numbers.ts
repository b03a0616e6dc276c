import { mayBeUnsafeJson } from '../core/primitives/json.ts';

/** Whether YAML text may hold an integer that a double cannot hold exactly. Only then is the slower, exact reading needed. */
export const mayBeUnsafe = (text: string): boolean => mayBeUnsafeJson(text) || /0x[\da-f]{13}|0o\d{17}/i.test(text);
