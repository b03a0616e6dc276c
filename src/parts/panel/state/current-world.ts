/** The present world, updated by its events, and the actions on it that several views offer. */
import { batch, effect, signal, untracked } from '@preact/signals';
import {
  ApiError,
  apiUrl,
  call,
  type ExchangeSummary,
  type Fault,
  getExchanges,
  type HeldResponse,
  isConnected,
  type List,
  type ServiceInfo,
  segment,
  tryParse,
  type UnansweredRequest,
  type WorldInfo,
} from '../api/panel-client.ts';
import { prefixOf } from './address.ts';
import { attempt, dismissNotice, notice } from './notice.ts';
import { capacity } from './shown-journal.ts';
import {
  addHistory,
  addSent,
  arrived,
  clearSent,
  enqueue,
  enqueueHeld,
  enterEpoch,
  forget,
  knownEpoch,
  loadHeld,
  newestId,
  removeSent,
  resume,
} from './traffic.ts';
import { worldName } from './view-route.ts';
import { inOrder, isWriting, readAfterWrites } from './writes.ts';

export const service = signal<ServiceInfo | undefined>(undefined);
export const worlds = signal<readonly WorldInfo[]>([]);
/** The shown world; undefined until it is loaded, and if no world of this name is open. */
export const world = signal<WorldInfo | undefined>(undefined);
/** Whether the world in the address is not open. */
export const isMissing = signal(false);
export const faults = signal<readonly Fault[]>([]);
/** The faults as the server listed them last: a switch shows its new side before that. */
let listedFaults: readonly Fault[] = [];
/** The world time minus the reader's time in ms, at the last update. */
export const clockOffset = signal(0);
/** Incremented when the data of the world may have changed. */
export const revision = signal(0);

export const worldPath = (path = '', name = worldName.value): string => `/worlds/${segment(name)}${path}`;

export const loadService = async (): Promise<void> => {
  service.value = await call<ServiceInfo>('GET', '/service');
};

export const loadWorlds = async (): Promise<void> => {
  worlds.value = (await call<List<WorldInfo>>('GET', '/worlds')).items;
};

export const loadFaults = async (): Promise<void> => {
  const name = worldName.peek();
  const { items } = await readAfterWrites(() => call<List<Fault>>('GET', worldPath('/faults', name)));
  if (name === worldName.peek()) showFaults(items);
};

const showFaults = (items: readonly Fault[]) => {
  listedFaults = items;
  faults.value = items;
};

/** Shows the faults as they are after a change that was rejected, or that did not reach the server. */
const restoreFaults = (): Promise<void> =>
  loadFaults().catch(() => {
    faults.value = listedFaults;
  });

const takeWorld = (info: WorldInfo) => {
  batch(() => {
    world.value = info;
    isMissing.value = false;
    clockOffset.value = Date.parse(info.clock.now) - Date.now();
    worlds.value = worlds.peek().some(({ name }) => name === info.name)
      ? worlds.peek().map((world) => (world.name === info.name ? info : world))
      : [...worlds.peek(), info];
  });
};

const loadWorld = async (name: string): Promise<WorldInfo | undefined> => {
  try {
    const info = await readAfterWrites(() => call<WorldInfo>('GET', worldPath('', name)));
    if (name === worldName.peek()) takeWorld(info);
    return info;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404 && name === worldName.peek()) {
      batch(() => {
        world.value = undefined;
        isMissing.value = true;
        showFaults([]);
      });
    } else if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
};

/**
 * Adds the exchanges of the journal after the one with the id `since`. They have world times; if the clock does not run,
 * their real time is unknown.
 */
const loadHistory = async (name: string, info: Promise<WorldInfo | undefined>, since: number): Promise<void> => {
  const asked = knownEpoch();
  const path = worldPath(`/exchanges?limit=${capacity}&since=${since}`, name);
  const { items, total, epoch } = await getExchanges(path);
  const clock = (await info)?.clock;
  if (name !== worldName.peek()) return;
  // If an event has begun another epoch meanwhile, the items may be those of the one before.
  const isLater = asked === knownEpoch() ? enterEpoch(epoch) : epoch !== knownEpoch();
  // `since` belonged to the epoch before.
  if (isLater) return loadHistory(name, info, 0);
  const offset = clock === undefined || clock.frozen ? undefined : clockOffset.peek();
  addHistory(
    items.map((item) => ({ ...item, arrived: offset === undefined ? undefined : Date.parse(item.at) - offset })),
    since === 0 ? total : undefined,
  );
};

/** Marks the exchanges of the journal that have not ended, once the stream is open, so that no end is missed. */
const markHeld = async (name: string) => {
  const offset = world.peek()?.clock.frozen === false ? clockOffset.peek() : undefined;
  await loadHeld(name, offset, async () => {
    const { items } = await call<List<HeldResponse>>('GET', worldPath('/held', name));
    return name === worldName.peek() ? items : undefined;
  });
};

let stream: EventSource | undefined;

/** `load` is called whenever the stream connects, with the newest id before. From then on, no event is missed. */
const openStream = (name: string, load: (isAgain: boolean, since: number) => Promise<void>) => {
  stream?.close();
  let isAgain = false;
  const events = new EventSource(apiUrl(worldPath('/events', name)));
  stream = events;
  const on = <Data>(type: string, take: (data: Data) => void): void =>
    events.addEventListener(type, ({ data, lastEventId }) => {
      const [epoch = ''] = lastEventId.split('-');
      if (enterEpoch(epoch)) void load(false, 0).catch(() => {});
      take(tryParse(data) as Data);
    });
  on<ExchangeSummary>('exchange', enqueue);
  on<HeldResponse>('held', (response) => enqueueHeld(response, name));
  on<UnansweredRequest>('forwarding', (request) => addSent(request, name));
  on<UnansweredRequest>('forwarded', ({ number }) => removeSent(number));
  on<WorldInfo>('world', (info) => {
    // Cleared by this panel or another client.
    if (info.exchanges === 0) forget();
    if (isWriting()) void loadWorld(name).catch(() => {});
    else takeWorld(info);
    noteChange(100, loadFaults);
  });
  events.addEventListener('item-changed', () => noteChange(100, () => Promise.resolve()));
  events.addEventListener('open', () => {
    isConnected.value = true;
    // The server sends those that still wait.
    clearSent();
    void load(isAgain, newestId()).catch(() => {});
    isAgain = true;
  });
  events.addEventListener('error', () => {
    if (stream !== events) return;
    // The stream ends if the world is closed and if the server is down. This call finds out which.
    void loadWorld(name).catch(() => {});
    if (events.readyState === EventSource.CONNECTING) return;
    // Rejected: the world is not open, which a request may change, or there are too many streams.
    setTimeout(() => {
      if (stream === events) enter(name);
    }, 2000);
  });
};

let isChangeNoted = false;

/** Many changes in a row cause one reload. */
const noteChange = (delayMs: number, load: () => Promise<unknown>) => {
  if (isChangeNoted) return;
  isChangeNoted = true;
  setTimeout(() => {
    isChangeNoted = false;
    revision.value++;
    void load().catch(() => {});
  }, delayMs);
};

/** Selects a world, and loads everything that its views need. */
const enter = (name: string) => {
  forget();
  // The data of the views may be from another world, or from before a reset.
  revision.value++;
  const info = loadWorld(name);
  void loadFaults().catch(() => {});
  const history = loadHistory(name, info, 0).catch(() => {});
  openStream(name, async (isAgain, since) => {
    await history;
    // Loaded again, because what happened between the first load and the start of the stream would be missing.
    if (!isAgain) void loadFaults().catch(() => {});
    await loadHistory(name, isAgain ? Promise.resolve(await catchUp(name)) : loadWorld(name), since);
    await markHeld(name);
  });
};

/** Loads all after the server was away: it may be another one, with other data and faults, and a list that was cleared. */
const catchUp = async (name: string): Promise<WorldInfo | undefined> => {
  revision.value++;
  for (const load of [loadService, loadWorlds, loadFaults]) void load().catch(() => {});
  const info = await loadWorld(name);
  if (info?.exchanges === 0 && name === worldName.peek()) forget();
  return info;
};

/** Reconnects to the world after the panel opened or replaced it. */
export const enterAgain = (): void => enter(worldName.peek());

export const start = (): void => {
  void attempt(loadService);
  void loadWorlds().catch(() => {});
  effect(() => {
    const name = worldName.value;
    batch(() => {
      world.value = undefined;
      isMissing.value = false;
      showFaults([]);
    });
    untracked(() => enter(name));
  });
  // Requests change data too, but have no separate event.
  effect(() => {
    if (arrived.value.some(({ method }) => method !== 'GET' && method !== 'HEAD'))
      noteChange(500, () => loadWorld(worldName.peek()));
  });
};

export const baseUrlsOf = (world: string): readonly { readonly name: string; readonly url: string }[] =>
  (service.value?.services ?? [{ name: '', basePath: service.value?.basePath ?? '' }]).map(({ name, basePath }) => ({
    name,
    url: `${location.origin}${prefixOf(world)}${basePath}`,
  }));

const faultPath = (name: string): string => worldPath(`/faults/${segment(name)}`);

/** Adds, changes or switches a fault. */
export const putFault = async (name: string, change: unknown): Promise<Fault> => {
  const fault = await call<Fault>('PUT', faultPath(name), change);
  const known = faults.peek();
  faults.value = known.some((candidate) => candidate.name === name)
    ? known.map((candidate) => (candidate.name === name ? fault : candidate))
    : [fault, ...known];
  return fault;
};

/**
 * The switch moves immediately, so that the next click acts on its new side. It moves back if the server rejects the change or does not respond.
 */
export const switchFault = async (name: string, enabled: boolean): Promise<void> => {
  faults.value = faults.peek().map((fault) => (fault.name === name ? { ...fault, enabled } : fault));
  const isDone = await attempt(() => inOrder(() => call('PUT', faultPath(name), { enabled })));
  if (!isDone) await restoreFaults();
};

export const deleteFault = async (name: string): Promise<void> => {
  await call('DELETE', faultPath(name));
  await loadFaults();
};

const allOff = 'All faults are off.';

// The next switch may be on before the notice has gone.
effect(() => {
  if (notice.value?.text === allOff && faults.value.some(({ enabled }) => enabled)) dismissNotice();
});

export const switchAllOff = async (): Promise<void> => {
  faults.value = faults.peek().map((fault) => ({ ...fault, enabled: false }));
  const isDone = await attempt(() => inOrder(() => call('DELETE', worldPath('/faults'))), allOff);
  if (!isDone) await restoreFaults();
};

export const clearTraffic = (): Promise<boolean> =>
  attempt(async () => {
    await call('DELETE', worldPath('/exchanges'));
    resume();
    forget();
  });

/** Does what begins the present world anew. */
const begin = async (work: () => Promise<unknown>, done?: string) => {
  if (await attempt(work, done)) enterAgain();
};

export const openWorld = (done?: string): Promise<void> => begin(() => call('PUT', worldPath(), {}), done);

export const resetWorld = (): Promise<void> =>
  begin(() => call('POST', worldPath('/reset')), 'The world is as it was at its start.');

export const startFrom = (scenario: string): Promise<void> =>
  begin(() => call('PUT', worldPath(), { scenario }), `${worldName.peek()} starts from ${scenario}.`);

export const freezeClock = async (frozen: boolean): Promise<void> => {
  const before = world.peek();
  if (before !== undefined) world.value = { ...before, clock: { ...before.clock, frozen } };
  const isDone = await attempt(() => inOrder(() => call('PUT', worldPath('/clock'), { frozen })));
  if (!isDone) world.value = before;
};

export const setClock = (change: {
  readonly now?: string;
  readonly advance?: string;
  readonly frozen?: boolean;
}): Promise<boolean> => attempt(() => call('PUT', worldPath('/clock'), change));
