/** Why no other world can be opened. */
import { formatCount, formatDuration } from '../core/primitives/units.ts';
import type { Worlds } from './worlds.ts';

/** `deletion`: how the reader ends a world. */
export const explainFull = (
  { options: { maxWorlds, keepMs }, oldest }: Pick<Worlds, 'options' | 'oldest'>,
  nameOf: (option: string) => string,
  deletion = 'Delete one with DELETE /_vivarium/api/worlds/{world}',
): { readonly reason: string; readonly hint: string } => {
  const unused = oldest.length === 0 ? '' : `Unused for longest: ${oldest.map((name) => `"${name}"`).join(', ')}. `;
  const ending = keepMs === undefined ? '' : `, lower ${nameOf('keep')} (${formatDuration(keepMs)})`;
  return {
    reason: `the maximum of ${formatCount(maxWorlds, 'world')} is open`,
    hint: `${unused}${deletion}${ending}, or raise ${nameOf('maxWorlds')}.`,
  };
};
