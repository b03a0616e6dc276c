/** The baseline: a mock that a team could write in an afternoon, without checks, faults, a journal or isolation. */
import express from 'express';
import { report } from './report.ts';

const app = express();
app.use(express.json());

interface Entry {
  id: number;
  name: string;
  categoryId: number;
  status: string;
}

const entries: Entry[] = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  name: `Entry ${index + 1}`,
  categoryId: (index % 6) + 1,
  status: ['available', 'pending', 'sold'][index % 3] as string,
}));

app.get('/v1/pets', (request, response) => {
  const limit = Number(request.query.limit ?? 20);
  const { status } = request.query;
  const found = status === undefined ? entries : entries.filter((entry) => entry.status === status);
  response.json(found.slice(0, limit));
});

app.get('/v1/pets/:id', (request, response) => {
  const found = entries.find((entry) => entry.id === Number(request.params.id));
  if (found === undefined) response.status(404).json({ code: 'not_found', message: 'No such entry', status: 404 });
  else response.json(found);
});

app.post('/v1/pets', (request, response) => {
  const entry = { id: entries.length + 1, ...(request.body as Omit<Entry, 'id'>) };
  entries.push(entry);
  response.status(201).json(entry);
});

const server = app.listen(0, '127.0.0.1', () => report(server));
