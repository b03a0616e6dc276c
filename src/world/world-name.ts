export const defaultWorldName = 'default';

export const isWorldName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

/** The rule of {@link isWorldName} as a sentence. */
export const worldNameRule =
  'A world name has 1 to 64 letters, digits, ".", "_" or "-", and starts with a letter or digit.';
