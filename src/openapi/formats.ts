/** Text in the formats that JSON Schema and OpenAPI name. */
import type { DrawContext } from './draw-context.ts';
import type { Hint } from './hint.ts';

const dayMs = 86_400_000;

type Format = (context: DrawContext, hint: Hint) => string;

/** An instant in the thirty days before now, or after it where the name says so; whole seconds. */
const instantNear = ({ random, now }: DrawContext, { words }: Hint): Date => {
  const isFuture = /\b(expir\w*|due|until|end|ends|next|deadline|scheduled|valid to)\b/.test(words);
  const distance = random() * 30 * dayMs;
  return new Date(Math.floor((isFuture ? now + distance : now - distance) / 1000) * 1000);
};

const isoOf = (date: Date): string => date.toISOString().replace('.000Z', 'Z');

export const dateTime: Format = (context, hint) => isoOf(instantNear(context, hint));
export const date: Format = (context, hint) => isoOf(instantNear(context, hint)).slice(0, 10);

const hex = (context: DrawContext, length: number): string =>
  Array.from({ length }, () => Math.floor(context.random() * 16).toString(16)).join('');

export const uuid = (context: DrawContext): string => {
  const variant = '89ab'[Math.floor(context.random() * 4)] as string;
  return `${hex(context, 8)}-${hex(context, 4)}-4${hex(context, 3)}-${variant}${hex(context, 3)}-${hex(context, 12)}`;
};

const word = (context: DrawContext): string => context.tools?.word() ?? 'text';

const digits: Format = ({ random }) => String(1 + Math.floor(random() * 1000));

const uri: Format = (context) => `https://example.com/${word(context)}`;
const octet = (context: DrawContext): number => 1 + Math.floor(context.random() * 254);

export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date-time', dateTime],
  ['date', date],
  ['time', (context, hint) => isoOf(instantNear(context, hint)).slice(11)],
  ['duration', ({ random }) => `PT${1 + Math.floor(random() * 59)}M`],
  ['uuid', uuid],
  ['email', (context) => context.tools?.faker.internet.email().toLowerCase() ?? 'someone@example.com'],
  ['idn-email', (context) => context.tools?.faker.internet.email().toLowerCase() ?? 'someone@example.com'],
  ['uri', uri],
  ['url', uri],
  ['iri', uri],
  ['uri-reference', (context) => `/${word(context)}`],
  ['iri-reference', (context) => `/${word(context)}`],
  ['uri-template', (context) => `/${word(context)}/{id}`],
  ['hostname', (context) => `${word(context)}.example.com`],
  ['idn-hostname', (context) => `${word(context)}.example.com`],
  // The blocks that RFC 5737 and RFC 3849 keep for documentation.
  ['ipv4', (context) => `192.0.2.${octet(context)}`],
  ['ipv6', (context) => `2001:db8::${hex(context, 4).replace(/^0+(?=.)/, '')}`],
  ['byte', (context) => btoa(word(context))],
  ['base64', (context) => btoa(word(context))],
  ['binary', word],
  // Integers that a service sends as text, so that a client's doubles do not round them.
  ['int32', digits],
  ['int64', digits],
  ['uint64', digits],
  ['regex', () => '^[a-z]+$'],
  ['json-pointer', (context) => `/${word(context)}`],
  ['relative-json-pointer', () => '0'],
]);
