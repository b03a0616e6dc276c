import { useMemo } from 'preact/hooks';
import type { Exchange, Message } from '../api/types.ts';
import { formatCount, plural } from '../parts/format-values.ts';
import type { Mark } from '../parts/json-lines.ts';
import { BodyView } from '../parts/json-view.tsx';
import { Pairs } from '../parts/pairs.tsx';

interface MessageViewProps {
  readonly side: 'request' | 'response';
  readonly exchange: Exchange;
}

export const MessageView = ({ side, exchange }: MessageViewProps) => {
  const message = exchange[side];
  const marks = useMemo(() => marksOf(exchange, side), [exchange, side]);
  const headers = Object.entries(message.headers);
  const title = side === 'request' ? 'Request' : 'Response';
  return (
    <section class="message" aria-label={title}>
      <h3>{title}</h3>
      <Body message={message} marks={marks} label={`${title} body`} />
      <details open>
        <summary>{plural(headers.length, 'header')}</summary>
        <Pairs class="headers" pairs={headers} />
      </details>
    </section>
  );
};

interface BodyProps {
  readonly message: Message;
  readonly marks: readonly Mark[];
  readonly label: string;
}

const Body = ({ message: { body, bodyEncoding, bodyTruncated, bodyBytes }, marks, label }: BodyProps) => {
  if (body === undefined)
    return (
      <p class="quiet">
        {bodyBytes === undefined
          ? 'No body.'
          : `${formatCount(bodyBytes)} bytes were passed on as they arrived, and not kept.`}
      </p>
    );
  return (
    <>
      {bodyEncoding === 'base64' && <p class="quiet">Binary, shown as base64.</p>}
      {bodyTruncated && (
        <p class="quiet">
          Only the beginning of {bodyBytes === undefined ? 'it' : `${formatCount(bodyBytes)} bytes`} was kept.
        </p>
      )}
      <BodyView value={body} marks={marks} label={label} />
    </>
  );
};

/** Marks for violations in the body and for changes by faults. A violation that a fault caused has one mark. */
const marksOf = ({ violations, faults }: Exchange, side: 'request' | 'response'): readonly Mark[] => {
  const ofFaults: readonly Mark[] =
    side === 'request'
      ? []
      : faults.flatMap(({ name, pointer }) =>
          pointer === undefined
            ? []
            : [{ kind: 'fault' as const, pointer, text: `fault ${name} at ${pointer || '/'}` }],
        );
  const ofViolations = violations
    .filter((violation) => violation.side === side && violation.in === 'body')
    .map(({ pointer, message }) => ({ kind: 'violation' as const, pointer, text: message }));
  return [...ofFaults, ...ofViolations];
};
