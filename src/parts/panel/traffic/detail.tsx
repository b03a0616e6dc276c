/** One exchange: the request, the response, and the decisions. */

import { useMemo } from 'preact/hooks';
import { call, type Exchange, type Message } from '../api/panel-client.ts';
import { FaultDialog } from '../faults/fault-dialog.tsx';
import { faultFromExchange } from '../faults/from-exchange.ts';
import { Button, CopyButton } from '../parts/controls.tsx';
import { DialogButton } from '../parts/dialog.tsx';
import { formatCount, formatDateTime, formatDuration, plural } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import type { Mark as LineMark } from '../parts/json-lines.ts';
import { BodyView } from '../parts/json-view.tsx';
import { Mark, Marks, Method, Status } from '../parts/marks.tsx';
import { useCall } from '../parts/use-resource.ts';
import { service, worldPath } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { shown } from '../state/traffic.ts';
import { goTo, linkTo } from '../state/view-route.ts';
import { toCurl, toExpectation, toFetch } from './snippets.ts';

export const Detail = ({ id }: { readonly id: number }) => {
  const { value: exchange, error } = useCall<Exchange>(worldPath(`/exchanges/${id}`));
  return (
    <section class="detail stack gap-3" aria-label={`Exchange ${id}`}>
      <header class="beside">
        <Button kind="quiet" icon="back" label="Back to the list" onClick={() => goTo(linkTo('traffic'))} />
        {exchange && (
          <h2 class="beside grow">
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
  const steps = [
    { icon: 'up', label: 'Newer exchange', to: shown.value[index - 1] },
    { icon: 'down', label: 'Older exchange', to: shown.value[index + 1] },
  ] as const;
  if (index < 0) return null;
  return (
    <span class="beside">
      {steps.map(({ to, ...step }) => (
        <Button
          key={step.icon}
          kind="quiet"
          {...step}
          disabled={to === undefined}
          onClick={() => to && goTo(linkTo('traffic', [to.id]))}
        />
      ))}
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
      <ol class="numbered">
        {exchange.why.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
    </section>
    <div class="columns" style={{ '--columns': '1fr 1fr' }}>
      <MessageView side="request" exchange={exchange} />
      <MessageView side="response" exchange={exchange} />
    </div>
  </>
);

interface ExchangeProps {
  readonly exchange: Exchange;
}

const Facts = ({ exchange }: ExchangeProps) => (
  <p class="flow facts">
    <Status exchange={exchange} />
    <Marks exchange={exchange} />
    {exchange.operation !== null && <span>{exchange.operation}</span>}
    <span>{formatDuration(exchange.durationMs)}</span>
    {exchange.upstreamMs !== undefined && <span>upstream {formatDuration(exchange.upstreamMs)}</span>}
    <time dateTime={exchange.at}>{formatDateTime(exchange.at)}</time>
    <span>world {exchange.world}</span>
    <span>#{exchange.id}</span>
  </p>
);

const Actions = ({ exchange }: ExchangeProps) => {
  const replay = (): Promise<boolean> =>
    attempt(async () => {
      const again = await call<Exchange>('POST', worldPath(`/exchanges/${exchange.id}/replay`));
      goTo(linkTo('traffic', [again.id]));
    }, 'Sent again: this is the new exchange.');
  return (
    <div class="flow">
      <Button text="Replay" icon="replay" onClick={replay} />
      <CopyButton text="Copy as curl" copy={() => toCurl(exchange)} done="The curl command is copied." />
      <CopyButton text="Copy as fetch" copy={() => toFetch(exchange)} done="The fetch call is copied." />
      <DialogButton text="Make this a fault" icon="faults">
        <FaultDialog draft={() => faultFromExchange(exchange, service.value)} />
      </DialogButton>
      <CopyButton
        text="Expect this"
        icon="check"
        copy={() => toExpectation(exchange)}
        label="Expect this: copy a test that waits for this request and compares it"
        done="A test that expects this is copied."
      />
    </div>
  );
};

const Violations = ({ exchange: { violations } }: ExchangeProps) =>
  violations.length === 0 ? null : (
    <ul class="violations stack gap-0 padded" aria-label="Violations of the interface">
      {violations.map(({ side, in: part, pointer, rule, message }) => (
        <li key={`${side} ${part} ${pointer} ${rule}`} class="beside">
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
          {differences.map(({ kind, pointer, simulated, real, breaking }) => (
            <tr key={`${kind} ${pointer}`}>
              <td>
                {kind}
                {breaking && ' '}
                {breaking && <Mark kind="violation" text="breaking" title="A client may break" />}
              </td>
              <td>{pointer === '' ? <span class="quiet">the response</span> : <code>{pointer}</code>}</td>
              <td>
                {kind === 'additional' ? (
                  <span class="quiet">not there</span>
                ) : (
                  <code>{JSON.stringify(simulated)}</code>
                )}
              </td>
              <td>{kind === 'missing' ? <span class="quiet">not there</span> : <code>{JSON.stringify(real)}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const MessageView = ({ side, exchange }: ExchangeProps & { readonly side: 'request' | 'response' }) => {
  const message = exchange[side];
  const marks = useMemo(() => marksOf(exchange, side), [exchange, side]);
  const headers = Object.entries(message.headers);
  const title = side === 'request' ? 'Request' : 'Response';
  return (
    <section class="stack" aria-label={title}>
      <h3>{title}</h3>
      <Body message={message} marks={marks} label={`${title} body`} />
      <details open>
        <summary>{plural(headers.length, 'header')}</summary>
        <dl class="pairs headers small">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
};

interface BodyProps {
  readonly message: Message;
  readonly marks: readonly LineMark[];
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
const marksOf = ({ violations, faults }: Exchange, side: 'request' | 'response'): readonly LineMark[] => {
  const ofFaults = (side === 'request' ? [] : faults).flatMap(({ name, pointer }) =>
    pointer === undefined ? [] : [{ kind: 'fault' as const, pointer, text: `fault ${name} at ${pointer || '/'}` }],
  );
  const ofViolations = violations
    .filter((violation) => violation.side === side && violation.in === 'body')
    .map(({ pointer, message }) => ({ kind: 'violation' as const, pointer, text: message }));
  return [...ofFaults, ...ofViolations];
};
