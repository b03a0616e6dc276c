import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

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
