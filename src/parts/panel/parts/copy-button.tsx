import { attempt } from '../state/notice.ts';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';

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
