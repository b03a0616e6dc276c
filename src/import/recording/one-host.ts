/** Which of the recorded requests are those of the service. */
import type { Ledger } from './ledger.ts';
import { jsonOf, type Seen } from './recording.ts';

/** The requests to the host with the most JSON; the others are analytics, assets and logins of others. */
export const ofOneHost = (seen: readonly Seen[], ledger: Ledger): readonly Seen[] => {
  const counts = new Map<string, number>();
  for (const one of seen) {
    const isJson = jsonOf(one.response?.body) !== undefined;
    counts.set(hostOf(one), (counts.get(hostOf(one)) ?? 0) + (isJson ? 1 : 0));
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return seen.filter((one) => {
    const isOwn = one.origin === '' || hostOf(one) === most?.[0];
    if (!isOwn) ledger.leave(one.key, 'a request to another host', one.place);
    return isOwn;
  });
};

const hostOf = ({ origin }: Seen): string => origin.replace(/^[a-z]+:\/\//, '');
