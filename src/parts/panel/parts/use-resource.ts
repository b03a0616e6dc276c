/** Loads data from the control API, and again when a dependency changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/panel-client.ts';
import type { List, ScenarioSummary } from '../api/types.ts';
import { messageOf } from '../state/notice.ts';
import { type Draft, type Sent, sendDraft } from '../state/sent-request.ts';

export interface Resource<Value> {
  readonly value: Value | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

/** The previous value is kept until the next one is loaded. */
export const useResource = <Value>(load: () => Promise<Value>, dependencies: readonly unknown[]): Resource<Value> => {
  const [state, setState] = useState<Omit<Resource<Value>, 'reload'>>({ value: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);
  useEffect(() => {
    const own = ++latest.current;
    load().then(
      (value) => {
        if (own === latest.current) setState({ value, error: undefined });
      },
      (error) => {
        if (own === latest.current) setState({ value: undefined, error: messageOf(error) });
      },
    );
  }, [...dependencies, turn]);
  return { ...state, reload: () => setTurn((before) => before + 1) };
};

/** The scenarios of the server; undefined until they are loaded. */
export const useScenarios = (): readonly ScenarioSummary[] | undefined =>
  useResource(() => call<List<ScenarioSummary>>('GET', '/scenarios'), []).value?.items;

export type Sending =
  | { readonly type: 'idle' }
  | { readonly type: 'waiting' }
  | { readonly type: 'sent'; readonly sent: Sent }
  | { readonly type: 'failed'; readonly message: string };

export const cutText = 'The connection was lost within the body.';

/** A response may never come, so another request may be sent before: then only that one is shown. */
export const useSending = (): readonly [Sending, (make: () => Promise<Draft>) => Promise<void>] => {
  const [sending, setSending] = useState<Sending>({ type: 'idle' });
  const latest = useRef(0);
  const send = async (make: () => Promise<Draft>): Promise<void> => {
    const own = ++latest.current;
    const show = (next: Sending): void => {
      if (own === latest.current) setSending(next);
    };
    show({ type: 'waiting' });
    try {
      show({ type: 'sent', sent: await sendDraft(await make()) });
    } catch (error) {
      show({ type: 'failed', message: messageOf(error) });
    }
  };
  return [sending, send];
};
