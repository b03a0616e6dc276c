/** Stubs become recorded responses where those can express them, else faults; the table states which could not. */
import { getProperty, isJsonObject, type JsonObject, valueAt } from '../../../core/primitives/json.ts';
import type { Service } from '../../../core/service/service.ts';
import type { FaultObject } from '../../../scenario/document/fault-schema.ts';
import { createNames } from '../draft/paths.ts';
import { Inexpressible, type SeenPlace } from '../recording.ts';
import { contestOf, inOrder, type LeftOutStub, type PlacedStub, placeStub, sequencesOf } from './place-stub.ts';
import { lose, type Start, type Stub, type StubScenario, type Trial, type When } from './stub.ts';
import { dataOf, recordablesOf, responseEffect } from './stub-response.ts';

interface ReadStubs {
  readonly stubs: readonly Stub[];
  /** The steps of scenarios that the reader did not carry over. */
  readonly lost?: readonly StubScenario[];
}

/** `base`: of the stubs' paths. */
export const writeStubs = ({ stubs, lost = [] }: ReadStubs, service: Service, base: string, trial: Trial): Start => {
  const placed = inOrder(
    stubs.flatMap((stub) => {
      const one = expressed(stub, () => {
        responseEffect(stub.response, { isRecorded: true });
        return placeStub(stub, service, base);
      });
      return one ?? [];
    }),
  );
  const sequences = sequencesOf(placed, [...lost, ...stubs.flatMap(({ scenario }) => scenario ?? [])]);
  const stated = placed.filter((one) => isKept(one, sequences.without));
  const contest = contestOf(stated);
  const kept = stated.filter((one) => isKept(one, contest.shadowed));
  const positions = new Map(stubs.map((stub, index) => [stub, index]));
  const inSource = <Item extends Pick<PlacedStub, 'stub'>>(list: readonly Item[]): readonly Item[] =>
    [...list].sort((left, right) => (positions.get(left.stub) as number) - (positions.get(right.stub) as number));
  const { shown, reasons, seen } = dataOf(inSource(kept), service, contest.behind, trial);
  const recorded = recordablesOf(
    kept.filter((one) => !shown.has(one)),
    service,
    contest.behind,
  );
  const carried = kept.flatMap((one) => {
    const leak = contest.leaking.get(one);
    const hasResponse = !recorded.has(one) && !shown.has(one);
    const effects = expressed(one.stub, () => effectsOf(one.stub, hasResponse, leak));
    return effects === undefined ? [] : [{ one, stub: one.stub, effects, leak, hasResponse }];
  });
  const reported = new Set<object>();
  for (const { one, leak, hasResponse } of inSource(carried)) {
    const isStateless = sequences.stateless.has(one);
    const form = hasResponse ? 'a fault' : 'a recorded response';
    const data = shown.get(one);
    const become = data === undefined ? `as ${form}: ${reasons.get(one)}` : `as data of "${data}"`;
    const fate = { isStateless, leak, become, isData: data !== undefined, isExact: recorded.has(one) };
    report(one, fate, reported);
  }
  const names = createNames('-');
  const faults = carried.flatMap(({ one, effects }) =>
    effects.flatMap(({ suffix, effect }) =>
      (whensOf(one, sequences) ?? [{}]).map(
        (when): FaultObject => ({
          name: names([nameOf(one), suffix].filter((part) => part !== '').join('-')),
          ...(Object.keys(one.on).length > 0 && { on: one.on }),
          ...(Object.keys(when).length > 0 && { when }),
          ...effect,
        }),
      ),
    ),
  );
  const responses = inSource([...recorded.keys()]).flatMap((one) => recorded.get(one) ?? []);
  return {
    scenario: { ...(faults.length > 0 && { faults }), ...(responses.length > 0 && { responses }) },
    seen,
  };
};

const whensOf = (one: PlacedStub, { stateless, whens }: ReturnType<typeof sequencesOf>): readonly When[] | undefined =>
  stateless.has(one) ? undefined : (whens.get(one) ?? one.stub.whens);

/** Returns undefined if the stub is lost. */
const expressed = <Value>(stub: Stub, express: () => Value): Value | undefined => {
  try {
    return express();
  } catch (error) {
    lose(error, stub.place);
    return undefined;
  }
};

/** `leak`: the stub whose requests the delivery would also hit. @throws Inexpressible */
const effectsOf = (
  { delivery, response, isPlayed }: Stub,
  isFault: boolean,
  leak: string | undefined,
): readonly { readonly suffix: string; readonly effect: Partial<FaultObject> }[] => {
  const lost = delivery.find(({ effect }) => effect.transport !== undefined)?.effect.transport;
  if (lost !== undefined && leak !== undefined) throw new Inexpressible(`its fault would also hit the stub at ${leak}`);
  // Only what is cut has a response.
  const hasResponse = isFault && isPlayed !== true && (lost === undefined || lost === 'truncate');
  return [
    ...(leak === undefined ? delivery : []),
    ...(hasResponse ? [{ suffix: '', effect: responseEffect(response) }] : []),
  ];
};

const isKept = (one: PlacedStub, out: ReadonlyMap<PlacedStub, LeftOutStub>): boolean => {
  const why = out.get(one);
  if (why?.reason === undefined) return why === undefined;
  one.stub.place.note(why.isLost ? 'lost' : 'no-loss', why.reason);
  return false;
};

interface Carried {
  readonly isStateless: boolean;
  readonly leak: string | undefined;
  /** What it becomes, and why it does not become data. */
  readonly become: string;
  readonly isData: boolean;
  /** Whether the query of its requests is compared as a whole. */
  readonly isExact: boolean;
}

/** What became of the keys of a stub that is carried over. `reported`: places and notes that others with the same source share. */
const report = (
  one: PlacedStub,
  { isStateless, leak, become, isData, isExact }: Carried,
  reported: Set<object>,
): void => {
  const { keys, notes, place, delivery, scenario, isPlayed } = one.stub;
  const isNew = (each: object): boolean => reported.size < reported.add(each).size;
  if (isNew(place)) {
    place.note('carried', isPlayed === true ? 'as data' : become);
    place.tally(valueAt(place.source.value, place.path) as JsonObject, keys);
    reportAddress(one, isExact);
  }
  if (isNew(notes))
    for (const { fate, reason, place: at } of notes)
      if (isData && fate === 'carried' && isOwnHeader(at)) at.lose(headersOfDocument);
      else at.note(fate, reason);
  for (const { place: at } of delivery.filter(isNew))
    if (leak === undefined) at.carry();
    else at.lose(`it would also apply to the requests of the stub at ${leak}, which comes first`);
  if (scenario === undefined) return;
  for (const name of ['scenarioName', 'requiredScenarioState', 'newScenarioState']) {
    const at = place.below(name);
    if (valueAt(place.source.value, at.path) === undefined) continue;
    if (isStateless) at.lose('its states follow from several requests: this is the first one');
    else at.carry();
  }
};

export const headersOfDocument = 'responses with data have the headers of the document';

/** Whether a header of the response is meant: data have the content type of the document, as most stubs do. */
const isOwnHeader = ({ source, path }: SeenPlace): boolean => {
  const name = path.at(-1);
  const value = valueAt(source.value, path);
  const shown = isJsonObject(value ?? null) ? getProperty(value as JsonObject, 'key') : name;
  return path.at(-2) === 'headers' && !/^content-type$/i.test(String(shown));
};

/** States whether the address is for more requests than the source means. `isExact`: its query is compared as a whole. */
const reportAddress = ({ stub, isBroadPath }: PlacedStub, isExact: boolean): void => {
  const { url, isWholeQuery, query } = stub;
  if (url === undefined) return;
  const isOfAnyQuery = isWholeQuery && !isExact;
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
