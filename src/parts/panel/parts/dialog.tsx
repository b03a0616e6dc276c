/** Dialogs. The content of one can close it. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, type ButtonProps, Form, type FormProps } from './controls.tsx';

const Close = createContext((): void => {});

/** The function that closes the dialog. */
export const useClose = () => useContext(Close);

/** Tells the dialog in it how to close. */
export const Closing = Close.Provider;

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly isWide?: boolean | undefined;
}

/** The browser's dialog: it traps the focus, closes with Escape, and restores the focus. */
export const Dialog = ({ title, children, isWide }: DialogProps) => {
  const own = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = useClose();
  // Before the paint: a key that is pressed as soon as it appears is its own.
  useLayoutEffect(() => {
    own.current?.showModal();
  }, []);
  return (
    <dialog ref={own} class={isWide ? 'wide' : ''} aria-labelledby={id} onClose={close}>
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

interface FormDialogProps extends DialogProps, Pick<ButtonProps, 'kind' | 'disabled'>, Pick<FormProps, 'onRejected'> {
  /** The text of the button that submits. */
  readonly action: string;
  /** Further buttons, at the start of the last line. */
  readonly more?: ComponentChildren;
  /** Resolves to false if something is missing; otherwise it is done, and the dialog closes. */
  readonly onSubmit: () => unknown;
}

/** A dialog that does something: its last line has a button to cancel, and one to do it. */
export const FormDialog = ({
  title,
  isWide,
  children,
  action,
  more,
  onSubmit,
  onRejected,
  ...main
}: FormDialogProps) => {
  const close = useClose();
  const submit = async () => {
    if ((await onSubmit()) !== false) close();
  };
  const footer = (
    <footer class="flow end">
      {more}
      <span class="spacer" />
      <Button text="Cancel" onClick={close} />
      <Button kind="main" {...main} text={action} />
    </footer>
  );
  return (
    <Dialog title={title} isWide={isWide}>
      <Form class="stack gap-3" onSubmit={submit} onRejected={onRejected} footer={footer}>
        <div class="stack gap-2">{children}</div>
      </Form>
    </Dialog>
  );
};

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly children: ComponentChildren;
}

/** Opens the dialog in it. */
export const DialogButton = ({ children, ...button }: DialogButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && <Closing value={() => setOpen(false)}>{children}</Closing>}
    </>
  );
};

interface ConfirmProps extends Omit<ButtonProps, 'onClick'> {
  readonly question: string;
  readonly action: string;
  readonly onConfirm: () => unknown;
}

/** Asks before an action that cannot be undone. */
export const ConfirmButton = ({ question, action, onConfirm, ...button }: ConfirmProps) => (
  <DialogButton {...button}>
    <FormDialog title={`${action}?`} kind="danger" action={action} onSubmit={() => void onConfirm()}>
      <p>{question}</p>
    </FormDialog>
  </DialogButton>
);
