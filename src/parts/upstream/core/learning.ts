/** What a world learns about the items that an upstream shows, beside their values: it decides what can be compared later. */
import { equalsJson, type JsonObject } from '../../../core/primitives/json.ts';
import type { Change } from '../../../core/state/state.ts';
import { confirmedBy, type SentValues } from './sent-values.ts';
import { type ShownItem, showItem } from './shown-items.ts';

export interface LearnedItem {
  readonly key: string;
  /** The item as it is from now on. */
  readonly stored: JsonObject;
  /** The item as the response shows it; undefined: it shows no item. */
  readonly shown: JsonObject | undefined;
  /** Whether the world had it before. */
  readonly isOld: boolean;
  readonly before: ShownItem | undefined;
}

/** What is known of one response. */
export interface Learning {
  /** What is known of an item from now on. Undefined: no more than before. */
  readonly shown: (item: LearnedItem) => ShownItem | undefined;
  /** The items of deletions are gone. */
  readonly removed: (changes: readonly Change[]) => readonly Change[];
  /** Known places of the items of a list; undefined: the list does not tell. */
  readonly list: number | undefined;
}

interface LearningOptions {
  readonly exchange: number;
  readonly sent: SentValues;
  readonly isWrite: boolean;
  /** The response shows the whole item. */
  readonly isReplacement: boolean;
  readonly isCreation: boolean;
  /** Another write was under way: it may have come first, or may come later. */
  readonly isOverlapped: boolean;
}

export const createLearning = (options: LearningOptions): Learning => {
  const { exchange, sent, isWrite, isReplacement, isCreation, isOverlapped } = options;
  return {
    shown: ({ key, stored, shown, isOld, before }) => {
      // It may be gone already.
      if (isOverlapped && before === undefined) return undefined;
      const known = before ?? { sent: {}, since: exchange, isCreated: isCreation, ...(isOld && { names: [] }) };
      const confirmed = isOverlapped && isWrite ? {} : confirmedBy(stored, sent.of(known.sent, key));
      const now = equalsJson(confirmed, known.sent) ? known.sent : confirmed;
      const isDoubtful = isOverlapped || (known.isDoubtful === true && !isReplacement);
      const names = isReplacement ? undefined : withNames(known.names, shown);
      const isSame =
        known === before && now === known.sent && isDoubtful === (known.isDoubtful === true) && names === known.names;
      return isSame ? before : { ...known, sent: now, isDoubtful, names };
    },
    removed: (changes) =>
      isOverlapped
        ? []
        : changes.flatMap((change) =>
            change.type === 'delete' ? [showItem({ collection: change.collection, key: change.key })] : [],
          ),
    list: isOverlapped ? undefined : exchange,
  };
};

/** The same list, if there is nothing new. */
const withNames = (known: ShownItem['names'], shown: JsonObject | undefined): ShownItem['names'] => {
  if (known === undefined || shown === undefined) return known;
  const added = Object.keys(shown).filter((name) => !known.includes(name));
  return added.length === 0 ? known : [...known, ...added];
};
