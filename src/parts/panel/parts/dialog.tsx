import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly isWide?: boolean;
}

/** The browser's dialog: it traps the focus, closes with Escape, and restores the focus. */
export const Dialog = ({ title, onClose, children, isWide = false }: DialogProps) => {
  const own = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the paint: a key that is pressed as soon as it appears is its own.
  useLayoutEffect(() => {
    own.current?.showModal();
  }, []);
  return (
    <dialog ref={own} class={isWide ? 'wide' : ''} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={() => own.current?.close()} />
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
};

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
