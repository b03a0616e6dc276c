export const defaultWorldName = 'default';

export const isWorldName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

/** What {@link isWorldName} asks, for a message. */
export const worldNameRule = '1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit';
