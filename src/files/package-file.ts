/**
 * The address of a file of this package, by its path from the root. The root is two folders up from here, and from the bundle
 * in `dist/node/`.
 */
export const packageFile = (path: string): URL => new URL(`../../${path}`, import.meta.url);
