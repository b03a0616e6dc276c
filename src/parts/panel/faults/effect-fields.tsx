import { type EffectParameter, type EffectType, effectTypes, rowOf } from '../../../core/faults/effects.ts';
import { SelectField } from '../parts/field.tsx';
import { type EffectField, type FaultDraft, fieldsOf } from './draft.ts';
import { type DraftForm, DraftSelect, DraftText } from './draft-field.tsx';

/** The choice of an effect. A fault of tokens is listed only if it is one: it is of no use with conditions of its own. */
export const EffectChoice = ({ form: { draft, set } }: { readonly form: DraftForm }) => (
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
export const EffectFields = ({ form }: { readonly form: DraftForm }) => {
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
