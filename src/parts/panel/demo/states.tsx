/** The prepared states of the address: a strip of them, and the question before the first is applied. */
import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { call, type Fault, type List } from '../api/panel-client.ts';
import { Closing, FormDialog } from '../parts/dialog.tsx';
import { useScenarios } from '../parts/use-resource.ts';
import { enterAgain, faults, isMissing, putFault, service, worldPath } from '../state/current-world.ts';
import { attempt, notify } from '../state/notice.ts';
import { route, worldName } from '../state/view-route.ts';
import { inOrder } from '../state/writes.ts';
import { describeState, type PreparedState, statesFrom, unknownNames } from './prepared.ts';

export const preparedStates = computed(() => statesFrom(route.value.query));

const asked = computed(() => JSON.stringify([worldName.value, preparedStates.value]));
/** What the reader allowed, as text: another link asks again. `at`: the position of the state that was applied last. */
const allowed = signal<{ readonly text: string; readonly at: number } | undefined>(undefined);
const position = computed(() => (allowed.value?.text === asked.value ? allowed.value.at : -1));
/** The position of the state that the question is about. */
const question = signal<number | undefined>(undefined);

/** Applies a state of the address; before the first, it asks. */
const applyAt = (index: number) => {
  const state = preparedStates.value[index];
  if (state === undefined) notify(index < 0 ? 'That was the first state.' : 'That was the last state.');
  else if (position.value < 0) question.value = index;
  else applyAllowed(state, index, asked.value);
};

const applyAllowed = (state: PreparedState, at: number, text: string) => {
  allowed.value = { text, at };
  void apply(state);
};

/** The key that moves `by` states onwards. */
export const applyNext = (by: 1 | -1): void => applyAt(position.value < 0 ? 0 : position.value + by);

/** The server judges the names. What it rejects leaves the faults that were on before as they are. */
const apply = (state: PreparedState): Promise<boolean> =>
  attempt(
    () =>
      inOrder(async () => {
        const { scenario, faults } = state;
        try {
          if (scenario !== undefined) await call('PUT', worldPath(), { scenario });
          for (const { name, change } of faults) await putFault(name, change);
          if (scenario === undefined) await switchOthersOff(faults.map(({ name }) => name));
        } finally {
          if (scenario !== undefined || isMissing.peek()) enterAgain();
        }
      }),
    `Applied: ${state.title}`,
  );

const switchOthersOff = async (names: readonly string[]) => {
  const { items } = await call<List<Fault>>('GET', worldPath('/faults'));
  for (const { name, enabled } of items) if (enabled && !names.includes(name)) await putFault(name, { enabled: false });
};

export const States = () => {
  const states = preparedStates.value;
  useEffect(() => {
    question.value = states.length > 0 && position.value < 0 ? 0 : undefined;
  }, [asked.value]);
  if (states.length === 0) return null;
  return (
    <>
      <ol class="demo-states flow" aria-label="Prepared states">
        {states.map(({ title }, index) => (
          <li key={index} class="beside">
            <button
              type="button"
              class="button"
              aria-current={index === position.value ? 'step' : undefined}
              onClick={() => applyAt(index)}
            >
              {title}
            </button>
            {index === position.value + 1 && <kbd title="The key n applies it">n</kbd>}
          </li>
        ))}
      </ol>
      {question.value !== undefined && (
        <Closing value={closeQuestion}>
          <Question states={states} index={question.value} />
        </Closing>
      )}
    </>
  );
};

const closeQuestion = () => {
  question.value = undefined;
};

/** With several services, an operation may have a shorter name than in their list. */
const operationNames = (): readonly string[] | undefined =>
  (service.value?.services?.length ?? 1) > 1 ? undefined : service.value?.operations.map(({ operation }) => operation);

const Question = ({ states, index }: { readonly states: readonly PreparedState[]; readonly index: number }) => {
  const scenarios = useScenarios();
  const unknown = unknownNames(states, {
    // None: they are not loaded, or the world is not open.
    faults: faults.value.length === 0 ? undefined : faults.value.map(({ name }) => name),
    scenarios: scenarios?.map(({ name }) => name),
    operations: operationNames(),
  });
  const [text, setText] = useState(asked.value);
  const confirm = (): boolean => {
    const state = states[index];
    // Another page may have changed the address at the moment of the click: what it says now needs a click of its own.
    if (text !== asked.value || state === undefined) {
      setText(asked.value);
      return false;
    }
    applyAllowed(state, index, text);
    return true;
  };
  const isOne = states.length === 1;
  const isLossy = states.some(({ scenario }) => scenario !== undefined);
  return (
    <FormDialog
      title={isOne ? 'Apply this state?' : `Begin with “${states[index]?.title}”?`}
      action={isOne ? 'Apply' : 'Begin'}
      disabled={unknown[index]?.length !== 0}
      onSubmit={confirm}
    >
      <p class="quiet">
        The address of this page asks for it, in the world {worldName.value}. Nothing has changed yet.
        {isLossy && ' Starting the world again loses its data and its traffic.'}
        {!isOne && ' The key n then applies the next state.'}
      </p>
      <ol class="numbered stack">
        {states.map((state, at) => (
          <li key={at}>
            <b>{state.title}</b> <span class="quiet block">{describeState(state)}</span>
            {unknown[at]?.map((problem) => (
              <span key={problem} class="error block">
                {problem}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </FormDialog>
  );
};
