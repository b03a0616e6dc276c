/** Which requests belong to a service, by the address that a client knows. It imports nothing from Node: it also runs in a browser. */
import type { VivariumWorld } from './world-api.ts';

type Served = Pick<VivariumWorld, 'serves' | 'basePath'>;

/** The URL of a page makes a path complete, as it does for the client. @throws TypeError if it is not a URL. */
export const readBaseUrl = (baseUrl: string): URL => {
  const page: unknown = Reflect.get(globalThis, 'location')?.href;
  if (URL.canParse(baseUrl)) return new URL(baseUrl);
  if (typeof page === 'string' && URL.canParse(baseUrl, page)) return new URL(baseUrl, page);
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
