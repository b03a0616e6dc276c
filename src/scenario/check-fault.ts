/** What the shape of a fault does not tell: that its members belong together. */
import { builtInFaults } from '../core/builtin-faults.ts';
import type { Effect } from '../core/fault.ts';
import { parseDuration } from '../core/units.ts';
import { effectNames, type EffectMembers } from './effect.ts';
import { type ScenarioProblem, formatPath, type Path } from './path.ts';
import type { FaultDocument, FaultObject } from './schema.ts';

/** Problems of one fault of the right shape; `path` is where it stands. */
export const checkFault = (document: FaultDocument, path: Path): readonly ScenarioProblem[] => {
  if (typeof document === 'string') return [];
  const name = formatPath(path);
  const base = document.use === undefined ? undefined : builtInFaults.get(document.use)?.effect;
  const problems = [...checkEffectMembers(document, base, path)];
  if (document.name === undefined && document.use === undefined) {
    problems.push(problem(path, `${name} has no name`, 'Give it one, or change a built-in fault with "use".'));
  }
  if (base === undefined && effectNames.every((effect) => document[effect] === undefined)) {
    const hint = builtInFaults.has(document.name ?? '')
      ? `To change the built-in fault, write { use: ${document.name} }.`
      : 'Give it a status, a latency or a transport.';
    problems.push(problem(path, `${name} has no effect`, hint));
  }
  return problems;
};

/** Names of a scenario's faults, by their positions, are unique. */
export const checkFaultNames = (documents: ReadonlyMap<number, FaultDocument>, path: Path): readonly ScenarioProblem[] => {
  const seen = new Map<string, number>();
  return [...documents].flatMap(([at, document]) => {
    const name = faultNameOf(document);
    if (name === undefined) return [];
    const first = seen.get(name);
    if (first === undefined) {
      seen.set(name, at);
      return [];
    }
    const message = `${formatPath([...path, at])} has the name "${name}", as ${formatPath([...path, first])} has`;
    const hint = builtInFaults.has(name) ? `Give it a name of its own: { use: ${name}, name: my-${name} }.` : undefined;
    return [problem(typeof document === 'object' && document.name !== undefined ? [...path, at, 'name'] : [...path, at], message, hint)];
  });
};

export const faultNameOf = (document: FaultDocument): string | undefined =>
  typeof document === 'string' ? document : (document.name ?? document.use);

type EffectDocument = Pick<FaultObject, 'status' | 'latency' | 'transport' | 'on'> & {
  readonly headers?: EffectMembers['headers'];
  readonly body?: unknown;
  readonly work?: EffectMembers['work'];
};

/** Problems of the effect that the members make of `base`. */
export const checkEffectMembers = (
  document: Omit<EffectDocument, 'on'> & { readonly on?: FaultObject['on'] | null },
  base: Effect | undefined,
  path: Path,
): readonly ScenarioProblem[] => {
  const named = effectNames.filter((name) => document[name] !== undefined);
  const whole = path.length === 0 ? 'the fault' : formatPath(path);
  if (named.length > 1) {
    return [problem([...path, named[1] as string], `${whole} has ${named.length} effects (${named.join(', ')})`, 'A fault has one.')];
  }
  const type = named[0] ?? base?.type;
  return [
    ...checkBelonging(document, type, path, whole),
    ...checkLatency(document.latency, [...path, 'latency']),
    ...checkHeaders(document.headers, [...path, 'headers']),
    ...checkPaths(document.on?.path, [...path, 'on', 'path']),
  ];
};

const checkBelonging = (
  document: Pick<EffectDocument, 'headers' | 'body' | 'work'>,
  type: Effect['type'] | undefined,
  path: Path,
  whole: string,
): readonly ScenarioProblem[] => {
  const found = (['headers', 'body', 'work'] as const).filter((member) => document[member] !== undefined && document[member] !== null);
  return found
    .filter((member) => type !== undefined && type !== 'status' && !(member === 'work' && type === 'transport'))
    .map((member) => ({
      ...problem([...path, member], `${whole} has ${member}, which belongs to ${member === 'work' ? 'status and transport' : 'status'}`),
      at: 'key' as const,
    }));
};

const checkLatency = (latency: FaultObject['latency'], path: Path): readonly ScenarioProblem[] => {
  if (latency === undefined || typeof latency === 'string') return [];
  const [low, high] = 'min' in latency ? (['min', 'max'] as const) : (['median', 'p99'] as const);
  const { [low]: from, [high]: to } = latency as Readonly<Record<string, string>>;
  const [fromMs, toMs] = [parseDuration(from as string) ?? 0, parseDuration(to as string) ?? 0];
  const name = formatPath(path);
  if (low === 'median' && fromMs === 0) return [problem([...path, low], `${name}.median must be more than 0, not "${from}"`)];
  if (fromMs > toMs) return [problem([...path, low], `${name}.${low} must be at most ${high} ("${to}"), not "${from}"`)];
  return [];
};

/** RFC 9110, 5.1 and 5.5: what Node's HTTP server takes. */
const headerName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

const checkHeaders = (headers: EffectMembers['headers'], path: Path): readonly ScenarioProblem[] =>
  Object.entries(headers ?? {}).flatMap(([name, value]) => {
    if (!headerName.test(name)) return [{ ...problem([...path, name], `${JSON.stringify(name)} is no name for a header`), at: 'key' as const }];
    if (headerValue.test(String(value))) return [];
    return [problem([...path, name], `${formatPath([...path, name])} has characters that a header cannot carry`)];
  });

const checkPaths = (paths: string | readonly string[] | undefined, path: Path): readonly ScenarioProblem[] => {
  if (paths === undefined) return [];
  const list = typeof paths === 'string' ? [{ text: paths, at: path }] : paths.map((text, at) => ({ text, at: [...path, at] }));
  return list
    .filter(({ text }) => !text.startsWith('/') && !text.startsWith('*'))
    .map(({ text, at }) => problem(at, `${formatPath(at)} must start with / or *, not ${JSON.stringify(text.slice(0, 60))}`));
};

const problem = (path: Path, message: string, hint?: string): ScenarioProblem => ({ path, at: 'value', message, hint });
