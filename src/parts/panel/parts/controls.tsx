import type { ComponentChildren } from 'preact';

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

/** The problem of a form as a whole. */
export const FormProblem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p class="error" role="alert">
      {text}
    </p>
  );

interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

export const Check = ({ isOn, onChange, children }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
    {children}
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
