/** Loaded only for documents that declare a login: the issuer and its endpoints. */
export { type IssuerOfWorlds, withLogin } from './core/issuer.ts';
export { createNodeIssuer } from './node-issuer.ts';
