/** The schemas of the control API's input that several routes, or the library, read by. Every message completes the sentence `... must be`. */
import { z } from 'zod';
import { httpMethods } from '../../../core/http/http.ts';
import type { Json } from '../../../core/primitives/json.ts';
import { clockSchema, seedSchema } from '../../../scenario/document/scenario-schema.ts';

/** An object with exactly these properties. The message for an unknown one lists the known names, for a suggestion. */
export const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : 'an object'),
  });

const aWholeNumber = { error: 'a whole number, 0 or more' };
const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, aWholeNumber)
  .transform(Number);
const wholeNumberOrText = z.union([z.int(aWholeNumber).min(0, aWholeNumber), wholeNumber], aWholeNumber);

export const httpMethod = z
  .string({ error: 'an HTTP method' })
  .toUpperCase()
  .refine((method) => httpMethods.has(method), { error: 'an HTTP method' });

export const noQuery = z.strictObject({});

export const pageQuery = z.strictObject({
  limit: wholeNumber.optional(),
  offset: wholeNumber.default(0),
});

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
