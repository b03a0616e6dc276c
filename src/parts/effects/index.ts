/** What the actions on items change, as their names, descriptions and hints say. */
export { changesItemIn, effectsOf, effectsOfBound, isAnswer } from './item-effects.ts';
