import { isJsonObject } from '../../core/primitives/json.ts';
import type { ScenarioProblem } from './document-path.ts';
import { type ScenarioDocument, scenarioSchema } from './scenario-schema.ts';

/**
 * A scenario document without the values that have problems, so that the others can be checked too. Faults keep their indexes, and an
 * `on` without a problem.
 */
export const validPart = (value: unknown, problems: readonly Pick<ScenarioProblem, 'path'>[]): ScenarioDocument => {
  if (!isJsonObject(value)) return {};
  const part: Record<string, unknown> = { ...value };
  for (const { path } of problems) {
    const [section = '', key] = path;
    const content = part[section];
    if (section === 'faults' && typeof key === 'number' && Array.isArray(content))
      part[section] = content.with(key, withoutEffect(value.faults, key, problems));
    else if (path.length > 1 && isJsonObject(content))
      part[section] = Object.fromEntries(Object.entries(content).filter(([name]) => name !== key));
    else delete part[section];
    // Parents may be among the values without which this part is checked.
    if (section === 'data' || section === 'generate') part.examples = true;
  }
  return scenarioSchema().safeParse(part).success ? (part as ScenarioDocument) : {};
};

const withoutEffect = (faults: unknown, index: number, problems: readonly Pick<ScenarioProblem, 'path'>[]): unknown => {
  const fault: unknown = Array.isArray(faults) ? faults[index] : undefined;
  const isSound = !problems.some(({ path }) => path[0] === 'faults' && path[1] === index && path[2] === 'on');
  return isSound && isJsonObject(fault as never) && isJsonObject((fault as { on?: never }).on)
    ? { use: 'slow', on: (fault as { on: unknown }).on }
    : 'slow';
};
