/** The services of a server, as lists show them. */

import { type Service, servicesOf } from '../../core/service/service.ts';

export interface ServiceEntry {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** The first base path. */
  readonly basePath: string;
  readonly url: string;
}

/** `origin`: that of the server, such as `http://127.0.0.1:4010`. */
export const listServices = (service: Service, origin: string): readonly ServiceEntry[] =>
  servicesOf(service).map(({ name, title, version, basePaths: [basePath = ''] }) => ({
    name,
    title,
    version,
    basePath,
    url: `${origin}${basePath}`,
  }));
