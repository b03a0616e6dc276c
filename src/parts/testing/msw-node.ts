/** The fixture for MSW in Node: `vivarium/msw`. */
export { guardMsw as guard } from '../guard/index.ts';
export { type HandlersOptions, handlers } from './msw.ts';
