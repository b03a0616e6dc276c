/** Applies contract faults and extreme faults to the body of a response. */

import { type FiredFault, showValue } from '../exchange.ts';
import { breakContract } from '../faults/contract-fault.ts';
import type { BodyEffect } from '../faults/effects.ts';
import { applyExtreme } from '../faults/extreme.ts';
import { maxStepsPerRequest, StepBudget } from '../primitives/step-budget.ts';
import type { RequestContext } from '../request/request-context.ts';
import { type ResponseBody, type ResponseDraft, writtenOnce } from '../response/write-response.ts';
import { responseFor } from '../service/operation.ts';
import type { Change } from '../state/state.ts';
import type { BodyFault } from './select-faults.ts';

/** Applies the faults in order. A fault that fits nowhere in the body is skipped. */
export const alterBody = (
  { operation, steps }: Pick<RequestContext, 'operation' | 'steps'>,
  draft: ResponseDraft,
  bodyFaults: readonly BodyFault[],
  canFollow: (effect: FollowingEffect) => boolean,
): { readonly draft: ResponseDraft; readonly fired: readonly FiredFault[]; readonly changes: readonly Change[] } => {
  const contents = (operation && responseFor(operation, draft.status)?.contents) ?? [];
  const fired: FiredFault[] = [];
  const changes: Change[] = [];
  // Each fault checks the body several times.
  const budget = new StepBudget(maxStepsPerRequest);
  let { body } = draft;
  for (const { fault, effect, seed, counted } of bodyFaults) {
    if (isFollowing(effect)) {
      const applies = canFollow(effect);
      if (counted) changes.push({ type: 'fault-counted', fault, fired: applies });
      if (applies) fired.push({ name: fault, effect: effect.type });
      const reason = noFollowing[effect.type];
      steps.push(applies ? { type: 'fault', fault, result: 'fired' } : { type: 'not-applicable', fault, reason });
      continue;
    }
    const altered =
      body === undefined
        ? ({ type: 'not-applicable', reason: 'the response has no body' } as const)
        : effect.type === 'contract'
          ? breakContract(effect.contract, body, contents, seed, { at: effect.at, budget })
          : applyExtreme(effect.extreme, body, contents, seed, budget);
    if (counted) changes.push({ type: 'fault-counted', fault, fired: altered.type !== 'not-applicable' });
    if (altered.type === 'not-applicable') {
      steps.push({ type: 'not-applicable', fault, reason: altered.reason });
      continue;
    }
    const { mediaType, value, pointer } = altered;
    if (altered.type === 'broken')
      steps.push({
        type: 'altered',
        fault,
        pointer,
        before: showValue(altered.before),
        after: showValue(altered.after),
      });
    else steps.push({ type: 'fault', fault, result: 'fired' });
    fired.push({ name: fault, effect: effect.type, pointer });
    // If only the media type changes, the serialized body stays the same.
    const { write } = body as ResponseBody;
    body = {
      mediaType,
      value,
      ...(mediaType === body?.mediaType ? { written: undefined, write } : writtenOnce(body as ResponseBody)),
    };
  }
  return { draft: { ...draft, body }, fired, changes };
};

/** Disturbs what follows the response, and nothing in it. */
export type FollowingEffect = Extract<BodyEffect, { type: 'lifecycle' | 'webhook' }>;

const isFollowing = (effect: BodyEffect): effect is FollowingEffect => Object.hasOwn(noFollowing, effect.type);

const noFollowing = {
  lifecycle: 'the request created nothing whose lifecycle can end so',
  webhook: 'no document has webhooks or callbacks',
} as const;
