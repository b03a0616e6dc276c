/** Which requests to a dev server are for the simulation: the others are for Vite and the app. */
import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { decodePercent } from '../../core/http/http.ts';
import { negotiate } from '../../core/http/media-type.ts';
import { pathBelowBase } from '../../core/http/path.ts';
import { isDocumentedPath, isEndpointPath, servicesOf } from '../../core/service/route.ts';
import type { Service } from '../../core/service/service.ts';
import { isControlPath } from '../../server/edge/edge.ts';
import { splitTarget } from '../../server/edge/read-request.ts';
import { selectWorld } from '../../server/edge/select-world.ts';

/** The files that Vite serves. */
export interface ViteFiles {
  /** With a slash at both ends. */
  readonly base: string;
  readonly folders: readonly string[];
}

type Request = Pick<IncomingMessage, 'url' | 'headers'>;

export const isForService = (service: Service, { url = '', headers }: Request, files: ViteFiles): boolean => {
  const { path: whole } = splitTarget(url);
  if (isControlPath(whole)) return true;
  const { path } = selectWorld(whole, headers);
  const bases = servicesOf(service).flatMap((part) => pathBelowBase(part, path)?.base ?? []);
  if (isEndpointPath(service, path) || bases.some((base) => base !== '')) return true;
  return bases.length > 0 && isDocumentedPath(service, path) && !isNavigation(headers) && !isOfVite(whole, files);
};

/** Whether a service has the paths of the app too. */
export const isAtRoot = (service: Service): boolean =>
  servicesOf(service).some(({ basePaths }) => basePaths.includes(''));

const isNavigation = (headers: Request['headers']): boolean =>
  headers['sec-fetch-dest'] === 'document' || prefersHtml(headers.accept);

const prefersHtml = (accept = ''): boolean =>
  negotiate([{ mediaType: 'application/json' }, { mediaType: 'text/html' }], { headers: { accept } })?.mediaType ===
  'text/html';

const isOfVite = (path: string, { base, folders }: ViteFiles): boolean => {
  const own = path.startsWith(base) ? path.slice(base.length - 1) : path;
  if (own.startsWith('/@') || own.startsWith('/node_modules/')) return true;
  const file = decodePercent(own);
  return folders.some((folder) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() === true);
};
