/** The requests of a soak in a world with a fault. */
import type { Pet } from './model.ts';
import { parse, type Session } from './session.ts';
import { create, listAll, randomPet, read, type Step } from './steps.ts';

/** Switches a fault on, and off again. */
const withFault = async (session: Session, name: string, fault: object, run: () => Promise<void>): Promise<void> => {
  const { status, text } = await session.control('PUT', `/faults/${name}`, fault);
  session.expect(status === 200 || status === 201, true, `PUT of the fault ${name}: ${status} ${text}`);
  await run();
  session.expectStatus(await session.control('DELETE', '/faults'), 204, 'DELETE of all faults');
  await listAll(session);
};

const forcedStatus = (session: Session): Promise<void> => {
  const status = session.pick([400, 401, 403, 404, 409, 429, 500, 503]);
  const work = session.pick(['done', 'skipped']);
  return withFault(session, 'forced', { enabled: true, status, work }, async () => {
    const pet = randomPet(session);
    session.expectError(
      await session.call('POST', '/pets', { body: JSON.stringify(pet) }),
      status,
      `POST /pets with a forced ${status}`,
    );
    if (work === 'done') session.model.create(pet);
    session.expectError(await session.call('GET', '/pets'), status, `GET /pets with a forced ${status}`);
  });
};

/** `after` and `every` count exactly. */
const countedStatus = (session: Session): Promise<void> => {
  const fault = { enabled: true, status: 503, on: { operation: 'getPet' }, when: { after: 1, every: 2 } };
  return withFault(session, 'counted', fault, async () => {
    const { id } = session.model.pets[0] ?? { id: 0 };
    const usual = id === 0 ? 404 : 200;
    for (const [at, expected] of [usual, usual, 503, usual, 503, usual].entries())
      session.expectStatus(await session.call('GET', `/pets/${id}`), expected, `call ${at + 1} of a counted fault`);
  });
};

const slow = (session: Session): Promise<void> => {
  const effect = session.pick([
    { latency: '15ms' },
    { latency: { min: '1ms', max: '20ms' } },
    { dribble: { chunks: 5, over: '30ms' } },
    { bandwidth: '1MB' },
  ]);
  return withFault(session, 'slowed', { enabled: true, ...effect }, async () => {
    await create(session);
    await read(session);
    await listAll(session);
  });
};

/** The work is done, and the response is lost or damaged. */
const transport = (session: Session): Promise<void> => {
  const effect = session.pick(['reset', 'timeout', 'empty', 'truncate', 'garbage'] as const);
  const work = session.pick(['done', 'skipped']);
  return withFault(session, 'lost', { enabled: true, transport: effect, work }, async () => {
    const pet = randomPet(session);
    if (session.model.lastExchange === undefined) {
      const { text } = await session.control('GET', '/exchanges?limit=1');
      session.model.lastExchange = (parse(text) as { items: { id: number }[] }).items[0]?.id ?? 0;
    }
    const answer = await session.attempt('POST', '/pets', {
      body: JSON.stringify(pet),
      isAlone: true,
      ...(effect === 'timeout' && { abortAfterMs: 60 }),
    });
    const what = `POST /pets under ${effect}`;
    session.expect(typeof answer.error, 'string', `the error of ${what}: ${answer.status} ${answer.text}`);
    await session.untilRecorded(what);
    const created = work === 'done' ? session.model.create(pet) : undefined;
    if (effect !== 'truncate') session.expect(answer.status, 0, `the status of ${what}`);
    else if (created !== undefined) {
      session.expect(answer.status, 201, `the status of ${what}`);
      session.expect(JSON.stringify(created).length > answer.text.length, true, `${what} sends a part`);
    }
  });
};

const isPet = (value: unknown): value is Pet => {
  const pet = value as Partial<Record<keyof Pet, unknown>> | null;
  return (
    typeof pet === 'object' &&
    pet !== null &&
    Number.isInteger(pet.id) &&
    typeof pet.name === 'string' &&
    Number.isInteger(pet.categoryId) &&
    (pet.status === undefined || ['available', 'pending', 'sold'].includes(pet.status as string))
  );
};

const contract = (session: Session): Promise<void> => {
  const effect = session.pick(['missing-required', 'wrong-type', 'null-value', 'unknown-enum', 'wrong-content-type']);
  return withFault(session, 'broken', { enabled: true, contract: effect }, async () => {
    const pet = { ...randomPet(session), status: 'sold' };
    const answer = await session.call('POST', '/pets', { body: JSON.stringify(pet) });
    const created = session.model.create(pet);
    const what = `POST /pets under ${effect}`;
    session.expectStatus(answer, 201, what);
    if (effect === 'wrong-content-type')
      session.expect(/json/.test(answer.headers['content-type'] ?? ''), false, `the type of ${what}`);
    else session.expect(isPet(parse(answer.text)), false, `${what}: ${answer.text.slice(0, 200)}`);
    // The fault shapes the response, never the data.
    await session.compareItems();
    session.expect(session.model.find(created.id), created, what);
  });
};

const extreme = (session: Session): Promise<void> => {
  const effect = session.pick(['minimal', 'empty-list', 'longest', 'boundary'] as const);
  return withFault(session, 'extreme', { enabled: true, extreme: effect }, async () => {
    const answer = await session.call('GET', '/pets?limit=5');
    const what = `GET /pets under ${effect}`;
    session.expectStatus(answer, 200, what);
    const pets = parse(answer.text) as readonly unknown[];
    session.expect(pets.every(isPet), true, `${what} keeps the contract: ${answer.text.slice(0, 200)}`);
    if (effect === 'empty-list') session.expect(pets, [], what);
    if (effect === 'minimal')
      session.expect(
        pets,
        session.model.list({ limit: 5 }).map(({ id, name, categoryId }) => ({ id, name, categoryId })),
        what,
      );
  });
};

const invalidFault = async (session: Session): Promise<void> => {
  const fault = session.pick([
    { dribble: { chunks: 1e9, over: '1s' } },
    { latency: '-1s' },
    { status: 99 },
    { status: 404, latency: '1s' },
    { transport: 'teleport' },
    { status: 404, headers: { 'a\r\nb': 'c' } },
    { contract: 'missing-required', at: 'no pointer' },
    { on: { operation: 'nowhere' }, status: 404 },
  ]);
  const answer = await session.control('PUT', '/faults/invalid', fault);
  session.expectStatus(answer, 400, `PUT of the fault ${JSON.stringify(fault)}`);
  await listAll(session);
};

export const faultSteps: readonly Step[] = [
  { name: 'forced status', weight: 4, run: forcedStatus },
  { name: 'counted status', weight: 3, run: countedStatus },
  { name: 'slow', weight: 4, run: slow },
  { name: 'transport', weight: 6, run: transport },
  { name: 'contract', weight: 4, run: contract },
  { name: 'extreme', weight: 4, run: extreme },
  { name: 'invalid fault', weight: 2, run: invalidFault },
];
