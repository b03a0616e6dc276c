/** The form of a fault, with the YAML for a scenario file. */

import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { type EffectParameter, type EffectType, effectTypes, rowOf } from '../../../core/faults/effects.ts';
import { ApiError } from '../api/panel-client.ts';
import { Button, CopyButton } from '../parts/button.tsx';
import { Check, Form, FormProblem } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { toYaml } from '../parts/yaml.ts';
import { faults, service } from '../state/current-world.ts';
import { attempt, messageOf, notify } from '../state/notice.ts';
import { deleteFault, putFault } from '../state/panel-actions.ts';
import { type DraftErrors, type EffectField, type FaultDraft, fieldsOf, readDraft, toChange } from './draft.ts';
import { OperationPicker } from './operation-picker.tsx';

interface FaultDialogProps {
  readonly draft: FaultDraft;
  readonly onClose: () => void;
}

export const FaultDialog = ({ draft: initial, onClose }: FaultDialogProps) => {
  const { form, yaml, problem, save, remove } = useFaultForm(initial, onClose);
  const { draft } = form;
  return (
    <Dialog title={titleOf(draft)} onClose={onClose} isWide>
      <Form class="fault-form" onSubmit={save}>
        <FaultFields form={form} />
        <ScenarioYaml yaml={yaml} />
        <footer class="actions">
          {!draft.isNew && (
            <Button kind="quiet" icon="clear" onClick={() => void remove()}>
              {draft.isBuiltIn ? 'Restore' : 'Delete'}
            </Button>
          )}
          <FormProblem text={problem} />
          <span class="spacer" />
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit">
            {draft.isNew ? 'Add the fault' : 'Save'}
          </Button>
        </footer>
      </Form>
    </Dialog>
  );
};

/** The state of the form. A missing name is only shown after an attempt to save. */
const useFaultForm = (initial: FaultDraft, onClose: () => void) => {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<FaultDraft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(undefined);
  };
  const { fault, errors } = readDraft(draft);
  const name = draft.name.trim();
  const isTaken = draft.isNew && faults.value.some((other) => other.name === name);
  const allErrors = isTaken ? { ...errors, name: 'is the name of another fault' } : errors;
  const shownErrors = isTried ? allErrors : { ...allErrors, name: isTaken ? allErrors.name : undefined };

  const save = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(allErrors).length > 0) return;
    try {
      await putFault(name, toChange(draft, fault));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
      return;
    }
    notify(`The fault ${name} is ${draft.enabled ? 'on' : 'saved, and off'}.`);
    onClose();
  };
  const remove = async (): Promise<void> => {
    if (await attempt(() => deleteFault(draft.name), draft.isBuiltIn ? 'Restored, and off.' : 'Deleted.')) onClose();
  };

  const form: DraftForm = { draft, errors: shownErrors, set };
  return { form, yaml: toYaml({ faults: [fault] }), problem, save, remove };
};

const FaultFields = ({ form }: { readonly form: DraftForm }) => {
  const { draft, set } = form;
  return (
    <div class="fields">
      <DraftText form={form} name="name" label="Name" disabled={!draft.isNew} placeholder="key-expires" isRequired />
      <EffectChoice form={form} />
      <EffectFields form={form} />
      <h3>On which requests</h3>
      <OperationPicker
        operations={service.value?.operations ?? []}
        picked={draft.operations}
        onChange={(operations) => set({ operations })}
      />
      <RequestConditions form={form} />
      <TimingConditions form={form} />
      <Check isOn={draft.enabled} onChange={(isOn) => set({ enabled: isOn })}>
        Switched on
      </Check>
    </div>
  );
};

const ScenarioYaml = ({ yaml }: { readonly yaml: string }) => (
  <section class="yaml" aria-label="In a scenario file">
    <h3>In a scenario file</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
    <section class="code" tabIndex={0} aria-label="YAML">
      {yaml}
    </section>
    <CopyButton text={() => yaml} kind="quiet" done="The YAML is copied.">
      Copy the YAML
    </CopyButton>
  </section>
);

const titleOf = ({ isNew, name }: FaultDraft): string => (isNew ? 'New fault' : `Edit ${name}`);

interface ConditionFieldsProps {
  readonly form: DraftForm;
}

interface ConditionsProps extends ConditionFieldsProps {
  readonly title: string;
  readonly fields: readonly (keyof FaultDraft)[];
  readonly children: ComponentChildren;
}

/** Open from the beginning if the draft has one of the fields, and then as the reader leaves it. */
const Conditions = ({ form, title, fields, children }: ConditionsProps) => {
  const [isOpen] = useState(() => fields.some((field) => form.draft[field] !== ''));
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
};

/** The conditions on a request, besides its operation. */
const RequestConditions = ({ form }: ConditionFieldsProps) => (
  <Conditions
    form={form}
    title="Method, path, query, headers, body"
    fields={['services', 'methods', 'paths', 'query', 'header', 'requestBody']}
  >
    {(service.value?.services?.length ?? 0) > 1 && (
      <DraftText form={form} name="services" label="Service" placeholder={service.value?.services?.[0]?.name} />
    )}
    <div class="pair">
      <DraftText form={form} name="methods" label="Method" placeholder="GET, POST" />
      <DraftText
        form={form}
        name="paths"
        label="Path"
        placeholder="/orders/*"
        hint="Below the base path. * stands for anything."
      />
    </div>
    <DraftText form={form} name="query" label="Query" rows={2} isCode placeholder="status: sold" />
    <DraftText form={form} name="header" label="Headers" rows={2} isCode placeholder="user-agent: *Mobile*" />
    <DraftText
      form={form}
      name="requestBody"
      label="Part of the body"
      rows={3}
      isCode
      placeholder={'{ "status": "sold" }'}
    />
  </Conditions>
);

const TimingConditions = ({ form }: ConditionFieldsProps) => (
  <Conditions form={form} title="Which of them, and when" fields={['after', 'every', 'first', 'chance', 'from', 'for']}>
    <div class="triple">
      <DraftText form={form} name="after" label="After" type="number" hint="Skip this many." />
      <DraftText form={form} name="every" label="Every" type="number" hint="Then each nth." />
      <DraftText form={form} name="first" label="First" type="number" hint="At most this many." />
      <DraftText form={form} name="chance" label="Chance" hint="From 0 to 1." />
      <DraftText form={form} name="from" label="From" hint="For example 30s, counted from switching it on." />
      <DraftText form={form} name="for" label="For" hint="For example 10s." />
    </div>
  </Conditions>
);

/** The choice of an effect. A fault of tokens is listed only if it is one: it is of no use with conditions of its own. */
const EffectChoice = ({ form: { draft, set } }: { readonly form: DraftForm }) => (
  <SelectField
    label="Effect"
    value={draft.effect}
    choices={effectTypes
      .filter((type) => type !== 'token' || draft.effect === 'token')
      .map((type) => [type, rowOf(type).title] as const)}
    onChange={(effect) => set({ effect: effect as EffectType } as Partial<FaultDraft>)}
  />
);

/** The fields of the chosen effect: two short ones stand side by side. */
const EffectFields = ({ form }: { readonly form: DraftForm }) => {
  const fields = fieldsOf(form.draft.effect);
  const short = fields.filter(([, { kind }]) => kind !== 'json' && kind !== 'headers' && kind !== 'example');
  const pair = short.map(([name, parameter]) => (
    <ParameterField key={name} form={form} name={name} {...{ parameter }} />
  ));
  return (
    <>
      {pair.length === 1 ? pair : <div class="pair">{pair}</div>}
      {fields
        .filter((field) => !short.includes(field))
        .map(([name, parameter]) => (
          <ParameterField key={name} form={form} name={name} parameter={parameter} />
        ))}
    </>
  );
};

const ParameterField = ({
  form,
  name,
  parameter,
}: {
  readonly form: DraftForm;
  readonly name: EffectField;
  readonly parameter: EffectParameter;
}) => {
  const { label, hint } = parameter;
  switch (parameter.kind) {
    case 'choice':
      return <DraftSelect form={form} name={name} label={label} choices={choicesOf(parameter)} />;
    case 'count':
      return <DraftText form={form} name={name} label={label} hint={hint} type="number" />;
    case 'json':
      return <DraftText form={form} name={name} label={label} hint={hint} rows={4} isCode />;
    case 'headers':
      return (
        <DraftText form={form} name={name} label={label} hint={hint} rows={2} isCode placeholder="retry-after: 1" />
      );
    default:
      return <DraftText form={form} name={name} label={label} hint={hint} />;
  }
};

const choicesOf = ({
  values,
  usual,
}: Extract<EffectParameter, { kind: 'choice' }>): readonly (readonly [string, string])[] => {
  const given = values.map((value) => [value, value] as const);
  return usual === undefined ? given : [['', `as usual: ${usual}`], ...given];
};

/** The draft of a form, with the errors of its fields. */
interface DraftForm {
  readonly draft: FaultDraft;
  readonly errors: DraftErrors;
  readonly set: (change: Partial<FaultDraft>) => void;
}

type Bound = 'value' | 'error' | 'onInput' | 'onChange';

type TextName = {
  [Name in keyof FaultDraft]: string extends FaultDraft[Name] ? Name : never;
}[keyof FaultDraft];

interface FormField {
  readonly form: DraftForm;
  readonly name: TextName;
}

/** A text field of a draft, with its value and its error. */
const DraftText = ({
  form: { draft, errors, set },
  name,
  ...field
}: FormField & Omit<ComponentProps<typeof TextField>, Bound>) => (
  <TextField
    {...field}
    value={draft[name]}
    error={errors[name]}
    onInput={(value) => set({ [name]: value } as Partial<FaultDraft>)}
  />
);

/** A selection of a draft, with its value. */
const DraftSelect = ({
  form: { draft, set },
  name,
  ...field
}: FormField & Omit<ComponentProps<typeof SelectField>, Bound>) => (
  <SelectField {...field} value={draft[name]} onChange={(value) => set({ [name]: value } as Partial<FaultDraft>)} />
);
