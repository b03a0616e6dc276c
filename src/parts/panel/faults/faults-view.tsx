import { useId, useState } from 'preact/hooks';
import { type Fault, isObject, type Json } from '../api/panel-client.ts';
import { Button, Search, Select, Switch } from '../parts/controls.tsx';
import { DialogButton, FormDialog } from '../parts/dialog.tsx';
import { plural } from '../parts/format-values.ts';
import { Mark } from '../parts/marks.tsx';
import { Empty, PageHead } from '../parts/page-head.tsx';
import { OperationPicker } from '../parts/picker.tsx';
import { SentOutcome, useSending } from '../parts/sending.tsx';
import { containsWords } from '../state/contains-words.ts';
import { faults, putFault, service, switchFault } from '../state/current-world.ts';
import { draftFor, firstOperation } from '../state/sent-request.ts';
import { searchInAddress } from '../state/view-route.ts';
import { draftOf, newDraft, oneOrMore, toList } from './draft.ts';
import { byPlace, groups } from './effect-values.ts';
import { FaultDialog } from './fault-dialog.tsx';

const isFound = (fault: Fault, text: string) => {
  const title = groups.find(({ group }) => group === fault.group)?.title;
  return containsWords([fault.name, fault.description, fault.group, title, fault.status, scopeOf(fault)], text);
};

export const FaultsView = () => {
  const search = searchInAddress();
  const found = faults.value.filter((fault) => isFound(fault, search.text));
  const own = found.filter(({ builtIn }) => !builtIn);
  const shown = [
    { group: 'own', title: 'Of your own', description: 'From the scenario or added later.', members: own },
    ...groups.map((group) => ({
      ...group,
      members: found.filter((fault) => fault.builtIn && fault.group === group.group).toSorted(byPlace),
    })),
  ].filter(({ members }) => members.length > 0);
  return (
    <div class="page">
      <PageHead title="Faults" text="A switch takes effect with the next request. Everything else goes on as usual.">
        <DialogButton text="Add a fault" icon="plus" kind="main">
          <FaultDialog draft={newDraft} />
        </DialogButton>
      </PageHead>
      <Probe />
      <Search class="find" label="Find a fault" placeholder="Find a fault: name, effect, operation" {...search} />
      {found.length === 0 && faults.value.length > 0 && <Empty title="No fault has this text" />}
      <div class="groups">
        {shown.map(({ group, title, description, members }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{title}</h2>
            <p class="quiet">{description}</p>
            <ul class="lines">
              {members.map((fault) => (
                <FaultRow key={fault.name} fault={fault} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
};

const FaultRow = ({ fault }: { readonly fault: Fault }) => {
  const id = useId();
  const { name, description, enabled, fired } = fault;
  const scope = scopeOf(fault);
  return (
    <li class={enabled ? 'fault-row beside gap-2 on' : 'fault-row beside gap-2'}>
      <Switch isOn={enabled} label={name} describedBy={id} onChange={(isOn) => void switchFault(name, isOn)} />
      <div class="grow">
        <b>{name}</b>
        <p class="quiet" id={id}>
          {description}
        </p>
        {(scope !== '' || fired > 0) && (
          <p class="flow small">
            {scope !== '' && <Mark kind="framed" text={scope} />}
            {fired > 0 && <span class="quiet">shaped {plural(fired, 'response')}</span>}
          </p>
        )}
      </div>
      <DialogButton kind="quiet" icon="filter" label={`Restrict ${name} to operations`}>
        <RestrictDialog fault={fault} />
      </DialogButton>
      <DialogButton kind="quiet" icon="edit" label={`Edit ${name}`}>
        <FaultDialog draft={() => draftOf(fault)} />
      </DialogButton>
    </li>
  );
};

/** A short description of the requests that the fault affects; empty for all. */
const scopeOf = ({ on, when }: Fault): string => {
  const parts = [
    on?.operation !== undefined && `only ${toList(on.operation).join(', ')}`,
    toList(on?.method).join(', '),
    toList(on?.path).join(', '),
    ...(['query', 'header', 'body'] as const).map((part) => on?.[part] !== undefined && `by ${part}`),
    ...Object.entries(when ?? {}).map(([name, value]) => `${name} ${show(value)}`),
  ];
  return parts.filter(Boolean).join(' · ');
};

const show = (value: Json | undefined) => (isObject(value) ? '…' : String(value));

/** Selects the operations that a fault affects. Its other conditions are kept. */
const RestrictDialog = ({ fault }: { readonly fault: Fault }) => {
  const [picked, setPicked] = useState(toList(fault.on?.operation));
  const save = (): Promise<Fault> => {
    const { operation: _operation, ...rest } = fault.on ?? {};
    const on = { ...rest, ...(picked.length > 0 && { operation: oneOrMore(picked) }) };
    return putFault(fault.name, { enabled: fault.enabled, on: Object.keys(on).length === 0 ? null : on });
  };
  return (
    <FormDialog
      title={`Restrict ${fault.name}`}
      action="Apply"
      more={picked.length > 0 && <Button text="All operations" kind="quiet" onClick={() => setPicked([])} />}
      onSubmit={save}
    >
      <p class="quiet">Choose the operations that the fault affects. Without any, it affects every request.</p>
      <OperationPicker picked={picked} onChange={setPicked} />
    </FormDialog>
  );
};

/** Sends one request to the service, to show the response that a client would get now. */
const Probe = () => {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [sending, send] = useSending();
  const operations = service.value?.operations ?? [];
  const operation = operations.find((operation) => operation.operation === chosen) ?? firstOperation();
  return (
    <section class="probe flow framed padded" aria-label="See what a client gets">
      <Select
        label="Operation to send"
        value={operation?.operation ?? ''}
        choices={operations.map(({ operation, method, path }) => [operation, `${method} ${path}`] as const)}
        onInput={setChosen}
      />
      <Button
        text="Send a request"
        icon="send"
        onClick={() => operation && void send(() => draftFor(operation))}
        disabled={operation === undefined}
      />
      <p class="flow" role="status">
        <SentOutcome
          sending={sending}
          idle="Shows what a client gets now."
          describe={(body) => <span>{summaryOf(body)}</span>}
          why="Why?"
        />
      </p>
    </section>
  );
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
