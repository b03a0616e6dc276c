/** Buttons, fields and choices of the panel. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { attempt } from '../state/notice.ts';
import { nextTheme, setTheme, theme } from '../state/theme.ts';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  readonly text?: string | undefined;
  readonly icon?: IconName;
  /** Required if the button has no text. */
  readonly label?: string;
  readonly kind?: 'plain' | 'main' | 'quiet' | 'danger';
  /** Without one, the button submits the form that it is in. */
  readonly onClick?: (() => unknown) | undefined;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
}

export const Button = ({ text, icon, label, kind = 'plain', onClick, disabled, pressed }: ButtonProps) => (
  <button
    type={onClick === undefined ? 'submit' : 'button'}
    class={`button ${kind} ${text === undefined ? 'bare' : ''}`}
    onClick={() => void onClick?.()}
    disabled={disabled}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
  >
    {icon && <Icon name={icon} />}
    {text !== undefined && <span>{text}</span>}
  </button>
);

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly dialog: (close: () => void) => ComponentChildren;
}

/** Opens a dialog, which gets what closes it. */
export const DialogButton = ({ dialog, ...button }: DialogButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
};

interface CopyButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly copy: () => string;
  /** The notice after copying. */
  readonly done: string;
}

export const CopyButton = ({ copy, done, ...button }: CopyButtonProps) => (
  <Button icon="copy" {...button} onClick={() => attempt(() => copyText(copy()), done)} />
);

/** The clipboard needs a secure context, which plain HTTP from another machine is not, and a permission. */
const copyText = async (text: string): Promise<void> => {
  const isWritten = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (await isWritten) return;
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied)
    throw new Error('This browser does not let the panel copy: allow the clipboard for this page, or select the text.');
};

const names = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export const ThemeButton = () => {
  const next = nextTheme();
  return (
    <Button
      kind="quiet"
      icon={theme.value}
      label={`Colours: ${names[theme.value]}. Change to ${names[next]}`}
      onClick={() => setTheme(next)}
    />
  );
};

interface FormProps {
  readonly class: string;
  /** A promise is awaited before the fields are looked at. */
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

export const Form = ({ class: name, onSubmit, children }: FormProps) => (
  <form
    class={name}
    onSubmit={async (event) => {
      event.preventDefault();
      const form = event.currentTarget;
      await onSubmit();
      requestAnimationFrame(() => showFirstError(form));
    }}
  >
    {children}
  </form>
);

/** A field with an error may be out of sight, so that the button seems to do nothing. */
const showFirstError = (form: HTMLFormElement): void => {
  const field = form.querySelector<HTMLElement>('[aria-invalid]');
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
};

export const FormProblem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p class="error" role="alert">
      {text}
    </p>
  );

interface CheckProps {
  readonly text: ComponentChildren;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export const Check = ({ text, isOn, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
    {text}
  </label>
);

interface SearchProps {
  readonly label: string;
  /** Default: the label. */
  readonly placeholder?: string;
  readonly class?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

export const Search = ({ label, placeholder = label, class: name, text, onText }: SearchProps) => (
  <input
    type="search"
    class={name}
    aria-label={label}
    placeholder={placeholder}
    value={text}
    onInput={(event) => onText(event.currentTarget.value)}
  />
);

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The name for screen readers. A visible text may be next to the switch. */
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly isDisabled?: boolean;
}

/** On and off differ by the side of the knob and by a mark on it, not only by colour. */
export const Switch = ({ isOn, onChange, label, describedBy, isDisabled = false }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    class="switch"
    aria-checked={isOn}
    aria-label={label}
    aria-describedby={describedBy}
    disabled={isDisabled}
    onClick={() => onChange(!isOn)}
  >
    <span class="knob" />
  </button>
);

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
    <div class={`field stack gap-0 ${error === undefined ? '' : 'wrong'}`}>
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

const steps = { text: undefined, number: 'any', 'datetime-local': '1' } as const;

/** A text field; with `rows`, a text area. */
export const TextField = ({
  value,
  onInput,
  placeholder,
  type = 'text',
  isCode,
  rows,
  disabled,
  ...rest
}: TextProps) => (
  <Field {...rest}>
    {(control) => {
      const common = {
        ...{ ...control, value, placeholder, disabled, class: isCode ? 'code' : '' },
        ...{ spellcheck: false, autocomplete: 'off' },
        onInput: (event: Event) => onInput((event.target as HTMLInputElement).value),
      } as const;
      return rows === undefined ? (
        // Preact's types know each type of an input by itself.
        <input {...common} type={type as 'text'} step={steps[type]} />
      ) : (
        <textarea {...common} rows={rows} />
      );
    }}
  </Field>
);

export type Choice = string | readonly [value: string, text: string];

interface ChoiceProps {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onInput: (value: string) => void;
  readonly disabled?: boolean;
}

/** A choice; with `label`, it has one that is not visible. */
export const Select = ({
  label,
  choices,
  onInput,
  ...control
}: ChoiceProps & Partial<ControlProps> & { readonly label?: string }) => (
  <select aria-label={label} {...control} onChange={(event) => onInput(event.currentTarget.value)}>
    {choices.map((choice) => {
      const [value, text] = typeof choice === 'string' ? [choice, choice] : choice;
      return (
        <option key={value} value={value}>
          {text}
        </option>
      );
    })}
  </select>
);

export const SelectField = ({ value, choices, onInput, ...rest }: ChoiceProps & Omit<FieldProps, 'children'>) => (
  <Field {...rest}>{(control) => <Select {...{ ...control, value, choices, onInput }} />}</Field>
);
