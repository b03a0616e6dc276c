/** One exchange: the request, the response, and the decisions. */

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { call } from '../api/panel-client.ts';
import type { Exchange, Message } from '../api/types.ts';
import { FaultDialog } from '../faults/fault-dialog.tsx';
import { faultFromExchange } from '../faults/from-exchange.ts';
import { Button, CopyButton } from '../parts/button.tsx';
import { formatCount, formatDateTime, formatDuration, plural } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import type { Mark } from '../parts/json-lines.ts';
import { BodyView } from '../parts/json-view.tsx';
import { Marks, Method, Status } from '../parts/marks.tsx';
import { useResource } from '../parts/use-resource.ts';
import { service, worldPath } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { shown } from '../state/traffic.ts';
import { goTo, linkTo } from '../state/view-route.ts';
import { toCurl, toExpectation, toFetch } from './snippets.ts';

export const Detail = ({ id }: { readonly id: number }) => {
  const { value: exchange, error } = useResource(() => call<Exchange>('GET', worldPath(`/exchanges/${id}`)), [id]);
  return (
    <section class="detail" aria-label={`Exchange ${id}`}>
      <header class="detail-head">
        <Button kind="quiet" icon="back" label="Back to the list" onClick={() => goTo(linkTo('traffic'))} />
        {exchange && (
          <h2>
            <Method method={exchange.method} />
            <span class="path detail-path">
              {exchange.path}
              {exchange.query !== '' && <span class="quiet">?{exchange.query}</span>}
            </span>
          </h2>
        )}
        <Neighbours id={id} />
      </header>
      {error && <p class="error">{error}</p>}
      {exchange && <Loaded exchange={exchange} />}
    </section>
  );
};

const Neighbours = ({ id }: { readonly id: number }) => {
  const index = shown.value.findIndex((entry) => entry.id === id);
  const [newer, older] = [shown.value[index - 1], shown.value[index + 1]];
  if (index < 0) return null;
  return (
    <span class="pair">
      <Button
        kind="quiet"
        icon="up"
        label="Newer exchange"
        disabled={newer === undefined}
        onClick={() => newer && goTo(linkTo('traffic', [newer.id]))}
      />
      <Button
        kind="quiet"
        icon="down"
        label="Older exchange"
        disabled={older === undefined}
        onClick={() => older && goTo(linkTo('traffic', [older.id]))}
      />
    </span>
  );
};

const Loaded = ({ exchange }: ExchangeProps) => (
  <>
    <Facts exchange={exchange} />
    <Actions exchange={exchange} />
    <Violations exchange={exchange} />
    <Differences differences={exchange.differences} />
    <section class="why" aria-label="Why this response">
      <h3>Why this response</h3>
      <ol>
        {exchange.why.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
    </section>
    <div class="sides">
      <MessageView side="request" exchange={exchange} />
      <MessageView side="response" exchange={exchange} />
    </div>
  </>
);

interface ExchangeProps {
  readonly exchange: Exchange;
}

const Facts = ({ exchange }: ExchangeProps) => (
  <p class="facts">
    <Status exchange={exchange} />
    <Marks exchange={exchange} />
    <span>{exchange.operation ?? 'no operation'}</span>
    <span>{formatDuration(exchange.durationMs)}</span>
    {exchange.upstreamMs !== undefined && <span>upstream {formatDuration(exchange.upstreamMs)}</span>}
    <time dateTime={exchange.at}>{formatDateTime(exchange.at)}</time>
    <span>world {exchange.world}</span>
    <span>#{exchange.id}</span>
  </p>
);

const Actions = ({ exchange }: ExchangeProps) => {
  const [isMakingFault, setMakingFault] = useState(false);
  const replay = (): Promise<boolean> =>
    attempt(async () => {
      const again = await call<Exchange>('POST', worldPath(`/exchanges/${exchange.id}/replay`));
      goTo(linkTo('traffic', [again.id]));
    }, 'Sent again: this is the new exchange.');
  return (
    <>
      <div class="actions">
        <Button icon="replay" onClick={() => void replay()}>
          Replay
        </Button>
        <CopyButton text={() => toCurl(exchange)} done="The curl command is copied.">
          Copy as curl
        </CopyButton>
        <CopyButton text={() => toFetch(exchange)} done="The fetch call is copied.">
          Copy as fetch
        </CopyButton>
        <Button icon="faults" onClick={() => setMakingFault(true)}>
          Make this a fault
        </Button>
        <CopyButton
          icon="check"
          text={() => toExpectation(exchange)}
          label="Expect this: copy a test that waits for this request and compares it"
          done="A test that expects this is copied."
        >
          Expect this
        </CopyButton>
      </div>
      {isMakingFault && (
        <FaultDialog draft={faultFromExchange(exchange, service.value)} onClose={() => setMakingFault(false)} />
      )}
    </>
  );
};

const Violations = ({ exchange: { violations } }: ExchangeProps) =>
  violations.length === 0 ? null : (
    <ul class="violations" aria-label="Violations of the interface">
      {violations.map(({ side, in: part, pointer, rule, message }) => (
        <li key={`${side} ${part} ${pointer} ${rule}`}>
          <Icon name="warning" />
          <span>
            <b>{side === 'request' ? 'The client' : 'The service'}</b> broke the interface: {message}
            <span class="quiet">
              {' '}
              ({part} <code>{pointer === '' ? '/' : pointer}</code>, {rule})
            </span>
          </span>
        </li>
      ))}
    </ul>
  );

type Difference = NonNullable<Exchange['differences']>[number];

/** Where the real service differs from the simulation. */
const Differences = ({ differences }: { readonly differences: Exchange['differences'] | undefined }) => {
  if (differences === undefined) return null;
  if (differences.length === 0) return <p class="quiet">Compared with the simulation: no difference.</p>;
  return (
    <section class="drift" aria-label="Differences from the simulation">
      <h3>{plural(differences.length, 'difference')} from the simulation</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">Simulated</th>
            <th scope="col">Real</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <Row key={`${difference.kind} ${difference.pointer}`} difference={difference} />
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Row = ({ difference: { kind, pointer, simulated, real, breaking } }: { readonly difference: Difference }) => (
  <tr>
    <td>
      {kind}
      {breaking && (
        <>
          {' '}
          <span class="mark violation" title="A client may break">
            breaking
          </span>
        </>
      )}
    </td>
    <td>{pointer === '' ? <span class="quiet">the response</span> : <code>{pointer}</code>}</td>
    <td>{kind === 'additional' ? <span class="quiet">not there</span> : <code>{JSON.stringify(simulated)}</code>}</td>
    <td>{kind === 'missing' ? <span class="quiet">not there</span> : <code>{JSON.stringify(real)}</code>}</td>
  </tr>
);

interface MessageViewProps {
  readonly side: 'request' | 'response';
  readonly exchange: Exchange;
}

const MessageView = ({ side, exchange }: MessageViewProps) => {
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

interface PairsProps {
  readonly class: string;
  readonly pairs: readonly (readonly [name: string, value: ComponentChildren])[];
}

const Pairs = ({ class: name, pairs }: PairsProps) => (
  <dl class={name}>
    {pairs.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
