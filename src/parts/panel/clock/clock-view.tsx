import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call, type HeldResponse, type List, type WebhookRow } from '../api/panel-client.ts';
import { Button, Form, Switch, TextField } from '../parts/controls.tsx';
import { formatDateTime, formatDayTime, formatDistance, formatLongDate, toLocalInput } from '../parts/format-values.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Marks, Method } from '../parts/marks.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useNow } from '../parts/use-time.ts';
import { useWorldTime } from '../shell/world-time.tsx';
import { freezeClock, revision, service, setClock, world, worldPath } from '../state/current-world.ts';
import { attempt, notifyError } from '../state/notice.ts';
import { linkTo } from '../state/view-route.ts';

const steps = [
  ['1m', '+ 1 minute'],
  ['1h', '+ 1 hour'],
  ['1d', '+ 1 day'],
  ['30d', '+ 30 days'],
  ['365d', '+ 365 days'],
] as const;

export const ClockView = () => {
  const now = useWorldTime();
  const frozen = world.value?.clock.frozen ?? false;
  return (
    <div class="page clock">
      <PageHead
        title="Clock"
        text={`The time of this world: of its data, its faults and its dates. Shown in your time zone, ${zone()}.`}
      />
      {now !== undefined && (
        <>
          <section class="now" aria-label="Time of the world">
            <p class="now-time" role="timer">
              {formatDayTime(now)}
            </p>
            <p>{formatLongDate(now)}</p>
            <p class="quiet">
              <code>{new Date(now).toISOString()}</code> · {distanceFromReal(now)}
            </p>
          </section>
          <section class="stack gap-3 framed large" aria-label="Move the clock">
            <div class="beside freeze">
              <Switch isOn={!frozen} label="The clock runs" onChange={(isOn) => void freezeClock(!isOn)} />
              <span aria-hidden="true">{frozen ? 'Frozen: it stands until it is moved' : 'Running'}</span>
            </div>
            <div class="flow">
              {steps.map(([advance, text]) => (
                <Button text={text} key={advance} onClick={() => setClock({ advance })} />
              ))}
              <Button
                text="Back to real time"
                kind="quiet"
                onClick={() => setClock({ now: new Date().toISOString(), frozen: false })}
              />
            </div>
            <SetDate key={frozen ? 'frozen' : 'running'} now={now} />
          </section>
          {service.value?.webhooks !== undefined && (
            <>
              <h2>Webhooks</h2>
              <Webhooks now={now} />
            </>
          )}
          <h2>Dates that matter</h2>
          <Dates now={now} />
          <h2>Held-back responses</h2>
          <HeldResponses now={now} />
        </>
      )}
    </div>
  );
};

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const distanceFromReal = (now: number): string => {
  const ms = now - Date.now();
  return Math.abs(ms) < 5000 ? 'real time' : `${formatDistance(ms)} of real time`;
};

const SetDate = ({ now }: { readonly now: number }) => {
  const [text, setText] = useState(() => toLocalInput(now));
  const [step, setStep] = useState('');
  return (
    <div class="flow gap-3">
      <Form
        class="flow inline-form"
        onSubmit={() => {
          const time = new Date(text);
          if (Number.isNaN(time.getTime())) notifyError('That is not a date.');
          else void setClock({ now: time.toISOString() });
        }}
      >
        <TextField label="Date and time" type="datetime-local" value={text} onInput={setText} />
        <Button text="Set" />
      </Form>
      <Form
        class="flow inline-form"
        onSubmit={() => {
          if (step.trim() !== '') void setClock({ advance: step.trim() });
        }}
      >
        <TextField label="Advance by" value={step} onInput={setStep} placeholder="90m" />
        <Button text="Advance" />
      </Form>
    </div>
  );
};

/** A little after the moment, so that windows that end then have ended. */
const pastMs = 1000;

const Dates = ({ now }: { readonly now: number }) => {
  const dates = (service.value?.operations ?? [])
    .flatMap(({ operation, method, path, sunset }) =>
      sunset === null ? [] : [{ operation, method, path, time: Date.parse(sunset) }],
    )
    .toSorted((left, right) => left.time - right.time);
  if (dates.length === 0)
    return (
      <p class="quiet">
        No operation is to be removed. One that is says so in the document, with <code>x-sunset</code>.
      </p>
    );
  return (
    <ul class="lines">
      {dates.map(({ operation, method, path, time }) => {
        const isPast = time <= now;
        const text = isPast ? 'Jump before it' : 'Jump past it';
        return (
          <Row
            key={operation}
            icon={isPast ? 'check' : 'clock'}
            what={
              <>
                <b>Sunset of {operation}</b> {method} {path}
              </>
            }
            quiet={`${formatDateTime(time)} (${isPast ? 'past: it is removed' : formatDistance(time - now)})`}
          >
            <Button
              text={text}
              kind={isPast ? 'plain' : 'main'}
              label={`${text}: the sunset of ${operation}`}
              onClick={() => setClock({ now: new Date(time + (isPast ? -86_400_000 : pastMs)).toISOString() })}
            />
          </Row>
        );
      })}
    </ul>
  );
};

/** There is no event for a response that starts to wait, so the list is reloaded. */
const refreshMs = 1000;

const HeldResponses = ({ now }: { readonly now: number }) => {
  const turn = useNow(refreshMs);
  return (
    <Lines
      path="/held"
      none="No response is delayed."
      turn={turn}
      lineOf={({ exchange, method, path, faults, due }: HeldResponse) => ({
        key: exchange,
        what: (
          <>
            <a href={linkTo('traffic', [exchange])}>#{exchange}</a> <Method method={method} /> <code>{path}</code>{' '}
            <Marks exchange={{ origin: 'simulation', violations: [], faults }} />
          </>
        ),
        quiet: due === null ? 'never sent: timeout' : `sent ${formatDistance(Date.parse(due) - now)}`,
        action:
          due === null
            ? undefined
            : {
                text: 'Release',
                label: `Release the response to exchange ${exchange}`,
                method: 'DELETE',
                path: `/${exchange}`,
              },
      })}
      actionsOf={(rows) =>
        rows.filter(({ due }) => due !== null).length > 1 ? [{ text: 'Release all', method: 'DELETE' }] : []
      }
    />
  );
};

/** What the service sent, the newest first, and a button for each webhook. */
const Webhooks = ({ now }: { readonly now: number }) => (
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

interface Action {
  readonly text: string;
  /** If it is undefined, the text says all. */
  readonly label?: string;
  readonly method: 'POST' | 'DELETE';
  /** Below that of the rows. */
  readonly path?: string;
  readonly body?: object;
}

interface RowProps {
  readonly icon?: IconName;
  readonly what: ComponentChildren;
  readonly quiet: ComponentChildren;
  /** What can be done. */
  readonly children: ComponentChildren;
}

const Row = ({ icon, what, quiet, children }: RowProps) => (
  <li>
    {icon && <Icon name={icon} />}
    <span>
      {what}
      <br />
      <span class="quiet">{quiet}</span>
    </span>
    {children}
  </li>
);

interface Line extends Pick<RowProps, 'what' | 'quiet'> {
  readonly key: string | number;
  readonly action: Action | undefined;
}

const maxShown = 50;

const Lines = <Row,>({
  path,
  none,
  lineOf,
  actionsOf = () => [],
  turn,
}: {
  readonly path: string;
  /** Shown where there are none. */
  readonly none: string;
  readonly lineOf: (row: Row) => Line;
  /** Below the rows. */
  readonly actionsOf?: (rows: readonly Row[]) => readonly Action[];
  /** Another value loads them again. */
  readonly turn?: unknown;
}) => {
  const { value, error, reload } = useResource(() => call<List<Row>>('GET', worldPath(path)), [revision.value, turn]);
  if (error) return <p class="error">{error}</p>;
  const rows = value?.items ?? [];
  const buttonOf = ({ text, label = text, method, path: below = '', body }: Action) => (
    <Button
      text={text}
      key={text}
      label={label}
      onClick={() => void attempt(() => call(method, worldPath(path + below), body)).then(reload)}
    />
  );
  return (
    <>
      {rows.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <ul class="lines">
          {rows
            .slice(0, maxShown)
            .map(lineOf)
            .map(({ key, what, quiet, action }) => (
              <Row key={key} what={what} quiet={quiet}>
                {action && buttonOf(action)}
              </Row>
            ))}
        </ul>
      )}
      <div class="flow">{actionsOf(rows).map(buttonOf)}</div>
    </>
  );
};
