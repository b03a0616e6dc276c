import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** Gets the attributes that connect the control with its label, hint and error. */
  readonly children: (control: ControlProps) => ComponentChildren;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

const Field = ({ label, hint, error, isRequired = false, children }: FieldProps) => {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>
        {label}
        {isRequired && <span class="required"> required</span>}
      </label>
      {children({
        id,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
};

interface TextProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly type?: 'text' | 'number' | 'datetime-local';
  readonly isCode?: boolean;
  readonly rows?: number | undefined;
  readonly disabled?: boolean;
}

/** A text field; with `rows`, a text area. */
export const TextField = ({
  value,
  onInput,
  placeholder,
  type = 'text',
  isCode = false,
  rows,
  disabled,
  ...rest
}: TextProps) => (
  <Field {...rest}>
    {(control) => {
      const common = {
        ...control,
        value,
        placeholder,
        disabled,
        class: isCode ? 'code' : '',
        spellcheck: false,
        autocomplete: 'off',
        onInput: (event: Event) => onInput((event.target as HTMLInputElement).value),
      } as const;
      if (rows !== undefined) return <textarea {...common} rows={rows} />;
      switch (type) {
        case 'number':
          return <input {...common} type="number" step="any" />;
        case 'datetime-local':
          return <input {...common} type="datetime-local" step="1" />;
        case 'text':
          return <input {...common} type="text" />;
        default:
          return type satisfies never;
      }
    }}
  </Field>
);

export type Choice = string | readonly [value: string, text: string];

interface SelectProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onInput: (value: string) => void;
}

export const SelectField = ({ value, choices, onInput, ...rest }: SelectProps) => (
  <Field {...rest}>
    {(control) => (
      <select {...control} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
        <Choices choices={choices} />
      </select>
    )}
  </Field>
);

export const Choices = ({ choices }: { readonly choices: readonly Choice[] }) => (
  <>
    {choices.map((choice) => {
      const [value, text] = typeof choice === 'string' ? [choice, choice] : choice;
      return (
        <option key={value} value={value}>
          {text}
        </option>
      );
    })}
  </>
);
