/** A valid request from the server, to edit and send. */

import { useEffect, useState } from 'preact/hooks';
import type { OperationInfo } from '../api/panel-client.ts';
import { Button, Form, TextField } from '../parts/controls.tsx';
import { BodyView } from '../parts/json-view.tsx';
import { SentOutcome, useSending } from '../parts/sending.tsx';
import { attempt } from '../state/notice.ts';
import { type Draft, draftFor } from '../state/sent-request.ts';

export const TryIt = ({ info }: { readonly info: OperationInfo }) => {
  const [draft, setDraft] = useState<Draft | undefined>(undefined);
  const [headers, setHeaders] = useState('');
  const [sending, send] = useSending();
  const load = (): Promise<boolean> =>
    attempt(async () => {
      const made = await draftFor(info);
      setDraft(made);
      setHeaders(
        Object.entries(made.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      );
    });
  useEffect(() => {
    void load();
  }, []);
  if (draft === undefined) return null;
  return (
    <section class="try framed large" aria-label="Try it">
      <h3>Try it</h3>
      <Form class="stack gap-2" onSubmit={() => send(async () => ({ ...draft, headers: readHeaders(headers) }))}>
        <TextField
          label={`${draft.method} path`}
          isCode
          value={draft.path}
          onInput={(path) => setDraft({ ...draft, path })}
        />
        <TextField label="Headers" rows={2} isCode value={headers} onInput={setHeaders} />
        {(draft.body !== '' || (draft.method !== 'GET' && draft.method !== 'DELETE')) && (
          <TextField
            label="Body"
            rows={Math.min(12, draft.body.split('\n').length + 1)}
            isCode
            value={draft.body}
            onInput={(body) => setDraft({ ...draft, body })}
          />
        )}
        <div class="flow">
          <Button text="Send" kind="main" icon="send" />
          <Button text="Start again" kind="quiet" onClick={load} />
        </div>
      </Form>
      <div role="status">
        {sending.type !== 'idle' && (
          <p class="flow facts">
            <SentOutcome sending={sending} why="Why this response" />
          </p>
        )}
        {sending.type === 'sent' && sending.sent.body !== undefined && (
          <BodyView value={sending.sent.body} label="Response body" />
        )}
      </div>
    </section>
  );
};

const readHeaders = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
    }),
  );
