import type { ComponentChildren } from 'preact';
import { attempt } from '../state/notice.ts';
import { nextTheme, setTheme, theme } from '../state/theme.ts';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps {
  readonly onClick?: (() => void) | undefined;
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  /** Required if the button has no text. */
  readonly label?: string;
  readonly kind?: 'plain' | 'main' | 'quiet' | 'danger';
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly pressed?: boolean;
}

export const Button = ({
  onClick,
  children,
  icon,
  label,
  kind = 'plain',
  disabled,
  type = 'button',
  pressed,
}: ButtonProps) => (
  <button
    type={type}
    class={`button ${kind} ${children === undefined ? 'bare' : ''}`}
    onClick={onClick}
    disabled={disabled}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
  >
    {icon && <Icon name={icon} />}
    {children !== undefined && <span>{children}</span>}
  </button>
);

interface CopyButtonProps {
  readonly text: () => string;
  readonly children?: string;
  readonly label?: string;
  readonly icon?: IconName;
  readonly kind?: 'plain' | 'quiet';
  /** The notice after copying. */
  readonly done: string;
}

export const CopyButton = ({ text, children, label, icon = 'copy', kind = 'plain', done }: CopyButtonProps) => (
  <Button
    icon={icon}
    kind={kind}
    {...(label !== undefined && { label })}
    onClick={() => void attempt(() => copyText(text()), done)}
  >
    {children}
  </Button>
);

/** The clipboard needs a secure context. Over plain HTTP from another machine, there is none. */
const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('This browser does not let the panel copy.');
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
