/** What becomes of the keys of a collection. */
import type { KeyTree } from '../../recording/ledger.ts';

const describes = 'describes the collection, not the service';
const ofTool = 'how the tool sends the request';

const common: KeyTree = {
  id: describes,
  uid: describes,
  _postman_id: describes,
  '_*': describes,
  createdAt: describes,
  updatedAt: describes,
  lastUpdatedBy: describes,
  createdBy: describes,
  protocolProfileBehavior: ofTool,
  event: 'decided',
};

export const collectionKeys: KeyTree = {
  ...common,
  info: {
    name: 'carried',
    description: describes,
    schema: describes,
    version: describes,
    '_*': describes,
    '*': describes,
  },
  item: 'decided',
  variable: 'carried',
  auth: 'carried',
};

export const folderKeys: KeyTree = {
  ...common,
  name: 'carried',
  description: describes,
  item: 'decided',
  variable: 'carried',
  auth: 'carried',
};

export const itemKeys: KeyTree = {
  ...common,
  name: 'carried',
  description: 'carried',
  variable: 'carried',
  response: 'decided',
  request: 'decided',
};

export const requestKeys: KeyTree = {
  url: 'carried',
  method: 'carried',
  header: 'carried',
  body: 'carried',
  auth: 'carried',
  description: 'carried',
  proxy: ofTool,
  certificate: ofTool,
};

export const exampleKeys: KeyTree = {
  id: describes,
  uid: describes,
  '_*': ofTool,
  name: describes,
  originalRequest: 'carried',
  responseTime: 'carried',
  timings: describes,
  header: 'carried',
  cookie: 'repeats a header',
  body: 'carried',
  status: 'repeats the code',
  code: 'carried',
};
