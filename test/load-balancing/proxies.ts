import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Undefined: it is not installed. Debian installs nginx where only root looks. */
const find = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name)).find(isExecutable);

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The load balancers with a configuration below `examples/load-balancing/`. */
export const proxies = [
  { name: 'nginx', config: 'nginx.conf', program: find('nginx') },
  { name: 'haproxy', config: 'haproxy.cfg', program: find('haproxy') },
] as const;
