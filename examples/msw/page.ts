/** In the browser: the service worker of MSW answers the page's requests from a world. */
import { setupWorker } from 'msw/browser';
import { createVivarium } from 'vivarium/browser';
import { handlers } from 'vivarium/msw';

const vivarium = await createVivarium({ document: '/api.yaml', seed: 1 });
const world = vivarium.world();
await setupWorker(...handlers(world)).start({ onUnhandledFrame: 'bypass', quiet: true });

// For the console of the browser: `vivariumWorld.fault('slow')`.
Object.assign(window, { vivariumWorld: world });
