/** Whose page the toolbar is in, and whether it may change anything there: a hostile page could have its visitors click in the frame unawares. */
import { computed, effect, signal } from '@preact/signals';
import { call, type List } from '../api/panel-client.ts';

/** A page without a server has the toolbar as a file, and no panel beside it. */
export const hasPanel = !location.pathname.endsWith('.html');

/** Whether the address is that of the toolbar: the panel's ends with a slash. */
export const isToolbar = !hasPanel || location.pathname.endsWith('/toolbar');

/** Whether the page around the frame is of this server: others cannot be looked at. */
const isInOwnPage = () => {
  try {
    return window.parent.location.origin === location.origin;
  } catch {
    return false;
  }
};

/** Whether the page is itself in a frame: the page around may move that frame as it likes. */
const isNested = window.parent !== window.top;

/** The origin of the page around the frame. A page can withhold it, but not choose another. */
export const embedder = location.ancestorOrigins?.[0] ?? URL.parse(document.referrer)?.origin ?? 'null';

const confirmed = signal<readonly string[]>([]);

const isOwn = !isNested && isInOwnPage();

export const canChange = computed(() => isOwn || (!isNested && confirmed.value.includes(embedder)));

/** Whether the page's origin can be confirmed at all. */
export const canAsk = !isNested && embedder !== 'null';

const loadConfirmed = async () => {
  confirmed.value = (await call<List<string>>('GET', '/toolbar/origins')).items;
};

const pollMs = 1000;

/** Learns of a confirmation, which happens in another window. */
export const followConfirmation = (): (() => void) => {
  if (isOwn || !canAsk) return () => {};
  return effect(() => {
    if (canChange.value) return;
    const load = () => void loadConfirmed().catch(() => {});
    load();
    const timer = setInterval(load, pollMs);
    return () => clearInterval(timer);
  });
};

/** Opens the panel, which cannot be framed, in a window, where the origin is confirmed. */
export const askForConfirmation = (): void => {
  const panel = location.pathname.replace(/toolbar$/, '');
  window.open(
    `${panel}#/default/allow?origin=${encodeURIComponent(embedder)}`,
    '_blank',
    'noopener,width=560,height=420',
  );
};

/** Sends a message to the script that made the frame. Any page may know it. */
export const tellPage = (message: 'close' | 'move'): void => window.parent.postMessage(`vivarium:${message}`, '*');
