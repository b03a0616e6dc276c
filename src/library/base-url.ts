/** Which requests belong to a service, by the address that a client knows. It imports nothing from Node: it also runs in a browser. */
import type { VivariumWorld } from './world-api.ts';

type Served = Pick<VivariumWorld, 'serves' | 'basePath'>;

/** The URL of a page makes a path complete, as it does for the client. @throws TypeError if it is not a URL. */
export const readBaseUrl = (baseUrl: string): URL => {
  const page: unknown = Reflect.get(globalThis, 'location')?.href;
  const base = typeof page === 'string' ? page : undefined;
  // What is before the colon of localhost:3000 is read as a scheme.
  if (URL.canParse(baseUrl, base) && /^https?:/.test(new URL(baseUrl, base).href)) return new URL(baseUrl, base);
  throw new TypeError(`baseUrl is not a URL: "${baseUrl}". Write it as https://api.example.com/v2.`);
};

/** The path and the query in the world; undefined if the URL is not below the service. `base`: its URL; default: any origin. */
export const pathIn = (
  { serves, basePath }: Served,
  { origin, pathname, search }: URL,
  base: URL | undefined,
): string | undefined => {
  if (base === undefined) return serves(pathname) ? pathname + search : undefined;
  const prefix = base.pathname.replace(/\/$/, '');
  const isBelow = origin === base.origin && (pathname === prefix || pathname.startsWith(`${prefix}/`));
  return isBelow ? basePath + pathname.slice(prefix.length) + search : undefined;
};
