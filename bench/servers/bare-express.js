// The baseline of the start: an Express app with one route, and nothing else.
import express from 'express';

const app = express();
app.get('/v1/pets', (_request, response) => response.json([]));
const server = app.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
