/** Buttons, fields and choices of the panel. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { ApiError } from '../api/panel-client.ts';
import { attempt, messageOf } from '../state/notice.ts';
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

interface CopyButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly copy: () => string;
  /** The notice after copying. */
  readonly done: string;
}

export const CopyButton = ({ copy, done, ...button }: CopyButtonProps) => (
  <Button icon="copy" {...button} onClick={() => attempt(() => copyText(copy()), done)} />
);

/** The clipboard needs a secure context, which plain HTTP from another machine is not, and a permission. */
const copyText = async (text: string) => {
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

export interface FormProps {
  readonly class: string;
  /** Its errors are shown below the fields. */
  readonly onSubmit: () => unknown;
  /** Gets an error of the server first, and returns what is still to be shown. */
  readonly onRejected?: ((rejection: ApiError) => string | undefined) | undefined;
  readonly children: ComponentChildren;
  /** Its buttons, below the error. */
  readonly footer?: ComponentChildren;
}

export const Form = ({ class: name, onSubmit, onRejected = messageOf, children, footer }: FormProps) => {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const submit = async () => {
    setProblem(undefined);
    try {
      await onSubmit();
    } catch (error) {
      setProblem(error instanceof ApiError ? onRejected(error) : messageOf(error));
    }
  };
  return (
    <form
      class={name}
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        await submit();
        requestAnimationFrame(() => showFirstError(form));
      }}
    >
      {children}
      {problem !== undefined && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      {footer}
    </form>
  );
};

/** A field with an error may be out of sight, so that the button seems to do nothing. */
const showFirstError = (form: HTMLFormElement) => {
  const field = form.querySelector<HTMLElement>('[aria-invalid]');
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
};

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

export type Choice = string | readonly [value: string, text: string];

const optionsOf = (choices: readonly Choice[]) =>
  choices.map((choice) => {
    const [value, text] = typeof choice === 'string' ? [choice, choice] : choice;
    return (
      <option key={value} value={value}>
        {text}
      </option>
    );
  });

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onInput: (value: string) => void;
  readonly disabled?: boolean;
}

/** A choice whose label is not visible. */
export const Select = ({ label, choices, onInput, ...control }: SelectProps) => (
  <select aria-label={label} {...control} onChange={(event) => onInput(event.currentTarget.value)}>
    {optionsOf(choices)}
  </select>
);

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly isRequired?: boolean;
  readonly disabled?: boolean;
  readonly type?: 'text' | 'number' | 'datetime-local';
  readonly isCode?: boolean;
  /** With rows, it is a text area. */
  readonly rows?: number | undefined;
  /** With choices, it is one of them. */
  readonly choices?: readonly Choice[] | undefined;
}

const steps = { text: undefined, number: 'any', 'datetime-local': '1' } as const;

/** A text with its label, and with what describes it or is wrong with it. */
export const Field = ({
  label,
  hint,
  error,
  isRequired,
  isCode,
  type = 'text',
  rows,
  choices,
  ...rest
}: FieldProps) => {
  const id = useId();
  const control = {
    ...{ ...rest, id, class: isCode ? 'code' : '', spellcheck: false, autocomplete: 'off' },
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    onInput: (event: Event) => rest.onInput((event.target as HTMLInputElement).value),
  } as const;
  return (
    <div class={`field stack gap-0 ${error === undefined ? '' : 'wrong'}`}>
      <label for={id}>
        {label}
        {isRequired && <span class="required"> required</span>}
      </label>
      {choices !== undefined ? (
        <select {...control}>{optionsOf(choices)}</select>
      ) : rows !== undefined ? (
        <textarea {...control} rows={rows} />
      ) : (
        // Preact's types know each type of an input by itself.
        <input {...control} type={type as 'text'} step={steps[type]} />
      )}
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

/** The texts of a form. `field`: what a field of one of them needs. */
export const useTexts = <Texts extends Readonly<Record<string, string>>>(initial: Texts | (() => Texts)) => {
  const [texts, setTexts] = useState(initial);
  const set = (change: Partial<Texts>) => setTexts((before) => ({ ...before, ...change }));
  const field = (name: keyof Texts & string) => ({
    value: texts[name] as string,
    onInput: (text: string): void => set({ [name]: text } as unknown as Partial<Texts>),
  });
  return { texts, set, field };
};
