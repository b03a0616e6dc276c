/** Bundled for their effect. */
declare module '*.css';
