import { Icon, type IconName } from '../parts/icon.tsx';
import type { View } from '../state/address.ts';
import { service } from '../state/current-world.ts';
import { linkTo, view } from '../state/view-route.ts';

const entries: readonly (readonly [Exclude<View, 'demo' | 'allow'> & IconName, string])[] = [
  ['traffic', 'Traffic'],
  ['faults', 'Faults'],
  ['data', 'Data'],
  ['worlds', 'Worlds'],
  ['clock', 'Clock'],
  ['interface', 'Interface'],
  ['login', 'Login'],
];

/** Whether an entry is shown: most documents declare no login. */
const isShown = ([name]: (typeof entries)[number]): boolean => name !== 'login' || service.value?.login === true;

export const Navigation = () => (
  <nav class="navigation" aria-label="Views">
    {entries.filter(isShown).map(([name, text]) => (
      <a key={name} href={linkTo(name)} aria-current={view.value === name ? 'page' : undefined}>
        <Icon name={name} />
        <span>{text}</span>
      </a>
    ))}
  </nav>
);
