/** Contract faults and extremes, laid over the body of an answer that is otherwise decided. */

import { type FiredFault, type Step, showValue } from '../exchange.ts';
import { breakContract } from '../faults/contract-fault.ts';
import { applyExtreme } from '../faults/extreme.ts';
import { type DraftBody, type ResponseDraft, writtenOnce } from '../response/write-response.ts';
import { type Operation, responseFor } from '../service/operation.ts';
import type { Change } from '../state/state.ts';
import type { BodyFault } from './select-faults.ts';

export interface AlteredBody {
  readonly draft: ResponseDraft;
  readonly fired: readonly FiredFault[];
  readonly changes: readonly Change[];
}

/** Applies each where the document gives it room; what happened goes to the steps. */
export const alterBody = (
  draft: ResponseDraft,
  operation: Operation | undefined,
  shapers: readonly BodyFault[],
  steps: Step[],
): AlteredBody => {
  const contents = (operation && responseFor(operation, draft.status)?.contents) ?? [];
  const fired: FiredFault[] = [];
  const changes: Change[] = [];
  let { body } = draft;
  for (const { fault, effect, seed, counted } of shapers) {
    const shaped =
      body === undefined
        ? ({ type: 'no-room', reason: 'the answer has no body' } as const)
        : effect.type === 'contract'
          ? breakContract(effect.contract, body, contents, seed)
          : applyExtreme(effect.extreme, body, contents, seed);
    if (counted) changes.push({ type: 'fault-counted', fault, fired: shaped.type !== 'no-room' });
    if (shaped.type === 'no-room') {
      steps.push({ type: 'no-room', fault, reason: shaped.reason });
      continue;
    }
    const { mediaType, value, pointer } = shaped;
    if (shaped.type === 'broken')
      steps.push({ type: 'shaped', fault, pointer, before: showValue(shaped.before), after: showValue(shaped.after) });
    else steps.push({ type: 'fault', fault, result: 'fired' });
    fired.push({ name: fault, effect: effect.type, pointer });
    // Under another media type what is sent stays what it was.
    const { write } = body as DraftBody;
    body = {
      mediaType,
      value,
      ...(mediaType === body?.mediaType ? { written: undefined, write } : writtenOnce(body as DraftBody)),
    };
  }
  return { draft: { ...draft, body }, fired, changes };
};
