/** The names of properties that identify an object, the most certain first. */
import { plainName } from './singular.ts';

/** Those of the object alone: an envelope has none of them. */
export const ownIdNames: readonly string[] = ['id', 'pk', '_id', 'uuid', 'guid', 'sid'];

/** All that state an id. */
export const idNames: readonly string[] = [...ownIdNames, 'uid', 'gid', 'key', 'slug'];

/** Names that people give, and that often identify an object, the most certain first. */
export const givenNames: readonly string[] = ['username', 'login', 'name', 'code', 'email', 'label'];

const known: ReadonlySet<string> = new Set(idNames);

/** Whether a name in lower case states an id. */
export const isIdName = (name: string): boolean => known.has(name);

const logins: ReadonlySet<string> = new Set([
  'email',
  'emailaddress',
  'mail',
  'username',
  'login',
  'phone',
  'phonenumber',
  'identifier',
  'name',
]);

/** Whether somebody may log in with the property. */
export const isLoginName = (name: string): boolean => logins.has(plainName(name));
