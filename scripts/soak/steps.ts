/** The requests of a soak in a world without faults. */
import { once } from 'node:events';
import { hostileBodies } from '../../test/hostile/corpus/bodies.ts';
import type { Pet } from './model.ts';
import { parse, type Session } from './session.ts';

export interface Step {
  readonly name: string;
  readonly weight: number;
  readonly run: (session: Session) => Promise<void>;
}

const statuses = ['available', 'pending', 'sold'] as const;
const names = ['Luna', '', 'Ünïcødé 宵 🐈', '__proto__', '<script>', 'a"b\\c\n', 'x'.repeat(2000)];

export const randomPet = (session: Session): Omit<Pet, 'id'> => ({
  name: session.pick(names),
  categoryId: session.integer(-3, 1_000_000),
  ...(session.chance() < 0.6 && { status: session.pick(statuses) }),
});

export const listAll = async (session: Session): Promise<void> => {
  const answer = await session.call('GET', '/pets?limit=100');
  session.expectBody(answer, 200, session.model.list({ limit: 100 }), 'GET /pets?limit=100');
};

const list = async (session: Session): Promise<void> => {
  const limit = session.chance() < 0.5 ? session.integer(1, 100) : undefined;
  const status = session.chance() < 0.5 ? session.pick(statuses) : undefined;
  const query = new URLSearchParams({ ...(limit && { limit: String(limit) }), ...(status && { status }) });
  const expected = session.model.list({ ...(limit && { limit }), ...(status && { status }) });
  session.expectBody(await session.call('GET', `/pets?${query}`), 200, expected, `GET /pets?${query}`);
};

export const read = async (session: Session): Promise<void> => {
  const id = session.integer(1, session.model.nextId + 2);
  const found = session.model.find(id);
  const answer = await session.call('GET', `/pets/${id}`);
  if (found === undefined) session.expectError(answer, 404, `GET /pets/${id}`);
  else session.expectBody(answer, 200, found, `GET /pets/${id}`);
};

export const create = async (session: Session): Promise<void> => {
  const pet = randomPet(session);
  const answer = await session.call('POST', '/pets', { body: JSON.stringify(pet) });
  session.expectBody(answer, 201, session.model.create(pet), `POST /pets ${JSON.stringify(pet).slice(0, 200)}`);
};

/** Parallel writes and reads of one world: no id twice, no write lost, and each list is a state between two writes. */
const crowd = async (session: Session): Promise<void> => {
  const { model } = session;
  const before = model.lastExchange;
  const pets = Array.from({ length: 6 }, () => randomPet(session));
  const answers = await Promise.all([
    ...pets.map((pet) => session.attempt('POST', '/pets', { body: JSON.stringify(pet) })),
    ...Array.from({ length: 4 }, () => session.attempt('GET', '/pets?limit=100')),
  ]);
  const created = answers.slice(0, pets.length).map((answer, at) => {
    session.expectStatus(answer, 201, 'a parallel POST /pets');
    const pet = parse(answer.text) as Pet;
    session.expect(pet, { ...pets[at], id: pet.id }, 'a parallel POST /pets');
    return pet;
  });
  created.sort((left, right) => left.id - right.id);
  for (const pet of created) session.expect(pet.id, model.create(pet).id, 'the ids of parallel POST /pets');
  const oldest = model.pets.length - pets.length;
  for (const { status, text } of answers.slice(pets.length)) {
    session.expect(status, 200, 'a parallel GET /pets');
    const listed = parse(text) as readonly Pet[];
    session.expect(listed, model.list({ limit: Math.min(100, listed.length) }), 'a parallel GET /pets');
    session.expect(listed.length >= Math.min(100, oldest), true, 'a parallel GET /pets shows all older pets');
  }
  const numbers = answers.map(({ headers }) => Number(headers['vivarium-exchange'])).sort((a, b) => a - b);
  const first = before === undefined ? (numbers[0] as number) : before + 1;
  session.expect(
    numbers,
    answers.map((_, at) => first + at),
    'the exchange numbers of parallel requests',
  );
  model.lastExchange = numbers.at(-1);
};

const hostileBody = async (session: Session): Promise<void> => {
  const { name, body, headers = {}, expected } = session.pick(hostileBodies);
  const what = `POST /pets with a body of ${name}`;
  if (expected === 'large') {
    const answer = await session.attempt('POST', '/pets', { body, headers });
    // The server does not read the rest, so the client may see the end of the connection before the response.
    if (answer.error === undefined) session.expectError(answer, 400, what);
    session.model.lastExchange = undefined;
  } else {
    const answer = await session.call('POST', '/pets', { body, headers });
    if (expected === 400) session.expectError(answer, 400, what);
    else session.expectBody(answer, 201, session.model.create({ name: 'a', categoryId: 1 }), what);
  }
  await listAll(session);
};

const refused = async (session: Session): Promise<void> => {
  const [method, path, status, headers] = session.pick([
    ['GET', '/pets', 401, { authorization: '' }],
    ['GET', '/pets', 401, { authorization: 'Bearer invalid-key' }],
    ['POST', '/pets', 401, { authorization: 'Basic Zm9v' }],
    ['GET', '/nowhere', 404, {}],
    ['GET', '/pets/%00', 404, {}],
    ['GET', '/pets/..%2f..%2fetc%2fpasswd', 404, {}],
    ['GET', `/pets/${'9'.repeat(3000)}`, 404, {}],
    ['DELETE', '/pets', 405, {}],
    ['GET', '/pets', 404, { prefer: 'code=404' }],
    ['POST', '/pets', 503, { prefer: 'code=503' }],
    ['GET', '/pets', 429, { prefer: 'fault=rate-limited' }],
  ] as const);
  const answer = await session.call(method, path, { headers });
  session.expectError(answer, status, `${method} ${path.slice(0, 50)} ${JSON.stringify(headers)}`);
};

/**
 * A client that vanishes with half a head, half a body, during a delay, or without reading. Whether the server has time to read
 * a complete request is open, so those are sent to other worlds, and not compared.
 */
const vanish = async (session: Session): Promise<void> => {
  const socket = session.client.open();
  const headOf = (world: string): string =>
    `/~${world}/v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\n`;
  const own = headOf(session.world);
  const other = headOf(`ghost-${session.integer(1, 5)}`);
  const text = session.pick([
    `GET /~${session.world}/v1`,
    `POST ${own}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":`,
    `POST ${own}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"nam`,
    'garbage\r\n\r\n',
    `GET ${other}Prefer: delay=5s\r\n\r\n`,
    `GET ${other}Prefer: fault=dribble\r\n\r\n`,
    `GET ${other}\r\n`.repeat(3),
  ]);
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
  socket.write(text);
  await new Promise((resolve) => setTimeout(resolve, session.integer(0, 20)));
  socket.destroy();
  await listAll(session);
};

/** A delayed response is released by the clock of its world. */
const advance = async (session: Session): Promise<void> => {
  const { model } = session;
  if (model.lastExchange === undefined) await listAll(session);
  const expected = model.list();
  const delayed = session.attempt('GET', '/pets', { headers: { prefer: 'delay=1h' } });
  await session.untilRecorded('a delayed GET /pets');
  session.expectStatus(await session.control('PUT', '/clock', { advance: '2h' }), 200, 'PUT /clock');
  session.expectBody(await delayed, 200, expected, 'a delayed GET /pets');
};

const changeItems = async (session: Session): Promise<void> => {
  const { model } = session;
  const pet = { ...randomPet(session), id: session.integer(1, model.nextId + 1) };
  const put = await session.control('PUT', `/collections/pets/${pet.id}`, pet);
  session.expectBody(put, model.put(pet) === 'created' ? 201 : 200, pet, 'PUT of an item');
  const id = session.integer(1, model.nextId);
  const status = model.delete(id) ? 204 : 404;
  session.expectStatus(await session.control('DELETE', `/collections/pets/${id}`), status, 'DELETE of an item');
  await session.compareItems();
  await list(session);
};

const restart = async (session: Session): Promise<void> => {
  const { model } = session;
  const kind = session.pick(['reset', 'delete', 'replace'] as const);
  if (kind === 'reset') {
    const answer = await session.control('POST', '/reset');
    session.expectStatus(answer, 200, 'POST /reset');
    model.reset();
  } else if (kind === 'delete') {
    session.expectStatus(await session.control('DELETE', ''), 204, 'DELETE of the world');
    session.expectStatus(await session.control('GET', ''), 404, 'GET of the deleted world');
    model.reset();
  } else {
    const data = { pets: [{ id: 7, name: 'Only', categoryId: 1 }] };
    session.expectStatus(await session.control('PUT', '', { inline: { data } }), 200, 'PUT of the world');
    model.reset();
    model.pets = [...data.pets];
    model.nextId = 8;
    await listAll(session);
    session.expectStatus(await session.control('DELETE', ''), 204, 'DELETE of the world');
    model.reset();
  }
  await listAll(session);
};

/** The written scenario, put back, changes nothing. */
const saveAndRestore = async (session: Session): Promise<void> => {
  const saved = await session.control('GET', '/scenario');
  session.expectStatus(saved, 200, 'GET /scenario');
  const answer = await session.control('PUT', '', { inline: parse(saved.text) });
  session.expectStatus(answer, 200, 'PUT of the written scenario');
  await session.compareItems();
  await create(session);
  // Otherwise a reset would restore the written scenario.
  session.expectStatus(await session.control('DELETE', ''), 204, 'DELETE of the world');
  session.model.reset();
  await listAll(session);
};

const followEvents = async (session: Session): Promise<void> => {
  const socket = session.client.open();
  try {
    await once(socket, 'connect');
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.write(
      `GET /_vivarium/api/worlds/${session.world}/events HTTP/1.1\r\nHost: localhost:${socket.remotePort}\r\n\r\n`,
    );
    const until = async (pattern: RegExp): Promise<void> => {
      for (let tries = 0; !pattern.test(received); tries++) {
        if (tries > 400) session.deviate('the event stream', String(pattern), received.slice(-500));
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    };
    await until(/retry: /);
    session.expect(/^HTTP\/1\.1 200 /.test(received), true, `the head of the events: ${received.slice(0, 100)}`);
    // Half of them vanish without reading the events of their requests.
    const isReader = session.chance() < 0.5;
    if (!isReader) socket.pause();
    await create(session);
    if (isReader) await until(new RegExp(`event: exchange\\n[^]*"id":${session.model.lastExchange},`));
  } finally {
    socket.destroy();
  }
};

const inspect = async (session: Session): Promise<void> => {
  const path = session.pick(['', '/exchanges?limit=5', '/exchanges.har', '/coverage', '/diff', '/faults', '/clock']);
  session.expectStatus(await session.control('GET', path), 200, `GET ${path} of the control API`);
  const metrics = await session.client.send({ method: 'GET', path: '/_vivarium/metrics' });
  session.expect(/^vivarium_worlds \d+$/m.test(metrics.text), true, `the metrics: ${metrics.text.slice(0, 200)}`);
};

export const steps: readonly Step[] = [
  { name: 'list', weight: 20, run: list },
  { name: 'read', weight: 20, run: read },
  { name: 'create', weight: 25, run: create },
  { name: 'crowd', weight: 4, run: crowd },
  { name: 'hostile body', weight: 8, run: hostileBody },
  { name: 'refused', weight: 10, run: refused },
  { name: 'vanish', weight: 6, run: vanish },
  { name: 'advance', weight: 3, run: advance },
  { name: 'change items', weight: 6, run: changeItems },
  { name: 'restart', weight: 6, run: restart },
  { name: 'save and restore', weight: 2, run: saveAndRestore },
  { name: 'events', weight: 4, run: followEvents },
  { name: 'inspect', weight: 4, run: inspect },
];
