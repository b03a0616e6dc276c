import type { WebhookRow } from '../api/types.ts';
import { formatDistance } from '../parts/format-values.ts';
import { service } from '../state/current-world.ts';
import { Lines } from './lines.tsx';

/** What the service sent, the newest first, and a button for each webhook. */
export const Webhooks = ({ now }: { readonly now: number }) => (
  <Lines
    path="/webhooks"
    none="Nothing was sent."
    lineOf={({ id, webhook, url, state, due, attempts }: WebhookRow) => ({
      key: id,
      what: (
        <>
          <b>{webhook}</b>: {state} <code>{url}</code>
        </>
      ),
      quiet: [
        ...attempts.slice(-1).map(({ status, error }) => error ?? status),
        ...(due === null ? [] : [formatDistance(Date.parse(due) - now)]),
      ].join(', '),
      action: { text: 'Send', label: `Send ${webhook} ${id}`, method: 'POST', path: `/${id}/retry` },
    })}
    actionsOf={() =>
      (service.value?.webhooks ?? []).map((name) => ({
        text: `Send ${name}`,
        method: 'POST',
        path: `/${encodeURIComponent(name)}`,
        body: {},
      }))
    }
  />
);
