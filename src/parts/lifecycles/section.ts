/** Lifecycles in a scenario file, and in the file of a saved world. */
import {
  choice,
  count,
  duration,
  list,
  map,
  object,
  scalar,
  text,
  timestamp,
} from '../../scenario/document/schema-values.ts';

const lifecycleStep = () =>
  map('a map', {
    is: scalar().describe('The value of the property at this step.'),
    for: duration().optional().describe("How long it has this value, in the world's time."),
    polls: count(1)
      .optional()
      .describe('The number of reads of the item at this step, in place of a time or beside it.'),
    set: object()
      .optional()
      .describe('What else changes when the item gets to this step: values, `{ $add: 1 }` and `{ $from: now }`.'),
  });

export const lifecycleSchema = () =>
  map('a map', {
    property: text()
      .optional()
      .describe('The property with the steps. May be omitted if the items have one enum named `status` or `state`.'),
    steps: list('a list of steps', lifecycleStep())
      .min(1, { error: 'a list with at least one step' })
      .describe('The values that it passes through, in order. A step without `for` and `polls` is the last.'),
  });

/** The items of a saved world that wait for their next step. */
export const waitingItems = () =>
  list(
    'a list of items',
    map('a map', {
      collection: text().describe('The collection of the item.'),
      key: text().describe('The key of the item.'),
      property: text().describe('The property of its lifecycle.'),
      since: timestamp().describe('When it got to its step.'),
      polls: count(0).optional().describe('How often it was read at this step.'),
      end: choice('failed', 'stuck').optional().describe('What a fault made of its last step.'),
    }),
  );
