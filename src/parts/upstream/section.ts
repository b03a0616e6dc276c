/** What scenario files say of the real service. */
import { choice, either, flag, list, map, text } from '../../scenario/document/schema-values.ts';

/** Which requests are forwarded to the real service, and what becomes of its responses. */
export const upstreamSchema = () =>
  map('a map', {
    forward: either(
      'all, unknown, none, or a list of operations',
      choice('all', 'unknown', 'none'),
      list('a list of operations', text()),
    )
      .optional()
      .describe(
        'The requests that are forwarded: `all`, `unknown` (those that the simulation cannot serve), `none`, or a list of operations.',
      ),
    record: flag().optional().describe('Whether the responses of the upstream become data of the world.'),
    compare: flag()
      .optional()
      .describe(
        'Whether forwarded requests are simulated too, and differences recorded. Compared responses are also recorded.',
      ),
  });
