import type { ComponentChildren } from 'preact';
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
