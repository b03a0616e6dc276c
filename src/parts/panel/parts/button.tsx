import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
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
