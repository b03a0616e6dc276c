/** The colour scheme: that of the reader's system, or the one that they chose here. */
import { effect, signal } from '@preact/signals';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'vivarium-theme';

/** A browser may have no storage. */
const storage = (): Storage | undefined => {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
};

export const theme = signal<Theme>(themes.find((known) => known === storage()?.getItem(key)) ?? 'system');

export const nextTheme = (): Theme => themes[(themes.indexOf(theme.value) + 1) % themes.length] as Theme;

export const setTheme = (next: Theme): void => {
  theme.value = next;
  storage()?.setItem(key, next);
};

/** The scheme of the page follows the choice. */
export const followTheme = (root: HTMLElement): (() => void) =>
  effect(() => {
    root.style.colorScheme = theme.value === 'system' ? '' : theme.value;
  });
