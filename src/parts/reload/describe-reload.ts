/** What is said about a reload. */
import { formatCount } from '../../core/primitives/units.ts';
import type { CarriedItems, Reloaded, ReloadFailure } from './reload.ts';

interface ReloadLine {
  readonly isWarning: boolean;
  readonly text: string;
}

const namesOf = (files: readonly string[]) => files.map((file) => file.split(/[/\\]/).at(-1)).join(', ');

export const describeDeleted = (files: readonly string[]): string =>
  files.length === 1
    ? `${namesOf(files)} was deleted: no world can start from this scenario any more.`
    : `${namesOf(files)} were deleted: no world can start from these scenarios any more.`;

export const describeReload = ({ files, deleted, completed, setAside, asideFile }: Reloaded): readonly ReloadLine[] => {
  const kept = setAside.length === 0 ? 'their data' : 'the data that still fits';
  const warnings = [
    ...(deleted.length > 0 ? [describeDeleted(deleted)] : []),
    ...completed.map(
      (each) => `Completed ${describeItems(each)}: the changed document asks for more, or for something else.`,
    ),
    ...setAside.map(
      (each) =>
        `Set aside ${describeItems(each)}, kept in ${asideFile}: the changed document has no place for ${each.items === 1 ? 'it' : 'them'}.`,
    ),
  ];
  return [
    ...(files.length > 0 ? [{ isWarning: false, text: `Reloaded ${namesOf(files)}; the worlds keep ${kept}.` }] : []),
    ...warnings.map((text) => ({ isWarning: true, text })),
  ];
};

const describeItems = ({ collection, items, worlds }: CarriedItems) =>
  `${formatCount(items, 'item')} of ${collection} in ${formatCount(worlds, 'world')}`;

/** What a failure leaves in service. */
export const consequences: Readonly<Record<ReloadFailure, string>> = {
  reload: 'Not reloaded. The previous version stays in service.',
  scenario: 'The previous version of this scenario stays in service.',
  'new-scenario': 'No world can start from this scenario until it is corrected.',
  watch: 'Its files are not watched. Restart the server after a change.',
};

/** The event for programs. */
export const reloadedEvent = ({ files, deleted, completed, setAside, asideFile }: Reloaded): object => ({
  event: 'reloaded',
  files,
  deleted: deleted.length > 0 ? deleted : undefined,
  completed,
  setAside,
  file: asideFile,
});
