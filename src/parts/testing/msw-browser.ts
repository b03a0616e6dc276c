/** The fixture for MSW in a page: `vivarium/msw` with a bundler for browsers. Its guard is that of the engine's bundle. */
export { guardMsw as guard } from '../web/index.ts';
export { type HandlersOptions, handlers } from './msw.ts';
