/** Operations that change many items at once: the body lists them, each with its id. All are changed, or none. */

import { getProperty, isJsonObject, type Json } from '../primitives/json.ts';
import type { Input } from '../request/read-input.ts';
import { refuse } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ItemBinding } from '../service/binding.ts';
import { applyChanges, type Change } from '../state/state.ts';
import { type ActionResult, type ResultItem, refused } from './action-result.ts';

type ChangeOne = (context: RequestContext, input: Input) => ActionResult;

/** `path`: the path to the list in the body. Later entries see the changes of earlier ones. */
export const changeItems = (
  context: RequestContext,
  { action, collection, view }: ItemBinding,
  path: readonly string[],
  input: Input,
  changeOne: ChangeOne,
): ActionResult => {
  const name = ['body', ...path].join('.');
  const list = path.reduce<Json | undefined>(
    (value, property) => (isJsonObject(value) ? getProperty(value, property) : undefined),
    input.body,
  );
  if (!Array.isArray(list)) return refused(refuse('body', `${name} must be a list`));
  const state = { ...context.state, collections: new Map(context.state.collections) };
  const items: ResultItem[] = [];
  const changes: Change[] = [];
  for (const [index, body] of (list as readonly Json[]).entries()) {
    const result = changeOne({ ...context, state }, { ...input, body });
    if (result.type === 'refused') {
      const message = result.refusal.message.replace(/^body\b/, `${name}[${index}]`);
      return refused({ ...result.refusal, message });
    }
    applyChanges(state, result.changes);
    changes.push(...result.changes);
    if (result.view.type === 'item') items.push(result.view.item);
  }
  return {
    type: 'done',
    view: { type: 'items', action, items, view },
    changes,
    step: { type: 'executed', action, collection: collection.name, key: undefined },
    isCreated: false,
  };
};
