/** A page with handlers of its own, one of them wrong, and a guard. */
import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';
import { createGuard } from 'vivarium/browser';
import { guard } from 'vivarium/msw';

const worker = setupWorker(
  http.get('*/v1/pets', () => HttpResponse.json([{ id: 'one' }])),
  http.get('*/v1/pets/:id', () =>
    HttpResponse.json({ code: 'not_found', status: 404, message: 'No such item' }, { status: 404 }),
  ),
);
const options = { document: '/api.yaml' };
const contract = await guard(worker, options as never);
await worker.start({ onUnhandledFrame: 'bypass', quiet: true });
Object.assign(window, { contract, own: await createGuard(options) });
