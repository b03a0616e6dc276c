/**
 * In the bundle, in place of the shims of `@modelcontextprotocol/server`, which bring a second JSON Schema validator of 300 KB. The protocol
 * needs it only for what a server asks the user, and Vivarium asks nothing.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('the bundle has no validator of elicited input');
  }
}
