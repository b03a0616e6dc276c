/** The service of the page: its worlds stay over a reload, and the toolbar's sheet shows and changes them. */
import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import { createVivarium } from 'vivarium/browser';
import { handlers } from 'vivarium/msw';

const vivarium = await createVivarium({ document: 'api.yaml', save: 'indexeddb' });
await setupWorker(
  http.all('*/_vivarium/api/*', ({ request }) => vivarium.control(request)),
  ...handlers(vivarium.world()),
).start({
  serviceWorker: { url: 'mockServiceWorker.js' },
  onUnhandledFrame: 'bypass',
  quiet: true,
});

// When the worker answers: the sheet asks it at once.
const script = Object.assign(document.createElement('script'), { src: '_vivarium/toolbar.js' });
script.dataset.page = 'toolbar.html';
document.head.append(script);
