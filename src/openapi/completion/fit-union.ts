/** Completes a value as one of the branches of a union. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';
import { typeOf } from '../../core/service/schema-facts.ts';
import type { Completion, Place } from './completion.ts';
import { childOf, countKept } from './kept-values.ts';
import type { Plan, PlannedBranch } from './plan.ts';

/** The cost of comparing a value with a branch, before that of its properties. */
const stepsPerRank = 3;

/** The value as the branch that keeps most of it; undefined if no branch can. */
export const fitUnion = (completion: Completion, plan: Plan, value: Json, place: Place): Json | undefined => {
  const branches = rankBranches(completion, plan.branches(), value, place.before);
  let best: { readonly fitted: Json; readonly kept: number } | undefined;
  for (const { plan: branch } of completion.mayCompareBranches() ? branches : branches.slice(0, 1)) {
    const fitted = completion.fit(branch, value, place);
    if (fitted === undefined || !completion.matches(plan, fitted)) continue;
    const kept = countDeclared(branch, value, fitted) * 1000 + countKept(value, fitted, completion.budget);
    if (best === undefined || kept > best.kept) best = { fitted, kept };
  }
  return best?.fitted;
};

/** The branch that the discriminator names alone, else all of them, the most likely first. */
const rankBranches = (
  completion: Completion,
  branches: readonly PlannedBranch[],
  value: Json,
  before: Json | undefined,
): readonly PlannedBranch[] => {
  const tagged = branches.find(({ tag }) => tag?.values.includes(childOf(value, tag.property) as Json) === true);
  if (tagged !== undefined) return [tagged];
  const previous = before === undefined ? undefined : branches.find(({ plan }) => completion.matches(plan, before));
  return branches
    .map((branch) => ({ branch, rank: rankOf(completion, branch, value) + (branch === previous ? 1000 : 0) }))
    .toSorted((left, right) => right.rank - left.rank)
    .map(({ branch }) => branch);
};

const rankOf = (completion: Completion, { plan }: PlannedBranch, value: Json): number => {
  const { types, properties, required, additional } = plan.merged();
  completion.budget.spend(stepsPerRank);
  if (types !== undefined && !types.has(typeOf(value))) return -1000;
  if (!isJsonObject(value)) return 0;
  completion.budget.spend(Object.keys(value).length + required.size);
  let rank = 0;
  for (const name of Object.keys(value)) {
    const property = properties.has(name) ? plan.property(name) : undefined;
    if (property === undefined) rank -= additional === false ? 1 : 0;
    else if (completion.matches(property, value[name] as Json)) rank += 2;
    else rank -= property.merged().values === undefined ? 1 : 3;
  }
  for (const name of required) if (!Object.hasOwn(value, name)) rank -= 0.1;
  return rank;
};

/** The number of properties of the value that the branch declares and the other value has. */
const countDeclared = (plan: Plan, value: Json, other: Json): number =>
  isJsonObject(value) && isJsonObject(other)
    ? Object.keys(value).filter((name) => plan.merged().properties.has(name) && Object.hasOwn(other, name)).length
    : 0;
