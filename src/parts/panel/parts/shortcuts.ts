import { useLayoutEffect } from 'preact/hooks';

export interface Shortcut {
  /** The keys as `KeyboardEvent.key` names them. */
  readonly keys: readonly string[];
  readonly text: string;
  readonly run: () => unknown;
}

/** Handles single keys while nothing is typed and no dialog is open. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  // Registered before the paint, so that a key that is pressed as soon as the view appears is handled.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // The keys of a dialog are its own.
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const shortcut = shortcuts.find(({ keys }) => keys.includes(event.key));
      if (shortcut === undefined) return;
      event.preventDefault();
      shortcut.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, select, textarea');
