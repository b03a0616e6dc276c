/** A server that renders its pages with the data of a service. In production it knows nothing of Vivarium. */
import express, { type Express, type Request } from 'express';

type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export interface AppOptions {
  /** The base URL of the service, as https://store.example.com/v1. */
  readonly service: string;
  /** With what a request to this server asks the service. */
  readonly fetchFor?: (request: Request) => Fetch;
}

const headers = { Authorization: `Bearer ${process.env.STORE_KEY ?? 'demo'}`, 'Content-Type': 'application/json' };

export const createApp = ({ service, fetchFor = () => fetch }: AppOptions): Express => {
  const app = express();
  app.use(express.urlencoded());
  app.get('/', async (request, response) => {
    const pets = await fetchFor(request)(`${service}/pets?limit=100`, { headers }).catch(() => undefined);
    if (!pets?.ok)
      return void response.status(502).send(page('<p role="alert">The store is closed. Come back later.</p>'));
    const names = ((await pets.json()) as readonly { readonly name: string }[]).map(
      ({ name }) => `<li>${inHtml(name)}`,
    );
    response.send(page(`<ul>${names.join('')}</ul>${form}`));
  });
  app.post('/', async (request, response) => {
    const body = JSON.stringify({ name: request.body.name, categoryId: 1 });
    await fetchFor(request)(`${service}/pets`, { method: 'POST', headers, body });
    response.redirect(303, '/');
  });
  return app;
};

const form = '<form method="post"><label>Name <input name="name" required></label> <button>Add</button></form>';

const page = (content: string): string =>
  `<!doctype html><html lang="en"><title>Animals</title><h1>Animals</h1>${content}</html>`;

const inHtml = (text: string): string => text.replace(/[&<]/g, (one) => (one === '&' ? '&amp;' : '&lt;'));
