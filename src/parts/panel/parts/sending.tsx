/** A request that a view of the panel sends, and what came of it. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { messageOf } from '../state/notice.ts';
import { type Draft, type Sent, sendDraft } from '../state/sent-request.ts';
import { linkTo } from '../state/view-route.ts';
import { formatDuration } from './format-values.ts';
import { Status } from './marks.tsx';

/** A request under way, or what came of it. Undefined: none was sent. */
type Sending =
  | { readonly text: string; readonly isError: boolean; readonly sent?: undefined }
  | { readonly sent: Sent }
  | undefined;

/** A response may never come, so another request may be sent before: then only that one is shown. */
export const useSending = (): readonly [Sending, (make: () => Promise<Draft>) => Promise<void>] => {
  const [sending, setSending] = useState<Sending>(undefined);
  const latest = useRef(0);
  const send = async (make: () => Promise<Draft>) => {
    const own = ++latest.current;
    const show = (next: Sending) => {
      if (own === latest.current) setSending(next);
    };
    show({ text: 'Waiting for the response…', isError: false });
    try {
      show({ sent: await sendDraft(await make()) });
    } catch (error) {
      show({ text: messageOf(error), isError: true });
    }
  };
  return [sending, send];
};

interface OutcomeProps {
  readonly sending: Sending;
  /** Shown before the first request. */
  readonly idle?: string;
  readonly describe?: (body: unknown) => ComponentChildren;
  /** The text of the link to the exchange. */
  readonly why: string;
}

export const SentOutcome = ({ sending, idle, describe, why }: OutcomeProps) => {
  if (sending === undefined) return <span class="quiet">{idle}</span>;
  if (sending.sent === undefined) return <span class={sending.isError ? 'error' : 'quiet'}>{sending.text}</span>;
  const { status, body, isCut, durationMs, exchange } = sending.sent;
  return (
    <>
      <Status exchange={{ status, faults: [] }} />
      {isCut ? <span class="error">The connection was lost within the body.</span> : describe?.(body)}
      <span class="quiet">{formatDuration(durationMs)}</span>
      {exchange !== undefined && <a href={linkTo('traffic', [exchange])}>{why}</a>}
    </>
  );
};
