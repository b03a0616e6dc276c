import type { ComponentChildren } from 'preact';
import { call, type HeldResponse, type List, type WebhookRow } from '../api/panel-client.ts';
import { Button, Field, Form, Switch, useTexts } from '../parts/controls.tsx';
import { formatDateTime, formatDayTime, formatDistance, formatLongDate, toLocalInput } from '../parts/format-values.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Marks, Method } from '../parts/marks.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useCall } from '../parts/use-resource.ts';
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
  const { texts, field } = useTexts(() => ({ date: toLocalInput(now), step: '' }));
  return (
    <div class="flow gap-3">
      <Form
        class="flow inline-form"
        onSubmit={() => {
          const time = new Date(texts.date);
          if (Number.isNaN(time.getTime())) notifyError('That is not a date.');
          else void setClock({ now: time.toISOString() });
        }}
      >
        <Field label="Date and time" type="datetime-local" {...field('date')} />
        <Button text="Set" />
      </Form>
      <Form
        class="flow inline-form"
        onSubmit={() => {
          if (texts.step.trim() !== '') void setClock({ advance: texts.step.trim() });
        }}
      >
        <Field label="Advance by" {...field('step')} placeholder="90m" />
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
  const { rows, error, act } = useRows<HeldResponse>('/held', useNow(refreshMs));
  return (
    <>
      <Lines none="No response is delayed." error={error}>
        {rows.map(({ exchange, method, path, faults, due }) => (
          <Row
            key={exchange}
            what={
              <>
                <a href={linkTo('traffic', [exchange])}>#{exchange}</a> <Method method={method} /> <code>{path}</code>{' '}
                <Marks exchange={{ origin: 'simulation', violations: [], faults }} />
              </>
            }
            quiet={due === null ? 'never sent: timeout' : `sent ${formatDistance(Date.parse(due) - now)}`}
          >
            {due !== null && (
              <Button
                text="Release"
                label={`Release the response to exchange ${exchange}`}
                onClick={act('DELETE', `/${exchange}`)}
              />
            )}
          </Row>
        ))}
      </Lines>
      <div class="flow">
        {rows.filter(({ due }) => due !== null).length > 1 && (
          <Button text="Release all" label="Release all" onClick={act('DELETE')} />
        )}
      </div>
    </>
  );
};

/** What the service sent, the newest first, and a button for each webhook. */
const Webhooks = ({ now }: { readonly now: number }) => {
  const { rows, error, act } = useRows<WebhookRow>('/webhooks');
  return (
    <>
      <Lines none="Nothing was sent." error={error}>
        {rows.map(({ id, webhook, url, state, due, attempts }) => (
          <Row
            key={id}
            what={
              <>
                <b>{webhook}</b>: {state} <code>{url}</code>
              </>
            }
            quiet={[
              ...attempts.slice(-1).map(({ status, error }) => error ?? status),
              ...(due === null ? [] : [formatDistance(Date.parse(due) - now)]),
            ].join(', ')}
          >
            <Button text="Send" label={`Send ${webhook} ${id}`} onClick={act('POST', `/${id}/retry`)} />
          </Row>
        ))}
      </Lines>
      <div class="flow">
        {(service.value?.webhooks ?? []).map((name) => (
          <Button
            text={`Send ${name}`}
            label={`Send ${name}`}
            key={name}
            onClick={act('POST', `/${encodeURIComponent(name)}`, {})}
          />
        ))}
      </div>
    </>
  );
};

const maxShown = 50;

/** Loads the first rows of a list of the world; another `turn` loads them again. `act` returns what calls the server below that path. */
const useRows = <Item,>(path: string, turn?: number) => {
  const { value, error, reload } = useCall<List<Item>>(worldPath(path), revision.value, turn);
  const act =
    (method: 'POST' | 'DELETE', below = '', body?: object) =>
    (): void =>
      void attempt(() => call(method, worldPath(path + below), body)).then(reload);
  return { rows: (value?.items ?? []).slice(0, maxShown), error, act };
};

interface LinesProps {
  /** The text in place of an empty list. */
  readonly none: string;
  readonly error: string | undefined;
  readonly children: readonly ComponentChildren[];
}

const Lines = ({ none, error, children }: LinesProps) => {
  if (error) return <p class="error">{error}</p>;
  return children.length === 0 ? <p class="quiet">{none}</p> : <ul class="lines">{children}</ul>;
};

interface RowProps {
  readonly icon?: IconName;
  readonly what: ComponentChildren;
  readonly quiet: ComponentChildren;
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
