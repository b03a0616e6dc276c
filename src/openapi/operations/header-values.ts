/** What the usual response headers look like, where a document says no more than that there is one. */
import { httpDate } from '../../core/http/http.ts';
import type { Json } from '../../core/primitives/json.ts';
import { randomOf, seedFrom } from '../../core/primitives/seeded-random.ts';
import type { Check, Generate, GenerateContext } from '../../core/service/check.ts';

type Value = (context: GenerateContext, name: string) => Json;

const limit = 100;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

const hex = ({ seed }: GenerateContext): string =>
  [0, 1, 2, 3].map((part) => seedFrom(seed, part).toString(16).padStart(8, '0')).join('');

const used = ({ seed }: GenerateContext): number => 1 + Math.floor(randomOf(seed) * 20);

/** The first whose pattern fits the name counts. */
const values: readonly (readonly [RegExp, Value])[] = [
  [/^etag$/, (context) => `"${hex(context)}"`],
  [/^last-modified$/, (context) => httpDate(context.now - randomOf(context.seed) * 30 * dayMs)],
  [/^expires$/, ({ now }) => httpDate(now + 60 * minuteMs)],
  [/(^|-)date$/, ({ now }) => httpDate(now)],
  [/^retry-after$/, () => 30],
  [/rate-?limit.*remaining/, () => limit - 1],
  [/rate-?limit.*used/, (context) => used(context)],
  // Seconds from now in the draft of the IETF; an instant in the older headers with an `X-`.
  [/rate-?limit.*reset/, ({ now }, name) => (name.startsWith('x-') ? Math.floor((now + minuteMs) / 1000) : 60)],
  [/rate-?limit.*limit$|^(x-)?rate-?limit$/, () => limit],
  [/^cache-control$/, () => 'private, max-age=60'],
  [/^content-disposition$/, () => 'attachment; filename="download"'],
  [/^content-language$/, () => 'en'],
  [/^set-cookie$/, (context) => `session=${hex(context)}; Path=/; HttpOnly; SameSite=Lax`],
  [/(request|correlation|trace|transaction)-?id$/, hex],
  [/^strict-transport-security$/, () => 'max-age=31536000'],
  [/^x-content-type-options$/, () => 'nosniff'],
  [/^x-frame-options$/, () => 'DENY'],
  [/^server$/, () => 'vivarium'],
];

/** The usual value where the schema takes it, as a number or as text; else what the schema alone gives. */
export const headerGenerator = (name: string, check: Check, generate: Generate): Generate => {
  const value = values.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
  if (value === undefined) return generate;
  return (context) => {
    const usual = value(context, name.toLowerCase());
    const fitting = [usual, String(usual)].find((candidate) => check(candidate).length === 0);
    return fitting ?? generate(context);
  };
};
