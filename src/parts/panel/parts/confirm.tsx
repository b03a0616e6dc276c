import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { IconName } from './icon.tsx';

interface ConfirmProps {
  readonly children?: string;
  readonly kind?: 'plain' | 'quiet';
  readonly icon?: IconName;
  readonly label?: string;
  readonly question: string;
  readonly action: string;
  readonly onConfirm: () => void;
}

/** Asks before an action that cannot be undone. */
export const ConfirmButton = ({ children, kind = 'plain', icon, label, question, action, onConfirm }: ConfirmProps) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind={kind} {...(icon && { icon })} {...(label && { label })} onClick={() => setAsking(true)}>
        {children}
      </Button>
      {isAsking && (
        <Dialog title={`${action}?`} onClose={() => setAsking(false)}>
          <p>{question}</p>
          <footer class="actions">
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              {action}
            </Button>
          </footer>
        </Dialog>
      )}
    </>
  );
};
