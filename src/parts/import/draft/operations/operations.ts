/** The operations that were seen, with all their bodies. */
import { Contents } from '../bodies/contents.ts';
import type { DraftPath } from '../paths/paths.ts';
import { exemplary, isAccepted, type Recorded } from '../paths/recorded.ts';

export interface DraftOperation {
  readonly at: DraftPath;
  /** In upper case. */
  readonly method: string;
  readonly requests: readonly Recorded[];
  /** The requests that tell what a client may send. */
  readonly exemplary: readonly Recorded[];
  readonly sent: Contents;
  readonly errors: readonly Recorded[];
  /** Successes and redirects by status, in ascending order. */
  readonly responses: ReadonlyMap<number, Contents>;
}

const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const operationsOf = (paths: readonly DraftPath[]): readonly DraftOperation[] =>
  paths.flatMap((at) => {
    const byMethod = Map.groupBy(at.requests, ({ seen }) => seen.method);
    // A service responds to HEAD wherever it does to GET.
    const present = order.filter((method) => byMethod.has(method) && !(method === 'HEAD' && byMethod.has('GET')));
    const isKnown = present.some((method) =>
      byMethod.get(method)?.some(({ status }) => status !== 404 && !isMissing(status)),
    );
    return present.flatMap((method) => {
      const requests = byMethod.get(method) as readonly Recorded[];
      const isOperation = isKnown && requests.some(({ status }) => !isMissing(status));
      return isOperation ? [operationFrom(at, method, requests)] : [];
    });
  });

/** There is no such method. */
const isMissing = (status: number | undefined): boolean => status === 405 || status === 501;

const operationFrom = (at: DraftPath, method: string, requests: readonly Recorded[]): DraftOperation => {
  const sent = new Contents();
  const responses = new Map<number, Contents>();
  const shown = exemplary(requests);
  for (const [index, { seen }] of shown.entries()) sent.add(seen.body, `sent ${index}`, seen.isBodyPart);
  for (const [index, { seen, status }] of requests.entries()) {
    if (status === undefined || status >= 400) continue;
    const contents = responses.get(status) ?? new Contents();
    responses.set(status, contents);
    contents.add(seen.response?.body, `${method} ${at.path} ${index}`);
  }
  const sorted = [...responses].sort(([left], [right]) => left - right);
  const errors = requests.filter((request) => !isAccepted(request));
  return { at, method, requests, exemplary: shown, errors, sent, responses: new Map(sorted) };
};
