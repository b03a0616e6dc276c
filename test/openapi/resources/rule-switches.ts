/** Rows and rules that find resources, switched off one at a time. */
import type { RoleRow } from '../../../src/openapi/resources/find/evidence.ts';
import { rules, table } from '../../../src/openapi/rules.ts';

/** Switches a rule off; what it returns switches it on again. */
export type Switch = () => () => void;
type Switches = readonly (readonly [name: string, switchOff: Switch])[];

const switchOf =
  <Rule>(put: (rule: Rule) => void, rule: Rule, none: Rule): Switch =>
  () => {
    put(none);
    return () => put(rule);
  };

/** Those that decide by rows alone have no name. */
const isNamed = ({ name }: { readonly name: string }): boolean => name !== '' && name !== 'find';

/** The rules of a list, each with what takes its place when it is switched off. */
const named = <Rule extends { readonly name: string }>(list: readonly Rule[], none: Rule): Switches =>
  [...list.entries()].flatMap(([index, rule]): Switches => {
    const put = (one: Rule): void => {
      (list as Rule[])[index] = one;
    };
    return isNamed(rule) ? [[rule.name, switchOf(put, rule, none)]] : [];
  });

const steps = rules.steps.flatMap((step): Switches => {
  const put = (one: typeof step.find): void => {
    (step as { find: typeof one }).find = one;
  };
  return isNamed(step.find) ? [[step.find.name, switchOf(put, step.find, () => undefined)]] : [];
});

type Rules = typeof rules;
/** What a service sends by itself is stated by its document: no rule finds it. */
type HookName = Exclude<keyof Rules, 'read' | 'steps' | 'specs' | 'bindings' | 'finish' | 'sent'>;

/** The rules of which there is one each, and what takes their place. */
const noHooks: { readonly [Name in HookName]: Rules[Name] } = {
  around: () => ({ isAroundList: () => false, isItem: () => false }),
  inOrder: (candidates) => candidates,
  hints: (groups) => groups,
  pathsOfThings: (_groups, paths) => paths,
  namesOfCaller: () => [],
  effectsOf: () => [],
  doubts: () => () => undefined,
};

const hooks = Object.entries(noHooks).map(([place, none]): Switches[number] => {
  const put = (one: unknown): void => {
    (rules as unknown as Record<string, unknown>)[place] = one;
  };
  const rule: { readonly name: string } = rules[place as HookName];
  return [rule.name, switchOf<unknown>(put, rule, none)];
});

export const ruleSwitches: Switches = [
  ...hooks,
  ...named(rules.read, (candidates) => candidates),
  ...steps,
  ...named(rules.specs, () => () => ({})),
  ...named(rules.bindings, () => (binding) => binding),
  ...named(rules.finish, () => undefined),
];

export const rowSwitches: Switches = table.map((row) => {
  const put = (when: RoleRow['when']): void => {
    (row as { when: RoleRow['when'] }).when = when;
  };
  return [row.name, switchOf(put, row.when, { method: [] })];
});

/** What is read while something is switched off. */
export const without = <Result>(switchOff: Switch, read: () => Result): Result => {
  const switchOn = switchOff();
  try {
    return read();
  } finally {
    switchOn();
  }
};
