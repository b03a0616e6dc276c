/** The base path of what was seen: it may differ from that of the document. */
import { matchOperation } from '../../../core/service/router.ts';
import type { Service } from '../../../core/service/service.ts';
import type { Seen } from '../recording/recording.ts';

/** The base path of the recording: of those that its paths begin with, the one with which the most requests have an operation. */
export const baseOf = ({ matcher }: Service, seen: readonly Seen[], own: string): string => {
  const paths = new Set(seen.map(({ method, path }) => `${method} ${path}`));
  const candidates = new Set([own, '']);
  for (const { path } of seen) {
    for (let end = path.indexOf('/', 1); end > 0 && candidates.size < maxBases; end = path.indexOf('/', end + 1))
      candidates.add(path.slice(0, end));
  }
  const countOf = (base: string): number => {
    let count = 0;
    for (const each of paths) {
      const [method = '', path = ''] = each.split(' ');
      const rest = belowBase(path, base);
      if (rest !== undefined && matchOperation(matcher, method, rest, () => false).type === 'operation') count++;
    }
    return count;
  };
  let best = { base: own, count: countOf(own) };
  for (const base of candidates) {
    const count = countOf(base);
    if (count > best.count) best = { base, count };
  }
  return best.base;
};

const maxBases = 100;

/** Returns undefined if the path is not below the base. */
export const belowBase = (path: string, base: string): string | undefined => {
  if (!path.startsWith(base)) return undefined;
  const rest = path.slice(base.length);
  return rest === '' || rest.startsWith('/') ? rest || '/' : undefined;
};
