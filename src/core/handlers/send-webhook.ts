/** A webhook that a handler sends. */
import { suggest } from '../primitives/did-you-mean.ts';
import type { Json } from '../primitives/json.ts';
import { openCollection } from './handler-collection.ts';
import type { HandlerRun } from './handler-run.ts';
import { copyProperties } from './json-copy.ts';

/**
 * The part that sends webhooks follows the change. `options`: `item`, which is one, or the id of one; `url`; `body`.
 *
 * @throws Error if there is no such webhook, or no such item.
 */
export const sendWebhook = (run: HandlerRun, name: unknown, options: unknown = {}): void => {
  run.checkRunning('send()');
  const { webhooks = [] } = run.context.served;
  const spec = webhooks.find((one) => one.name === name);
  const names = webhooks.map((one) => one.name);
  if (spec === undefined) throw new Error(`there is no webhook "${name}". ${suggest(String(name), 'webhooks', names)}`);
  const { item, ...rest } = copyProperties(options, 'the options of send') as { readonly item?: Json };
  const isId = typeof item !== 'object' && item !== undefined;
  const found = isId ? openCollection(run, spec.fires?.collection, undefined).get(item) : item;
  if (isId && found === undefined) throw new Error(`${spec.fires?.collection} has no item ${item}`);
  run.apply([{ type: 'part', part: 'webhooks', change: { ...rest, send: spec.name, ...(found && { item: found }) } }]);
};
