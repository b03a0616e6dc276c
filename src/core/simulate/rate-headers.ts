/** The headers that count down what a rate leaves: those that the document names, else those of RFC drafts. */
import type { Json } from '../primitives/json.ts';
import type { Operation, ResponseHeader } from '../service/operation.ts';

export interface RateLeft {
  readonly limit: number;
  readonly remaining: number;
  /** World time at which the window ends. */
  readonly endsAt: number;
}

const kinds = ['limit', 'remaining', 'reset'] as const;
type Kind = (typeof kinds)[number];

const named = /^(?:x-)?rate-?limit-(limit|remaining|reset)$/i;

/** Names and values alternate. */
export const rateHeaders = (operation: Operation | undefined, left: RateLeft, now: number): readonly string[] => {
  const documented = new Map<string, ResponseHeader>();
  for (const { headers } of operation?.responses.values() ?? [])
    for (const header of headers)
      if (named.test(header.name) && !documented.has(header.name.toLowerCase()))
        documented.set(header.name.toLowerCase(), header);
  if (documented.size === 0) return kinds.flatMap((kind) => [usualNames[kind], valuesOf(kind, left, now)[0] as string]);
  return [...documented.values()].flatMap((header) => {
    const kind = (named.exec(header.name)?.[1] ?? '').toLowerCase() as Kind;
    const values = valuesOf(kind, left, now);
    const accepted = values.find((value) => [Number(value), value].some((one: Json) => header.check(one).length === 0));
    return [header.name, accepted ?? (values[0] as string)];
  });
};

const usualNames: Readonly<Record<Kind, string>> = {
  limit: 'RateLimit-Limit',
  remaining: 'RateLimit-Remaining',
  reset: 'RateLimit-Reset',
};

/** The first that a document accepts: of the end, the seconds until then, the seconds since 1970, or the time. */
const valuesOf = (kind: Kind, { limit, remaining, endsAt }: RateLeft, now: number): readonly string[] => {
  if (kind === 'limit') return [String(limit)];
  if (kind === 'remaining') return [String(remaining)];
  return [String(Math.ceil((endsAt - now) / 1000)), String(Math.ceil(endsAt / 1000)), new Date(endsAt).toISOString()];
};
