import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, type ButtonProps, DialogButton } from './controls.tsx';

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
      <header class="beside">
        <h2 id={id} class="grow">
          {title}
        </h2>
        <Button kind="quiet" icon="close" label="Close" onClick={() => own.current?.close()} />
      </header>
      <div class="dialog-body stack gap-3">{children}</div>
    </dialog>
  );
};

interface DialogActionsProps extends ButtonProps {
  readonly onCancel: () => void;
  /** Further buttons, at the start of the line. */
  readonly children?: ComponentChildren;
}

/** The last line of a dialog: the button that does it, and before it the one that does not. */
export const DialogActions = ({ onCancel, children, ...main }: DialogActionsProps) => (
  <footer class="flow end">
    {children}
    <span class="spacer" />
    <Button text="Cancel" onClick={onCancel} />
    <Button kind="main" {...main} />
  </footer>
);

interface ConfirmProps extends Omit<ButtonProps, 'onClick'> {
  readonly question: string;
  readonly action: string;
  readonly onConfirm: () => unknown;
}

/** Asks before an action that cannot be undone. */
export const ConfirmButton = ({ question, action, onConfirm, ...button }: ConfirmProps) => (
  <DialogButton
    {...button}
    dialog={(close) => (
      <Dialog title={`${action}?`} onClose={close}>
        <p>{question}</p>
        <DialogActions
          kind="danger"
          text={action}
          onCancel={close}
          onClick={() => {
            close();
            onConfirm();
          }}
        />
      </Dialog>
    )}
  />
);
