/** Kinds of objects that a caller hands over. Those of another realm (a sandbox of Jest, jsdom) are no instances of the classes here. */

const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

export const isUrl = (value: unknown): value is URL => value instanceof URL || tagOf(value) === '[object URL]';

export const isError = (value: unknown): value is Error => value instanceof Error || tagOf(value) === '[object Error]';
