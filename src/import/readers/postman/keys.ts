/** What becomes of the keys of a collection. */
import { type KeyTree, keysWith } from '../../recording/ledger.ts';

const describes = 'describes the collection, not the service';
const ofTool = 'how the tool sends the request';

const common: KeyTree = {
  ...keysWith(describes, 'id uid _postman_id _* createdAt updatedAt lastUpdatedBy createdBy'),
  protocolProfileBehavior: ofTool,
  event: 'decided',
};

export const collectionKeys: KeyTree = {
  ...common,
  item: 'decided',
  ...keysWith('carried', 'variable auth'),
  info: {
    name: 'carried',
    ...keysWith(describes, 'description schema version _* *'),
  },
};

export const folderKeys: KeyTree = {
  ...common,
  ...keysWith('carried', 'name variable auth'),
  description: describes,
  item: 'decided',
};

export const itemKeys: KeyTree = {
  ...common,
  ...keysWith('carried', 'name description variable'),
  ...keysWith('decided', 'response request'),
};

export const requestKeys: KeyTree = {
  ...keysWith('carried', 'url method header body auth description'),
  ...keysWith(ofTool, 'proxy certificate'),
};

export const exampleKeys: KeyTree = {
  ...keysWith(describes, 'id uid name timings'),
  '_*': ofTool,
  ...keysWith('carried', 'originalRequest responseTime header body code'),
  cookie: 'repeats a header',
  status: 'repeats the code',
};
