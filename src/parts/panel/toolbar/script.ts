/**
 * `toolbar.js`: a round button at the edge of a page of any origin, which opens the toolbar in a frame. It reads nothing of the page, and the
 * page's style does not reach it.
 */

type Edge = 'left' | 'right';

interface Remembered {
  readonly isOpen: boolean;
  readonly edge: Edge;
}

const key = 'vivarium-toolbar';

/** A page may have no storage, and an app may have stored anything. */
const recall = (): Remembered => {
  try {
    const { isOpen, edge } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return { isOpen: isOpen === true, edge: edge === 'left' ? 'left' : 'right' };
  } catch {
    return { isOpen: false, edge: 'right' };
  }
};

const remember = (state: Remembered) => {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // It is open or closed for this page alone.
  }
};

/** The page's style sheets cannot override what is important in a shadow, whatever they select. */
const style = `
:host { all: initial !important; display: block !important; position: fixed !important; inset: 0 auto auto 0 !important; width: 0 !important; height: 0 !important; overflow: visible !important; z-index: 2147483647 !important; pointer-events: none !important; color-scheme: light dark !important; }
button, iframe { position: fixed; box-sizing: border-box; border: 1px solid light-dark(#868d82, #727b72); pointer-events: auto; }
button { display: grid; place-items: center; bottom: 16px; width: 44px; height: 44px; padding: 0; border-radius: 50%; background: light-dark(#fdfdfb, #1b1f1b); color: light-dark(#1b6b4d, #74c8a3); box-shadow: 0 2px 10px rgb(0 0 0 / 0.25); cursor: pointer; }
button:hover { background: light-dark(#ddebe2, #1d3329); }
button:focus-visible { outline: 2px solid light-dark(#1b6b4d, #74c8a3); outline-offset: 2px; }
button.open { visibility: hidden; }
svg { width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
iframe { top: 0; bottom: 0; width: min(360px, 100vw); height: 100%; border-width: 0 1px; background: light-dark(#f4f5f1, #131613); box-shadow: 0 0 24px rgb(0 0 0 / 0.25); }
.left { left: 0; }
.right { right: 0; }
button.left { left: 16px; }
button.right { right: 16px; }
@media print { button, iframe { display: none; } }
`;

const drawIcon = (): SVGElement => {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute(
    'd',
    'M5 20V11a7 7 0 0 1 14 0v9zM12 20v-7m0 3c-3 0-4-2-4-3 2 0 4 1 4 3zm0-1c0-2 1-4 4-4 0 2-1 4-4 4z',
  );
  icon.append(path);
  return icon;
};

const createFrame = (source: URL): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  frame.title = 'Vivarium toolbar';
  // By which it knows whose page it is in.
  frame.referrerPolicy = 'origin';
  frame.src = source.href;
  return frame;
};

/** `script`: the address that this script came from; the frame is beside it, as `page`. Returns what adds the button to the page. */
const createToolbar = (script: string, { world, page }: { readonly world: string; readonly page: string }) => {
  const source = new URL(`${page}#/${encodeURIComponent(world)}/traffic`, script);
  const host = document.createElement('vivarium-toolbar');
  const root = host.attachShadow({ mode: 'closed' });
  const button = document.createElement('button');
  let frame: HTMLIFrameElement | undefined;
  let state = recall();
  const render = ({ takesFocus }: { readonly takesFocus: boolean }) => {
    const { isOpen, edge } = state;
    button.className = isOpen ? `${edge} open` : edge;
    if (isOpen && frame === undefined) {
      const opened = createFrame(source);
      if (takesFocus) opened.addEventListener('load', () => opened.focus(), { once: true });
      root.append(opened);
      frame = opened;
    }
    if (!isOpen && frame !== undefined) {
      frame.remove();
      frame = undefined;
      if (takesFocus) button.focus();
    }
    if (frame !== undefined) frame.className = edge;
  };
  const change = (changed: Partial<Remembered>) => {
    state = { ...state, ...changed };
    remember(state);
    render({ takesFocus: changed.isOpen !== undefined });
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  button.type = 'button';
  button.title = 'Vivarium (Alt+Shift+V)';
  button.setAttribute('aria-label', 'Open the Vivarium toolbar');
  button.append(drawIcon());
  button.addEventListener('click', () => change({ isOpen: true }));
  root.append(button);
  addEventListener('keydown', (event) => {
    if (!(event.altKey && event.shiftKey && event.code === 'KeyV')) return;
    event.preventDefault();
    change({ isOpen: frame === undefined });
  });
  // From the frame: that the reader closes it, or moves it to the other edge.
  addEventListener('message', ({ source: sender, origin, data }) => {
    if (frame === undefined || sender !== frame.contentWindow || origin !== source.origin) return;
    if (data === 'vivarium:close') change({ isOpen: false });
    if (data === 'vivarium:move') change({ edge: state.edge === 'left' ? 'right' : 'left' });
  });
  return (): void => {
    // Not in the body: its transforms would move what is fixed.
    document.documentElement.append(host);
    // Above everything that the page shows, also above its highest layers.
    host.popover = 'manual';
    host.showPopover?.();
    render({ takesFocus: false });
  };
};

const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement && window.parent === window) {
  const mount = createToolbar(currentScript.src, {
    world: currentScript.dataset.world || 'default',
    page: currentScript.dataset.page || 'toolbar',
  });
  // What renders the whole document, as some frameworks do, finds it as the server sent it.
  if (document.readyState === 'complete') mount();
  else addEventListener('load', mount, { once: true });
}
