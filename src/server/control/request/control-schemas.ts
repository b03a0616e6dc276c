/** The schemas of the control API's input. Every message completes the sentence `... must be`. */
import { z } from 'zod';
import { httpMethods } from '../../../core/http/methods.ts';
import type { Json } from '../../../core/primitives/json.ts';
import { parseDuration } from '../../../core/primitives/units.ts';
import { clockSchema, seedSchema } from '../../../scenario/document/scenario-schema.ts';
import { parseTimestamp } from '../../../scenario/document/timestamp.ts';

/** An object with exactly these properties. The message for an unknown one lists the known names, for a suggestion. */
const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : 'an object'),
  });

const aWholeNumber = { error: 'a whole number, 0 or more' };
const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, aWholeNumber)
  .transform(Number);
const wholeNumberOrText = z.union([z.int(aWholeNumber).min(0, aWholeNumber), wholeNumber], aWholeNumber);

const httpMethod = z
  .string({ error: 'an HTTP method' })
  .toUpperCase()
  .refine((method) => httpMethods.has(method), { error: 'an HTTP method' });

export const noQuery = z.strictObject({});

export const pageQuery = z.strictObject({
  limit: wholeNumber.optional(),
  offset: wholeNumber.default(0),
});

export const collectionQuery = pageQuery.extend({
  sort: z
    .string()
    .regex(/^-?[^-]/, { error: 'the name of a property, with "-" before it for descending order' })
    .optional(),
  q: z.string().optional(),
});

export type CollectionQuery = z.output<typeof collectionQuery>;

/** The filter of exchanges: the query of the control API, or an object from the library with numbers and booleans. */
export const exchangeFilterSchema = z.strictObject({
  operation: z.string({ error: 'the name of an operation' }).optional(),
  method: httpMethod.optional(),
  path: z
    .string({ error: 'a path that begins with / or *' })
    .regex(/^[/*]/, { error: 'a path that begins with / or *' })
    .optional(),
  status: z
    .custom<string | number>((value) => /^[1-5](\d\d|xx)$/i.test(String(value)), {
      error: 'a status such as 404 or a class such as 4xx',
    })
    .optional(),
  violations: z
    .custom<boolean | 'true' | 'false'>((value) => /^(true|false)$/.test(String(value)), { error: 'true or false' })
    .transform((value) => String(value) === 'true')
    .optional(),
  fault: z.string({ error: 'the name of a fault' }).optional(),
  since: wholeNumberOrText.optional(),
  limit: wholeNumberOrText.optional(),
});

/** The filter of a list over all worlds. */
export const allExchangesFilterSchema = exchangeFilterSchema.extend({
  since: z.undefined({ error: 'omitted: ids are per world' }).optional(),
});

export const worldStart = object({
  scenario: z.string({ error: 'the name of a scenario' }).optional(),
  /** A scenario document, checked by `scenario/`. */
  inline: z.custom<Json>().optional(),
  seed: seedSchema().optional(),
  clock: clockSchema().optional(),
});

const aTime = { error: 'a time such as 2030-06-01T00:00:00Z or a date such as 2030-06-01' };
const aDuration = { error: 'a duration such as 250ms, 30s, 5m, 2h or 7d' };

/** Items by collection; each is checked against the document. */
export const itemsByCollection = z.record(z.string(), z.array(z.custom<Json>(), { error: 'a list of items' }), {
  error: 'an object with lists of items',
});

export const sentRequest = object({
  method: httpMethod.default('GET'),
  path: z
    .string({ error: 'a path that begins with /' })
    .regex(/^\/(?!~)[^\s#]*$/, { error: 'a path that begins with / and has no world: the URL names it' }),
  headers: z
    .record(z.string(), z.string({ error: 'a text' }), { error: 'an object with the values of headers' })
    .default({}),
  /** A text is sent as it is, any other value as JSON. */
  body: z.custom<Json>().optional(),
  /** Whether the request may change the world. */
  changes: z.boolean({ error: 'true or false' }).default(true),
});

export const clockChange = object({
  now: z
    .string(aTime)
    .refine((text) => parseTimestamp(text) !== undefined, aTime)
    .transform(parseTimestamp)
    .optional(),
  /** In milliseconds; added to `now` if both are sent. */
  advance: z
    .string(aDuration)
    .refine((text) => parseDuration(text) !== undefined, aDuration)
    .transform((text) => parseDuration(text) as number)
    .optional(),
  frozen: z.boolean({ error: 'true or false' }).optional(),
});

/** The item whose next step happens now. */
export const lifecycleStep = object({
  collection: z.string({ error: 'the name of a collection' }),
  id: z.union([z.string(), z.number(), z.bigint()], { error: 'the id of an item' }),
  property: z.string({ error: 'the name of a property' }).optional(),
});

/** A webhook that is sent now. */
export const webhookOrder = object({
  url: z.string({ error: 'an absolute URL' }).refine(URL.canParse, { error: 'an absolute URL' }).optional(),
  body: z.custom<Json>().optional(),
  item: z.union([z.string(), z.number(), z.bigint()], { error: 'the id of an item' }).optional(),
});

const anOrigin = { error: 'an origin such as http://localhost:5173' };

/** The origin of a page whose toolbar may change worlds. */
export const toolbarOrigin = object({
  origin: z
    .string(anOrigin)
    .refine((text) => URL.parse(text)?.origin === text.toLowerCase(), anOrigin)
    .toLowerCase(),
});
