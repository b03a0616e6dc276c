/** Sends one request to the service, to show the response that a client would get now. */
import { useState } from 'preact/hooks';
import { isObject } from '../api/exact-json.ts';
import { Button } from '../parts/button.tsx';
import { Choices } from '../parts/field.tsx';
import { formatDuration } from '../parts/format-values.ts';
import { Status } from '../parts/marks.tsx';
import { cutText, type Sending, useSending } from '../parts/use-sending.ts';
import { service } from '../state/current-world.ts';
import { draftFor, firstOperation } from '../state/sent-request.ts';
import { linkTo } from '../state/view-route.ts';

export const Probe = () => {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [sending, send] = useSending();
  const operations = service.value?.operations ?? [];
  const operation = operations.find((operation) => operation.operation === chosen) ?? firstOperation();
  return (
    <section class="probe" aria-label="See what a client gets">
      <select
        aria-label="Operation to send"
        value={operation?.operation ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <Choices
          choices={operations.map(
            (operation) => [operation.operation, `${operation.method} ${operation.path}`] as const,
          )}
        />
      </select>
      <Button
        icon="send"
        onClick={() => operation && void send(() => draftFor(operation))}
        disabled={operation === undefined}
      >
        Send a request
      </Button>
      <p class="probe-result" role="status">
        <Result sending={sending} />
      </p>
    </section>
  );
};

const Result = ({ sending }: { readonly sending: Sending }) => {
  switch (sending.type) {
    case 'idle':
      return <span class="quiet">Shows what a client gets now.</span>;
    case 'waiting':
      return <span class="quiet">Waiting for the response…</span>;
    case 'failed':
      return <span class="error">{sending.message}</span>;
    case 'sent': {
      const { status, body, isCut, durationMs, exchange } = sending.sent;
      return (
        <>
          <Status exchange={{ status, faults: [] }} />
          <span class="probe-message">{isCut ? cutText : summaryOf(body)}</span>
          <span class="quiet">{formatDuration(durationMs)}</span>
          {exchange !== undefined && <a href={linkTo('traffic', [exchange])}>Why?</a>}
        </>
      );
    }
    default:
      return sending satisfies never;
  }
};

/** The message of an error, else the size of the body. */
const summaryOf = (body: unknown): string => {
  if (Array.isArray(body)) return `a list of ${body.length}`;
  if (!isObject(body)) return body === undefined ? 'no body' : String(body).slice(0, 200);
  const message = ['message', 'detail', 'title', 'error', 'description']
    .map((name) => body[name])
    .find((text) => typeof text === 'string');
  return message === undefined ? `an object with ${Object.keys(body).join(', ')}`.slice(0, 200) : String(message);
};
