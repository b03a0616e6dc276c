/** Checks of a fault that its schema cannot express: the combination of its properties. */
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import {
  type Effect,
  type EffectProperties,
  type EffectType,
  effectTypes,
  type ParameterName,
  rowOf,
  webhookEffects,
} from '../../core/faults/effects.ts';
import type { FaultOn } from '../../core/faults/fault.ts';
import { isHeaderValue, isToken } from '../../core/http/http.ts';
import { parseDuration } from '../../core/primitives/units.ts';
import { type DocumentPath, formatPath, listTexts, problemAt, type ScenarioProblem } from './document-path.ts';
import { show } from './explain-issues.ts';
import { effectPropertiesOf, type FaultDocument, type FaultObject } from './fault-schema.ts';

/** The problems of a fault that matches the schema; `path` is its location. */
export const checkFault = (document: FaultDocument, path: DocumentPath): readonly ScenarioProblem[] => {
  if (typeof document === 'string') return [];
  const name = formatPath(path);
  const base = document.use === undefined ? undefined : builtInFaults.get(document.use)?.effect;
  const type = effectTypes.find((effect) => document[effect] !== undefined) ?? base?.type;
  const problems = [...checkEffect(effectPropertiesOf(document), base, path), ...checkOn(document.on, type, path)];
  if (document.name === undefined && document.use === undefined) {
    problems.push(problem(path, `${name} has no name`, 'Add a name, or change a built-in fault with "use".'));
  }
  if (type === undefined) {
    const hint = builtInFaults.has(document.name ?? '')
      ? `To change the built-in fault, write { use: ${document.name} }.`
      : `Add one of ${effectTypes.join(', ')}.`;
    problems.push(problem(path, `${name} has no effect`, hint));
  }
  return problems;
};

/** The names of a scenario's faults must be unique. `documents` are faults by index. */
export const checkUniqueNames = (
  documents: ReadonlyMap<number, FaultDocument>,
  path: DocumentPath,
): readonly ScenarioProblem[] => {
  const seen = new Map<string, number>();
  return [...documents].flatMap(([index, document]) => {
    const name = faultNameOf(document);
    if (name === undefined) return [];
    const first = seen.get(name);
    if (first === undefined) {
      seen.set(name, index);
      return [];
    }
    const message = `${formatPath([...path, index])} has the same name as ${formatPath([...path, first])}: ${show(name)}`;
    const hint = builtInFaults.has(name) ? `Give it another name: { use: ${name}, name: my-${name} }.` : undefined;
    const isNamed = typeof document === 'object' && document.name !== undefined;
    return [problem(isNamed ? [...path, index, 'name'] : [...path, index], message, hint)];
  });
};

export const faultNameOf = (document: FaultDocument): string | undefined =>
  typeof document === 'string' ? document : (document.name ?? document.use);

/** The problems of the effect that results from the properties and `base`. */
export const checkEffect = (
  properties: EffectProperties,
  base: Effect | undefined,
  path: DocumentPath,
): readonly ScenarioProblem[] => {
  const named = effectTypes.filter((name) => properties[name] !== undefined);
  const label = path.length === 0 ? 'the fault' : formatPath(path);
  if (named.length > 1) {
    const message = `${label} has ${named.length} effects (${named.join(', ')})`;
    return [problem([...path, named[1] as string], message, 'A fault must have exactly one.')];
  }
  return [
    ...checkBelonging(properties, named[0] ?? base?.type, path, label),
    ...((properties.body ?? null) !== null && (properties.example ?? null) !== null
      ? [problem([...path, 'example'], `${label} has both body and example`, 'Keep one of them.', 'key')]
      : []),
    ...checkLatency(properties.latency, [...path, 'latency']),
    ...checkHeaders(properties.headers, [...path, 'headers']),
  ];
};

const checkBelonging = (
  properties: EffectProperties,
  type: EffectType | undefined,
  path: DocumentPath,
  label: string,
): readonly ScenarioProblem[] => {
  if (type === undefined) return [];
  const given = (Object.keys(properties) as ParameterName[]).filter((name) => (properties[name] ?? null) !== null);
  return given.flatMap((property) => {
    const owners = effectTypes.filter((owner) => property in rowOf(owner).parameters);
    if (owners.length === 0 || owners.includes(type)) return [];
    const message = `${label} has ${property}, which is only allowed with ${owners.join(' and ')}`;
    return problem([...path, property], message, undefined, 'key');
  });
};

/** The problems of the `on` of a fault with such an effect. `path`: that of the fault. */
export const checkOn = (
  on: FaultOn | FaultObject['on'] | null,
  type: EffectType | undefined,
  path: DocumentPath,
): readonly ScenarioProblem[] => {
  const place = [...path, 'on'];
  const other = Object.keys(on ?? {}).find((name) => name !== 'webhook');
  const isSent = on?.webhook !== undefined;
  if (other !== undefined && (isSent || type === 'webhook')) {
    const message = `${formatPath([...place, other])} is of requests, and the fault is on webhooks`;
    return [problem([...place, other], message, 'Name webhooks alone: { webhook: NAME }.', 'key')];
  }
  if (isSent && !(type !== undefined && webhookEffects.includes(type)))
    return [problem([...place, 'webhook'], `${type} disturbs no webhook`, `Use ${webhookEffects.join(', ')}.`, 'key')];
  return checkPaths(on?.path, [...place, 'path']);
};

const checkLatency = (latency: FaultObject['latency'], path: DocumentPath): readonly ScenarioProblem[] => {
  if (latency === undefined || typeof latency === 'string') return [];
  if ('min' in latency) return checkOrder(['min', latency.min], ['max', latency.max], path);
  // The median of a log-normal distribution cannot be 0.
  if (parseDuration(latency.median) !== 0) return checkOrder(['median', latency.median], ['p99', latency.p99], path);
  const location = [...path, 'median'];
  return [problem(location, `${formatPath(location)} must be more than 0, not "${latency.median}"`)];
};

const checkOrder = (
  [low, from]: readonly [string, string],
  [high, to]: readonly [string, string],
  path: DocumentPath,
): readonly ScenarioProblem[] => {
  if ((parseDuration(from) ?? 0) <= (parseDuration(to) ?? 0)) return [];
  const location = [...path, low];
  return [problem(location, `${formatPath(location)} must be at most ${high} ("${to}"), not "${from}"`)];
};

const checkHeaders = (headers: EffectProperties['headers'], path: DocumentPath): readonly ScenarioProblem[] =>
  Object.entries(headers ?? {}).flatMap(([name, value]) => {
    if (!isToken(name)) return [problem([...path, name], `${show(name)} is not a valid header name`, undefined, 'key')];
    if (isHeaderValue(String(value))) return [];
    return [problem([...path, name], `${formatPath([...path, name])} has characters that are not allowed in a header`)];
  });

const checkPaths = (paths: string | readonly string[] | undefined, path: DocumentPath): readonly ScenarioProblem[] =>
  listTexts(paths, path)
    .filter(({ text }) => !/^[/*]/.test(text))
    .map(({ text, location }) =>
      problem(location, `${formatPath(location)} must start with / or *, not ${show(text)}`),
    );

const problem = (path: DocumentPath, message: string, hint?: string, at?: ScenarioProblem['at']): ScenarioProblem =>
  problemAt('VIV_FAULT_INVALID', path, message, hint, at);
