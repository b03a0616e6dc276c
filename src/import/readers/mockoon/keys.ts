/** The keys of an environment of Mockoon, and what becomes of them. */
import type { KeyTree } from '../../recording/ledger.ts';

const ofTool = 'a field of the tool';
const describes = 'describes the environment, not the service';
const ofServer = 'the address of the server is an option';
const noDocumentation = 'what the document says counts';
/** The reason for fields of older versions. */
const replaced = 'a field of an older version, which another one replaces';

export const environmentKeys: KeyTree = {
  uuid: ofTool,
  id: ofTool,
  lastMigration: ofTool,
  _source: ofTool,
  name: describes,
  port: ofServer,
  hostname: ofServer,
  localhostOnly: ofServer,
  https: ['start with --tls'],
  instanceUuid: ofTool,
  modifiedAt: ofTool,
  duplicates: ofTool,
  endpointPrefix: 'carried',
  latency: 'decided',
  folders: 'decided',
  routes: 'decided',
  rootChildren: 'carried',
  proxyMode: 'decided',
  proxyHost: 'decided',
  proxyRemovePrefix: 'decided',
  proxyReqHeaders: 'decided',
  proxyResHeaders: 'decided',
  tlsOptions: 'decided',
  cors: 'decided',
  headers: 'decided',
  data: 'decided',
  callbacks: 'decided',
};

export const folderKeys: KeyTree = {
  uuid: ofTool,
  name: 'carried',
  children: 'carried',
  collapsed: ofTool,
};

export const routeKeys: KeyTree = {
  uuid: ofTool,
  type: 'carried',
  documentation: noDocumentation,
  method: 'carried',
  endpoint: 'carried',
  responses: 'decided',
  responseMode: 'carried',
  streamingMode: 'only a WebSocket has it',
  streamingInterval: 'only a WebSocket has it',
  enabled: 'carried',
  sequentialResponse: replaced,
  randomResponse: replaced,
};

export const responseKeys: KeyTree = {
  uuid: ofTool,
  label: 'carried',
  statusCode: 'carried',
  latency: 'decided',
  headers: 'decided',
  body: 'decided',
  bodyType: 'carried',
  filePath: 'decided',
  sendFileAsBody: 'carried',
  databucketID: 'decided',
  disableTemplating: 'carried',
  fallbackTo404: 'files are read once, by the import',
  default: 'carried',
  crudKey: 'decided',
  rules: 'decided',
  rulesOperator: 'carried',
  callbacks: 'decided',
};

export const bucketKeys: KeyTree = {
  uuid: ofTool,
  id: 'carried',
  name: describes,
  documentation: noDocumentation,
  value: 'carried',
};
