import { attempt } from '../state/notice.ts';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';

interface CopyButtonProps {
  readonly text: () => string;
  readonly children?: string;
  readonly label?: string;
  readonly icon?: IconName;
  readonly kind?: 'plain' | 'quiet';
  /** What the reader is told afterwards. */
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

/** Only a secure context has the clipboard; another machine that shows the panel over plain HTTP has none. */
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
