/** What the actions on items change, as their names, descriptions and hints say. */
export { effectsOfBound } from './bind-effects.ts';
export { changesItemIn, effectsOf, isAnswer } from './item-effects.ts';
