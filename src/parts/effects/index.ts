/** The actions on items, and what they change, as their names, descriptions and hints say. */
export { actions } from './action-rows.ts';
export { changesItemIn, effectsOf, effectsOfBound, isAnswer } from './item-effects.ts';
