/** The address of the service: where it was, and the base path that all its requests have. */
import { isLoopback } from '../../../../server/edge/loopback.ts';
import type { Seen } from '../../recording/recording.ts';

export interface Server {
  /** Empty or `/api/v1`; with the slash at its end that all paths have twice. */
  readonly base: string;
  /** Relative where the address tells nothing to others: on this machine, and where the source does not tell it. */
  readonly url: string;
  /** It is undefined for a relative URL. */
  readonly host: string | undefined;
}

/** The last of these ends the base path. */
const marks =
  /^(?:api|apis|rest|v\d+(?:[._-]?\d+)*(?:alpha\d*|beta\d*)?|\d{4}-\d\d(?:-\d\d)?|services?|gateway|odata)$/i;

export const serverOf = (seen: readonly Seen[]): Server => {
  const base = baseOf(seen.map(({ path, template }) => (template ?? path).split('/').slice(1)));
  const origin = seen.find((one) => one.origin !== '')?.origin ?? '';
  const url = URL.parse(origin);
  const path = base.replace(/\/+$/, '');
  if (url === null || isLoopback(url.hostname)) return { base, url: path || '/', host: undefined };
  return { base, url: `${origin}${path}`, host: url.host };
};

const baseOf = (paths: readonly (readonly string[])[]): string => {
  const [first = []] = paths;
  let shared = first.length;
  for (const path of paths) {
    let length = 0;
    while (length < shared && path[length] === first[length]) length++;
    shared = length;
  }
  let end = first.slice(0, shared).findLastIndex((segment) => marks.test(segment)) + 1;
  // A version alone, as in `/3/movies`.
  if (end === 0 && shared > 0 && /^\d{1,2}$/.test(first[0] as string) && paths.every(({ length }) => length > 1))
    end = 1;
  while (end > 0 && end < shared && first[end] === '') end++;
  const isWhole = paths.every(({ length }) => length === end);
  return end === 0 || isWhole ? '' : `/${first.slice(0, end).join('/')}`;
};
