/** Writes all mutants of a source into it, each behind a switch, so that one import serves them all. */
import type { Host, PlacedMutant } from './mutants.ts';

interface Group {
  readonly host: Host;
  readonly ids: number[];
}

/**
 * The instrumented source: `reached(id)` of the global `mutation` is called wherever a mutant is reached, and selects it.
 * `firstId`: the id of the first mutant.
 */
export const instrument = (source: string, mutants: readonly PlacedMutant[], firstId: number): string => {
  const groups = new Map<string, Group>();
  mutants.forEach(({ host }, index) => {
    const key = `${host.type} ${host.start} ${host.end}`;
    const group = groups.get(key) ?? { host, ids: [] };
    group.ids.push(index);
    groups.set(key, group);
  });
  // Outer ranges first; of the same range, statements before expressions.
  const sorted = [...groups.values()].sort(
    (left, right) =>
      left.host.start - right.host.start ||
      right.host.end - left.host.end ||
      Number(left.host.type === 'expression') - Number(right.host.type === 'expression'),
  );
  let next = 0;
  const render = (start: number, end: number): string => {
    let text = '';
    let place = start;
    for (let group = sorted[next]; group !== undefined && group.host.start < end; group = sorted[next]) {
      next++;
      text += source.slice(place, group.host.start) + renderGroup(group);
      place = group.host.end;
    }
    return text + source.slice(place, end);
  };
  const renderGroup = ({ host, ids }: Group): string => {
    const inner = render(host.start, host.end);
    const isOn = (index: number): string => `$mutant(${firstId + index})`;
    const [first] = ids as [number];
    switch (host.type) {
      case 'expression':
        return `(${ids.map((index) => `${isOn(index)} ? (${mutated(mutants[index] as PlacedMutant)}) : `).join('')}(${inner}))`;
      case 'block':
        return `{ if (${isOn(first)}) {} else ${inner} }`;
      case 'case':
      case 'statement':
        return `if (${isOn(first)}) {} else { ${inner} }`;
    }
  };
  const mutated = ({ host, start, end, replacement }: PlacedMutant): string =>
    source.slice(host.start, start) + replacement + source.slice(end, host.end);
  return `const $mutant = globalThis.mutation.reached; ${render(0, source.length)}`;
};
