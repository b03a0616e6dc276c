/** The kind of an object from a caller. One of another realm (a sandbox of Jest, jsdom) is no instance of the classes here. */

const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

export const isUrl = (value: unknown): value is URL => value instanceof URL || tagOf(value) === '[object URL]';

export const isError = (value: unknown): value is Error => value instanceof Error || tagOf(value) === '[object Error]';
