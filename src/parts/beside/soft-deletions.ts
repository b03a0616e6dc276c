/**
 * What can be restored is only marked when it is deleted, and hidden from all that does not ask for it: `DELETE /notes/{id}` beside `POST
 * /notes/{id}/restore`.
 */

import { getProperty, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/words.ts';
import type { RequestContext } from '../../core/request/request-context.ts';
import type { Keeping } from '../../core/resources/filter.ts';
import type { Binding, PropertyEffect } from '../../core/service/binding.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { Item } from '../../core/state/collection.ts';
import { type FoundOperations, withClause } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, timeFormOf } from '../../openapi/resources/describe/item-schema.ts';
import { lastSegment } from '../../openapi/resources/describe/unbound-operation.ts';
import { isFlagOf, isTimeOf, participlesOf } from '../effects/action-verbs.ts';
import { wordLists } from '../words/index.ts';

export const bindSoftDeletions = ({ bound, specs }: FoundOperations): void => {
  const marked = new Map<string, readonly string[]>();
  for (const { binding } of bound.values()) {
    const marks = binding === undefined ? [] : marksCleared(binding);
    if (marks.length > 0) marked.set(binding?.collection.name ?? '', marks);
  }
  if (marked.size === 0) return;
  const described = new Map([...specs].map(([{ itemSchema }, { name, examples }]) => [name, { itemSchema, examples }]));
  for (const [operation, own] of bound) {
    const { binding, reason } = own;
    const name = binding?.collection.name ?? '';
    const [marks, items] = [marked.get(name), described.get(name)];
    if (binding === undefined || marks === undefined || items === undefined || 'keeps' in binding) continue;
    if (binding.action === 'create' || marksCleared(binding).length > 0) continue;
    const isDeletion = binding.action === 'delete' && typeof binding.key === 'number' && binding.bulk === undefined;
    const marking = isDeletion && { action: 'act', effects: marks.map((mark) => markingOf(mark, items.itemSchema)) };
    const all = new Map(marks.map((mark) => [mark, showsMark(mark, items.itemSchema, items.examples)]));
    const kept: Keeping = { keeps: keepUnmarked(operation, binding, all) };
    bound.set(operation, {
      ...own,
      binding: { ...binding, ...marking, ...kept } as Binding,
      reason: isDeletion ? withClause(reason, 'It can be restored.') : reason,
    });
  }
};

/** The flags and times of a deletion that an action resets. */
const marksCleared = (binding: Binding): readonly string[] =>
  binding.action === 'act'
    ? binding.effects.flatMap(({ path: [name = '', inner], to }) =>
        inner === undefined && to.type === 'value' && !to.value && isDeletionMark(plainName(name)) ? [name] : [],
      )
    : [];

const isDeletionMark = (plain: string) =>
  wordLists.deleteVerbs.all.some((verb) => isFlagOf(plain, verb) || isTimeOf(plain, verb));

const markingOf = (mark: string, itemSchema: ItemSchema): PropertyEffect => {
  const form = itemSchema.typesOf(mark)?.has('boolean') ? undefined : timeFormOf(itemSchema, mark);
  return { path: [mark], to: form === undefined ? { type: 'value', value: true } : { type: 'time', form } };
};

const isSet = (value: Json | undefined) => value !== undefined && value !== null && value !== false;

/** Whether examples have the mark: they show all properties, and what is generated like them is not deleted. */
const showsMark = (mark: string, { schemaOf }: ItemSchema, examples: readonly JsonObject[]) => {
  const schema = schemaOf(mark);
  const own = typeof schema === 'object' ? (schema.examples ?? []) : [];
  return [...own, ...examples.map((example) => getProperty(example, mark))].some(isSet);
};

/** `marks`: whether examples have them. Keeps what is not marked, or at the path of the trash what is; all, where a parameter asks for it. */
const keepUnmarked = (
  { path, parameters }: Operation,
  binding: Binding,
  marks: ReadonlyMap<string, boolean>,
): Keeping['keeps'] => {
  const verbs = wordLists.reverts.of('restore');
  const isDeleted = (word: string) => verbs.some((verb) => verb === word || participlesOf(verb).has(word));
  // `/notes/trash`
  const isTrash = isDeleted(plainName(lastSegment(path)));
  const filters = 'filters' in binding ? binding.filters : [];
  // `?with_trashed=true`
  const asking = [...parameters.keys()].filter(
    (index) =>
      filters.some(({ parameter, property }) => parameter === index && marks.has(property)) ||
      isDeleted(plainName(wordLists.including.behind(parameters[index]?.name ?? '') ?? '')),
  );
  const isAsked = (context: RequestContext) =>
    asking.some((index) => {
      const sent = context.parameters[index];
      return sent !== undefined && 'value' in sent && sent.value !== false;
    });
  // Where examples have a mark, only a change since the start sets it: such an item has a version above 0.
  const isMarked = ({ value, version = 0 }: Item) =>
    [...marks].some(([mark, isShown]) => isSet(getProperty(value, mark)) && (version > 0 || !isShown));
  return (context) => (isAsked(context) ? undefined : (item) => isMarked(item) === isTrash);
};
