/** The form of a fault, with the YAML for a scenario file. */

import { useState } from 'preact/hooks';
import { type EffectType, effectTypes, rowOf } from '../../../core/faults/effects.ts';
import { Button, Check, type Choice, CopyButton, Field, type FieldProps } from '../parts/controls.tsx';
import { FormDialog, useClose } from '../parts/dialog.tsx';
import { BodyView } from '../parts/json-view.tsx';
import { OperationPicker } from '../parts/picker.tsx';
import { toYaml } from '../parts/yaml.ts';
import { deleteFault, faults, putFault, service } from '../state/current-world.ts';
import { attempt, notify } from '../state/notice.ts';
import {
  type Condition,
  type ConditionField,
  conditions,
  type DraftErrors,
  type EffectField,
  type FaultDraft,
  type FieldStyle,
  fieldsOf,
  readDraft,
  toChange,
} from './draft.ts';

/** The form of a fault. A missing name is only shown after an attempt to save. */
export const FaultDialog = ({ draft: initial }: { readonly draft: () => FaultDraft }) => {
  const close = useClose();
  const [draft, setDraft] = useState(() => initial());
  const [isTried, setTried] = useState(false);
  const { fault, errors: ownErrors } = readDraft(draft);
  const name = draft.name.trim();
  const isTaken = draft.isNew && faults.value.some((other) => other.name === name);
  const errors = isTaken ? { ...ownErrors, name: 'is the name of another fault' } : ownErrors;
  const form: DraftForm = {
    draft,
    errors: isTried || isTaken ? errors : { ...errors, name: undefined },
    set: (change) => setDraft((before) => ({ ...before, ...change })),
  };
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (Object.keys(errors).length > 0) return false;
    await putFault(name, toChange(draft, fault));
    notify(`The fault ${name} is ${draft.enabled ? 'on' : 'saved, and off'}.`);
    return true;
  };
  const remove = async () => {
    if (await attempt(() => deleteFault(draft.name), draft.isBuiltIn ? 'Restored, and off.' : 'Deleted.')) close();
  };
  return (
    <FormDialog
      title={draft.isNew ? 'New fault' : `Edit ${draft.name}`}
      isWide
      action={draft.isNew ? 'Add the fault' : 'Save'}
      more={
        !draft.isNew && (
          <Button text={draft.isBuiltIn ? 'Restore' : 'Delete'} kind="quiet" icon="clear" onClick={remove} />
        )
      }
      onSubmit={save}
    >
      <div class="columns" style={{ '--columns': '3fr 2fr' }}>
        <FaultFields form={form} />
        <ScenarioYaml yaml={toYaml({ faults: [fault] })} />
      </div>
    </FormDialog>
  );
};

const nameStyle: FieldStyle = { kind: 'text', label: 'Name', placeholder: 'key-expires' };

const FaultFields = ({ form }: FormProps) => {
  const { draft, set } = form;
  return (
    <div class="stack gap-2 fields">
      <DraftField form={form} name="name" style={nameStyle} disabled={!draft.isNew} isRequired />
      <Field
        label="Effect"
        value={draft.effect}
        // A fault of tokens is listed only if it is one: it is of no use with conditions of its own.
        choices={effectTypes
          .filter((type) => type !== 'token' || draft.effect === 'token')
          .map((type) => [type, rowOf(type).title] as const)}
        onInput={(effect) => set({ effect: effect as EffectType })}
      />
      <Fields form={form} fields={fieldsOf(draft.effect)} />
      <h3>On which requests</h3>
      <OperationPicker picked={draft.operations} onChange={(operations) => set({ operations })} />
      <Conditions form={form} part="on" title="Method, path, query, headers, body" />
      <Conditions form={form} part="when" title="Which of them, and when" />
      <Check text="Switched on" isOn={draft.enabled} onChange={(isOn) => set({ enabled: isOn })} />
    </div>
  );
};

const ScenarioYaml = ({ yaml }: { readonly yaml: string }) => (
  <section class="yaml stack" aria-label="In a scenario file">
    <h3>In a scenario file</h3>
    <BodyView value={yaml} label="YAML" />
    <footer>
      <CopyButton text="Copy the YAML" copy={() => yaml} kind="quiet" done="The YAML is copied." />
    </footer>
  </section>
);

/** Open from the beginning if the draft has one of the fields, and then as the reader leaves it. */
const Conditions = ({ form, part, title }: FormProps & { readonly part: 'on' | 'when'; readonly title: string }) => {
  const fields = conditionFields.filter(
    ([name, condition]) =>
      condition.part === part && (name !== 'services' || (service.value?.services?.length ?? 0) > 1),
  );
  const [isOpen] = useState(() => fields.some(([name]) => form.draft[name] !== ''));
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <Fields form={form} fields={fields} />
    </details>
  );
};

const conditionFields = Object.entries(conditions) as unknown as readonly (readonly [ConditionField, Condition])[];

/** The lines of a field that has several. */
const rowsOf: Readonly<Record<string, number>> = { json: 4, headers: 2, example: 1 };

/** Fields of an effect, or conditions: short ones stand side by side, before the others. */
const Fields = ({ form, fields }: FormProps & { readonly fields: readonly (readonly [TextName, FieldStyle])[] }) => {
  const [short, long] = [false, true].map((isLong) =>
    fields
      .filter(([, { kind }]) => kind in rowsOf === isLong)
      .map(([name, style]) => <DraftField key={name} form={form} name={name} style={style} />),
  );
  return (
    <>
      {short?.length !== 0 && <div class="side-by-side">{short}</div>}
      {long}
    </>
  );
};

interface DraftFieldProps extends FormProps, Pick<FieldProps, 'disabled' | 'isRequired'> {
  readonly name: TextName;
  readonly style: FieldStyle;
}

const DraftField = ({ form: { draft, errors, set }, name, style, ...more }: DraftFieldProps) => {
  const { kind, label, hint, placeholder = kind === 'headers' ? 'retry-after: 1' : undefined } = style;
  const isLong = kind === 'json' || kind === 'headers';
  return (
    <Field
      {...{ ...more, label, hint, placeholder, value: draft[name], error: errors[name] }}
      type={kind === 'count' ? 'number' : 'text'}
      rows={isLong ? rowsOf[kind] : undefined}
      isCode={isLong}
      choices={kind === 'choice' ? choicesOf(style) : undefined}
      onInput={(value) => set({ [name]: value } as Partial<FaultDraft>)}
    />
  );
};

const choicesOf = ({ values = [], usual }: FieldStyle): readonly Choice[] =>
  usual === undefined ? values : [['', `as usual: ${usual}`], ...values];

interface DraftForm {
  readonly draft: FaultDraft;
  readonly errors: DraftErrors;
  readonly set: (change: Partial<FaultDraft>) => void;
}

interface FormProps {
  readonly form: DraftForm;
}

type TextName = 'name' | ConditionField | EffectField;
