/** The heavy door of the part: sending. Loaded when a document has webhooks or callbacks, and something is due. */
import type { World } from '../../world/world.ts';
import { rowChange, rowOf } from './core/follow-webhooks.ts';
import { judgeResponse } from './judge-response.ts';
import { awaitOther, send } from './send/send-due.ts';

/** Sends what was claimed, and reports it. `allowed`: hosts beyond loopback. `isOwn`: this server claimed it; otherwise it waits for the report of the one that did. */
export const performWebhook = async (
  world: World,
  claimed: number,
  isOwn: boolean,
  allowed: readonly string[],
): Promise<void> => {
  const row = rowOf(world.decisions.state, claimed);
  if (row?.state !== 'sending') return;
  const { epoch } = world.decisions;
  const { isRefused, response, ...sent } = isOwn ? await send(row, allowed) : await awaitOther();
  world.inTurn((present) => {
    const { state } = present.decisions;
    const now = rowOf(state, claimed);
    // After a reset, nobody knows the row. Others may have waited too.
    if (present.decisions.epoch !== epoch || now?.state !== 'sending') return;
    if (now.id !== row.id || now.attempts.length !== row.attempts.length) return;
    const violations = response === undefined ? [] : judgeResponse(present.decisions.service, row, response);
    const attempt = { ...sent, at: present.clock.now(), ...(violations.length > 0 && { violations }) };
    present.apply([rowChange({ report: claimed, webhook: row.webhook, attempt, ...(isRefused && { dropped: true }) })]);
  });
};
