/** An Express app with a page of its own, and the service with its panel beside it. */
import express, { type Express } from 'express';
import { createVivarium, type VivariumOptions } from 'vivarium';

export interface Mock {
  readonly app: Express;
  readonly close: () => Promise<void>;
}

/** Without a document, Vivarium serves the animal store. Yours: createApp({ document: 'api.yaml' }) */
export const createApp = async (options: VivariumOptions = {}): Promise<Mock> => {
  const vivarium = await createVivarium(options);
  const app = express();
  // Before middleware that reads bodies, such as express.json(). `control`: the panel and the control API, at /_vivarium.
  app.use(vivarium.middleware({ control: true }));
  app.get('/', async (_request, response) => {
    const answer = await vivarium
      .world()
      .fetch('/v1/pets?status=available', { headers: { Authorization: 'Bearer demo' } });
    if (answer.ok)
      response.send(`${((await answer.json()) as readonly unknown[]).length} animals are looking for a home.`);
    else response.status(502).send('The store is closed. Please come back later.');
  });
  return { app, close: () => vivarium.close() };
};

// node examples/express/app.ts 3000
if (import.meta.main) {
  const port = Number(process.argv[2] ?? 3000);
  const { app } = await createApp();
  app.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/ and http://127.0.0.1:${port}/_vivarium/`));
}
