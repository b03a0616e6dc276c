/** Stubs become recorded responses where those can express them, else faults; the table states which could not. */
import { getProperty, isJsonObject, type JsonObject, valueAt } from '../../../core/primitives/json.ts';
import type { Service } from '../../../core/service/service.ts';
import type { FaultObject } from '../../../scenario/document/fault-schema.ts';
import { createNames } from '../draft/paths.ts';
import { Inexpressible, type SeenPlace } from '../recording.ts';
import { contest, inOrder, type PlacedStub, placeStub, putInSequence } from './place-stub.ts';
import { lose, type Start, type Stub, type StubScenario, type Trial } from './stub.ts';
import { becomeData, becomeRecorded, responseEffect } from './stub-response.ts';

/** `base`: of the stubs' paths. `lost`: the steps of scenarios that the reader did not carry over. */
export const writeStubs = (
  { stubs, lost = [] }: { readonly stubs: readonly Stub[]; readonly lost?: readonly StubScenario[] },
  service: Service,
  base: string,
  trial: Trial,
): Start => {
  const placed = inOrder(
    stubs.flatMap((stub) => {
      const one = expressed(stub, () => {
        responseEffect(stub.response, { isRecorded: true });
        return placeStub(stub, service, base);
      });
      return one ?? [];
    }),
  );
  putInSequence(placed, [...lost, ...stubs.flatMap(({ scenario }) => scenario ?? [])]);
  const stated = placed.filter(keepOrNote);
  contest(stated);
  const kept = stated.filter(keepOrNote);
  const positions = new Map(stubs.map((stub, index) => [stub, index]));
  const inSource = (list: readonly PlacedStub[]): readonly PlacedStub[] =>
    list.toSorted((left, right) => (positions.get(left.stub) as number) - (positions.get(right.stub) as number));
  const seen = becomeData(inSource(kept), service, trial);
  becomeRecorded(
    kept.filter(({ data }) => data === undefined),
    service,
  );
  const carried = kept.flatMap((one) => {
    const effects = expressed(one.stub, () => effectsOf(one));
    return effects === undefined ? [] : [{ one, effects }];
  });
  const reported = new Set<object>();
  for (const one of inSource(carried.map((each) => each.one))) report(one, reported);
  const names = createNames('-');
  const faults = carried.flatMap(({ one, effects }) =>
    effects.flatMap(({ suffix, effect }) =>
      (one.whens ?? [{}]).map(
        (when): FaultObject => ({
          name: names([nameOf(one), suffix].filter((part) => part !== '').join('-')),
          ...(Object.keys(one.on).length > 0 && { on: one.on }),
          ...(Object.keys(when).length > 0 && { when }),
          ...effect,
        }),
      ),
    ),
  );
  const responses = inSource(kept).flatMap(({ recorded }) => recorded ?? []);
  return {
    scenario: { ...(faults.length > 0 && { faults }), ...(responses.length > 0 && { responses }) },
    seen,
  };
};

/** Returns undefined if the stub is lost. */
const expressed = <Value>(stub: Stub, express: () => Value): Value | undefined => {
  try {
    return express();
  } catch (error) {
    lose(error, stub.place);
    return undefined;
  }
};

/** @throws Inexpressible */
const effectsOf = ({
  stub: { delivery, response, isPlayed },
  leak,
  data,
  recorded,
}: PlacedStub): readonly { readonly suffix: string; readonly effect: Partial<FaultObject> }[] => {
  const lost = delivery.find(({ effect }) => effect.transport !== undefined)?.effect.transport;
  if (lost !== undefined && leak !== undefined) throw new Inexpressible(`its fault would also hit the stub at ${leak}`);
  // Only what is cut has a response.
  const isFault = isPlayed !== true && (data ?? recorded) === undefined;
  const hasResponse = isFault && (lost === undefined || lost === 'truncate');
  return [
    ...(leak === undefined ? delivery : []),
    ...(hasResponse ? [{ suffix: '', effect: responseEffect(response) }] : []),
  ];
};

const keepOrNote = ({ leftOut, stub }: PlacedStub): boolean => {
  if (leftOut?.reason !== undefined) stub.place.note(leftOut.isLost ? 'lost' : 'no-loss', leftOut.reason);
  return leftOut === undefined;
};

/** What became of the keys of a stub that is carried over. `reported`: places and notes that others with the same source share. */
const report = (one: PlacedStub, reported: Set<object>) => {
  const { isStateless, leak, data, reason: why, recorded } = one;
  const { keys, notes, place, delivery, scenario, isPlayed } = one.stub;
  const isNew = (each: object) => reported.size < reported.add(each).size;
  if (isNew(place)) {
    const form = recorded === undefined ? 'a fault' : 'a recorded response';
    const become = data === undefined ? `as ${form}: ${why}` : `as data of "${data}"`;
    place.note('carried', isPlayed === true ? 'as data' : become);
    place.tally(valueAt(place.source.value, place.path) as JsonObject, keys);
    reportAddress(one);
  }
  if (isNew(notes))
    for (const { fate, reason, place: at } of notes)
      if (data !== undefined && fate === 'carried' && isOwnHeader(at)) at.lose(headersOfDocument);
      else at.note(fate, reason);
  for (const { place: at } of delivery.filter(isNew))
    if (leak === undefined) at.carry();
    else at.lose(`it would also apply to the requests of the stub at ${leak}, which comes first`);
  if (scenario === undefined) return;
  for (const name of ['scenarioName', 'requiredScenarioState', 'newScenarioState']) {
    const at = place.below(name);
    if (valueAt(place.source.value, at.path) === undefined) continue;
    if (isStateless === true) at.lose('its states follow from several requests: this is the first one');
    else at.carry();
  }
};

export const headersOfDocument = 'responses with data have the headers of the document';

/** Whether a header of the response is meant: data have the content type of the document, as most stubs do. */
const isOwnHeader = ({ source, path }: SeenPlace) => {
  const name = path.at(-1);
  const value = valueAt(source.value, path);
  const shown = isJsonObject(value ?? null) ? getProperty(value as JsonObject, 'key') : name;
  return path.at(-2) === 'headers' && !/^content-type$/i.test(String(shown));
};

/** States whether the address is for more requests than the source means. A recorded response compares its query as a whole. */
const reportAddress = ({ stub, isBroadPath, recorded }: PlacedStub) => {
  const { url, isWholeQuery, query } = stub;
  if (url === undefined) return;
  const isOfAnyQuery = isWholeQuery && recorded === undefined;
  const isInAnyOrder = isWholeQuery && query.length > 1;
  if (!isBroadPath && !isOfAnyQuery && !isInAnyOrder) {
    url.place.carry();
    return;
  }
  const path = stub.paths.map(({ glob }) => glob).join(' or ');
  const pairs = query.map(({ name, pattern }) => `${name}=${pattern.glob}`);
  const shown = [...pairs, ...(isOfAnyQuery ? ['*'] : [])].join('&');
  const order = isInAnyOrder ? ', in any order' : '';
  url.place.widen(url.text, `${path}${shown === '' ? '' : `?${shown}`}${order}`);
};

const nameOf = ({ stub, operations }: PlacedStub): string => {
  const text = stub.name ?? `${operations[0]?.name}-${stub.response.status}`;
  const slug = text
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `stub-${slug === '' ? operations[0]?.name : slug}`;
};
