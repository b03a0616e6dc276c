/** The receivers of webhooks in a scenario file. */
import { choice, map, text } from '../../scenario/document/schema-values.ts';

const shortestSecret = 16;

export const receiver = () =>
  map('a map', {
    url: text('an absolute URL').refine(URL.canParse, { error: 'an absolute URL' }).describe('Where it is sent.'),
    secret: text()
      .min(shortestSecret, { error: `a text of at least ${shortestSecret} characters` })
      .optional()
      .describe('With what it is signed.'),
    signature: choice('standard', 'github', 'stripe', 'none')
      .optional()
      .describe('How it is signed. Default: as Standard Webhooks.'),
  });
