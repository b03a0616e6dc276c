import { useId, useState } from 'preact/hooks';
import { isObject, type Json } from '../api/exact-json.ts';
import type { Fault } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Search, Switch } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choices } from '../parts/field.tsx';
import { formatDuration, plural } from '../parts/format-values.ts';
import { Status } from '../parts/marks.tsx';
import { Empty, PageHead } from '../parts/page-head.tsx';
import { cutText, type Sending, useSending } from '../parts/use-resource.ts';
import { queryText } from '../state/address.ts';
import { containsWords } from '../state/contains-words.ts';
import { faults, service } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { putFault, switchFault } from '../state/panel-actions.ts';
import { draftFor, firstOperation } from '../state/sent-request.ts';
import { linkTo, route, setQuery } from '../state/view-route.ts';
import { draftOf, newDraft, oneOrMore, toList } from './draft.ts';
import { byPlace, groups } from './effect-values.ts';
import { FaultDialog } from './fault-dialog.tsx';
import { OperationPicker } from './operation-picker.tsx';

const isFound = (fault: Fault, text: string): boolean => {
  const title = groups.find(({ group }) => group === fault.group)?.title;
  return containsWords([fault.name, fault.description, fault.group, title, fault.status, scopeOf(fault)], text);
};

export const FaultsView = () => {
  const [isAdding, setAdding] = useState(false);
  const text = queryText(route.value.query, 'text');
  const found = faults.value.filter((fault) => isFound(fault, text));
  const own = found.filter(({ builtIn }) => !builtIn);
  const shownGroups = groups.flatMap((group) => {
    const members = found.filter((fault) => fault.builtIn && fault.group === group.group).toSorted(byPlace);
    return members.length === 0 ? [] : [{ ...group, members }];
  });
  return (
    <div class="page faults">
      <PageHead title="Faults" text="A switch takes effect with the next request. Everything else goes on as usual.">
        <Button icon="plus" kind="main" onClick={() => setAdding(true)}>
          Add a fault
        </Button>
      </PageHead>
      <Probe />
      <Search
        class="find"
        label="Find a fault"
        placeholder="Find a fault: name, effect, operation"
        text={text}
        onText={(text) => setQuery({ text: text || undefined })}
      />
      {found.length === 0 && faults.value.length > 0 && <Empty title="No fault has this text" />}
      <div class="groups">
        {own.length > 0 && (
          <section aria-labelledby="group-own">
            <h2 id="group-own">Of your own</h2>
            <p class="quiet">From the scenario or added later.</p>
            <ul>
              {own.map((fault) => (
                <FaultRow key={fault.name} fault={fault} />
              ))}
            </ul>
          </section>
        )}
        {shownGroups.map(({ group, title, description, members }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{title}</h2>
            <p class="quiet">{description}</p>
            <ul>
              {members.map((fault) => (
                <FaultRow key={fault.name} fault={fault} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isAdding && <FaultDialog draft={newDraft()} onClose={() => setAdding(false)} />}
    </div>
  );
};

const FaultRow = ({ fault }: { readonly fault: Fault }) => {
  const [open, setOpen] = useState<'edit' | 'restrict' | undefined>(undefined);
  const id = useId();
  const { name, description, enabled, fired } = fault;
  const scope = scopeOf(fault);
  const close = (): void => setOpen(undefined);
  return (
    <li class={enabled ? 'fault-row on' : 'fault-row'}>
      <Switch isOn={enabled} label={name} describedBy={id} onChange={(isOn) => void switchFault(name, isOn)} />
      <div class="fault-text">
        <b>{name}</b>
        <span class="quiet" id={id}>
          {description}
        </span>
        {(scope !== '' || fired > 0) && (
          <span class="fault-scope">
            {scope !== '' && <span class="mark framed">{scope}</span>}
            {fired > 0 && <span class="quiet">shaped {plural(fired, 'response')}</span>}
          </span>
        )}
      </div>
      <span class="pair">
        <Button
          kind="quiet"
          icon="filter"
          label={`Restrict ${name} to operations`}
          onClick={() => setOpen('restrict')}
        />
        <Button kind="quiet" icon="edit" label={`Edit ${name}`} onClick={() => setOpen('edit')} />
      </span>
      {open === 'edit' && <FaultDialog draft={draftOf(fault)} onClose={close} />}
      {open === 'restrict' && <RestrictDialog fault={fault} onClose={close} />}
    </li>
  );
};

/** A short description of the requests that the fault affects; empty for all. */
const scopeOf = ({ on, when }: Fault): string => {
  const parts = [
    ...(on?.operation === undefined ? [] : [`only ${toList(on.operation).join(', ')}`]),
    ...(on?.method === undefined ? [] : [toList(on.method).join(', ')]),
    ...(on?.path === undefined ? [] : [toList(on.path).join(', ')]),
    ...(['query', 'header', 'body'] as const).flatMap((part) => (on?.[part] === undefined ? [] : [`by ${part}`])),
    ...Object.entries(when ?? {}).map(([name, value]) => `${name} ${show(value)}`),
  ];
  return parts.join(' · ');
};

const show = (value: Json | undefined): string => (isObject(value) ? '…' : String(value));

/** Selects the operations that a fault affects. Its other conditions are kept. */
const RestrictDialog = ({ fault, onClose }: { readonly fault: Fault; readonly onClose: () => void }) => {
  const [picked, setPicked] = useState(toList(fault.on?.operation));
  const save = async (): Promise<void> => {
    const { operation: _operation, ...rest } = fault.on ?? {};
    const on = { ...rest, ...(picked.length > 0 && { operation: oneOrMore(picked) }) };
    const change = { enabled: fault.enabled, on: Object.keys(on).length === 0 ? null : on };
    if (await attempt(() => putFault(fault.name, change))) onClose();
  };
  return (
    <Dialog title={`Restrict ${fault.name}`} onClose={onClose}>
      <p class="quiet">Choose the operations that the fault affects. Without any, it affects every request.</p>
      <OperationPicker operations={service.value?.operations ?? []} picked={picked} onChange={setPicked} />
      <footer class="actions">
        {picked.length > 0 && (
          <Button kind="quiet" onClick={() => setPicked([])}>
            All operations
          </Button>
        )}
        <span class="spacer" />
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="main" onClick={() => void save()}>
          Apply
        </Button>
      </footer>
    </Dialog>
  );
};

/** Sends one request to the service, to show the response that a client would get now. */
const Probe = () => {
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
