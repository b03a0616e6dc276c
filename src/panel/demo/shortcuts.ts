import { useLayoutEffect } from 'preact/hooks';

export interface Shortcut {
  readonly key: string;
  readonly text: string;
  readonly run: () => void;
}

/** Single keys, while nothing is being typed and no dialog is open. */
export const useShortcuts = (shortcuts: readonly Shortcut[], isActive: boolean): void => {
  // Before the paint: a key that is pressed as soon as the view is seen must count.
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
