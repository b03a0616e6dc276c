/** What a request is decided on when the upstream has responded. */
import { createRequestContext, type RequestContext } from '../../../core/request/request-context.ts';

/** The same request at a later moment. It matches as it did before, unless the document was reloaded in between. */
export const createLaterContext = (
  before: RequestContext,
  { served, state, now }: Pick<RequestContext, 'served' | 'state' | 'now'>,
): RequestContext => {
  if (before.served !== served) return createRequestContext(served, state, before.request, now);
  // What every decision begins with: the match, and the parameters that are unknown.
  const steps = before.steps.slice(0, before.steps[1]?.type === 'unknown-parameters' ? 2 : 1);
  return {
    ...before,
    state,
    now,
    number: (state.counters.calls.get(before.operation?.name ?? '') ?? 0) + 1,
    steps,
    flaws: undefined,
    wantsItem: false,
  };
};
