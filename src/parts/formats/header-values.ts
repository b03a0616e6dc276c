/** Realistic values for well-known response headers without an example. */
import { httpDate } from '../../core/http/http.ts';
import type { Json } from '../../core/primitives/json.ts';
import { randomOf, seedFrom } from '../../core/primitives/seeded-random.ts';
import type { Check, Generate, GenerateContext } from '../../core/service/check.ts';

/** `index`: which of several lines of the header. */
type Value = (context: GenerateContext, name: string, index: number) => Json;

const limit = 100;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

const hex = ({ seed }: GenerateContext): string =>
  [0, 1, 2, 3].map((part) => seedFrom(seed, part).toString(16).padStart(8, '0')).join('');

const used = ({ seed }: GenerateContext): number => 1 + Math.floor(randomOf(seed) * 20);

/** The first pattern that matches the name applies. */
const values: readonly (readonly [RegExp, Value])[] = [
  [/^etag$/, (context) => `"${hex(context)}"`],
  [/^last-modified$/, (context) => httpDate(context.now - randomOf(context.seed) * 30 * dayMs)],
  [/^expires$/, ({ now }) => httpDate(now + 60 * minuteMs)],
  [/(^|-)date$/, ({ now }) => httpDate(now)],
  [/^retry-after$/, () => 30],
  [/rate-?limit.*remaining/, () => limit - 1],
  [/rate-?limit.*used/, (context) => used(context)],
  // The IETF draft uses seconds from now. The older `X-` headers use Unix time.
  [/rate-?limit.*reset/, ({ now }, name) => (name.startsWith('x-') ? Math.floor((now + minuteMs) / 1000) : 60)],
  [/rate-?limit.*limit$|^(x-)?rate-?limit$/, () => limit],
  [/^cache-control$/, () => 'private, max-age=60'],
  [/^content-disposition$/, () => 'attachment; filename="download"'],
  [/^content-language$/, () => 'en'],
  [
    /^set-cookie$/,
    (context, _name, index) =>
      `${['session', 'csrf_token'][index] ?? `cookie${index + 1}`}=${hex(context)}; Path=/; HttpOnly; SameSite=Lax`,
  ],
  [/(request|correlation|trace|transaction)-?id$/, hex],
  [/^strict-transport-security$/, () => 'max-age=31536000'],
  [/^x-content-type-options$/, () => 'nosniff'],
  [/^x-frame-options$/, () => 'DENY'],
  [/^server$/, () => 'vivarium'],
];

/** The usual value of the header, as a number or text, if the schema allows it. Otherwise a value from the schema. */
export const headerGenerator = (name: string, check: Check, generate: Generate): Generate => {
  const value = values.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
  if (value === undefined) return generate;
  return (context) => {
    const line = (index: number): Json =>
      value(index === 0 ? context : { ...context, seed: seedFrom(context.seed, index) }, name.toLowerCase(), index);
    const usual = line(0);
    const fitting = [usual, String(usual), [usual]].find((candidate) => check(candidate).length === 0);
    if (fitting !== undefined) return fitting;
    const drawn = generate(context);
    const lines = Array.isArray(drawn) ? drawn.map((_, index) => line(index)) : drawn;
    return check(lines).length === 0 ? lines : drawn;
  };
};
