import { useLayoutEffect } from 'preact/hooks';

export interface Shortcut {
  readonly key: string;
  readonly text: string;
  readonly run: () => void;
}

/** Handles single keys while nothing is typed and no dialog is open. */
export const useShortcuts = (shortcuts: readonly Shortcut[], isActive: boolean): void => {
  // Registered before the paint, so that a key that is pressed as soon as the view appears is handled.
  useLayoutEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const shortcut = shortcuts.find(({ key }) => key === event.key);
      if (shortcut === undefined) return;
      event.preventDefault();
      shortcut.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea');
