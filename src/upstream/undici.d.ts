/** The parts of undici that are used. Its main module would load the rest too, and replace the dispatcher of `fetch`. */
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
