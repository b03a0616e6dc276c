/** Icons on a 20 by 20 grid, in the colour of the text. A text or the button's label names each icon. */

const paths = {
  traffic: 'M2 10h3l2.5-6 4 12 2.5-6h4',
  faults: 'M11 2 4 11h5l-1 7 7-9h-5z',
  data: 'M3 5c0-3 14-3 14 0v10c0 3-14 3-14 0zM3 5c0 3 14 3 14 0M3 10c0 3 14 3 14 0',
  worlds:
    'M4 17V10a6 6 0 0 1 12 0v7zM2 17h16M10 14c0-3 1-4.5 3-5 0 2.5-1 4-3 5zM10 14c0-2-1-3-2.5-3.5 0 2 .8 3 2.5 3.5zM10 17v-3',
  clock: 'M10 3a7 7 0 1 0 .01 0zM10 6v4l3 2',
  interface: 'M7 3C4 3 5 9 2.5 10 5 11 4 17 7 17M13 3c3 0 2 6 4.5 7C15 11 16 17 13 17',
  login: 'M7 8a3.5 3.5 0 1 0 0 4h3l1.5 1.5L13 12l1.5 1.5L17 11V8zM4.5 10v.1',
  demo: 'M3 4h14v9H3zM7 17h6M10 13v4',
  close: 'M5 5l10 10M15 5 5 15',
  pause: 'M7 4v12M13 4v12',
  play: 'M6 4l10 6-10 6z',
  clear: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
  copy: 'M7 7V3h10v10h-4M3 7h10v10H3z',
  replay: 'M4 10a6 6 0 1 0 2-4.5M6 2v4h4',
  plus: 'M10 4v12M4 10h12',
  edit: 'M4 16l1-4 8-8 3 3-8 8zM11 6l3 3',
  back: 'M12 4l-6 6 6 6',
  next: 'M8 4l6 6-6 6',
  up: 'M5 12l5-5 5 5',
  down: 'M5 8l5 5 5-5',
  warning: 'M10 3 18 17H2zM10 8v4M10 14.5v.1',
  check: 'M4 10l4 4 8-9',
  download: 'M10 3v10M6 9l4 4 4-4M3 17h14',
  filter: 'M3 4h14l-5.5 7v5l-3-2v-3z',
  help: 'M7 7.5a3 3 0 1 1 4.2 2.8C10.3 10.8 10 11.3 10 12.5M10 15.5v.1',
  light:
    'M10 7a3 3 0 1 0 .01 0zM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  dark: 'M15.5 12A6.5 6.5 0 0 1 8 4.5a6.5 6.5 0 1 0 7.5 7.5z',
  system: 'M10 3a7 7 0 1 0 .01 0zM10 3v14M10 6h4.5M10 10h7M10 14h4.5',
  scan: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 7h2v2H7zM11 11h2v2h-2zM11 7h2v2h-2zM7 11h2v2H7z',
  differences: 'M4 7h12M4 13h12M12 3 8 17',
  move: 'M3 10h14M6 7l-3 3 3 3M14 7l3 3-3 3',
  lost: 'M3 10h5M12 10h5M9 7l2 6',
  send: 'M3 10h12M10 5l5 5-5 5',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
