/** The keys of an environment of Mockoon, and what becomes of them. */
import { type KeyTree, keysWith } from '../../recording/ledger.ts';

const ofTool = 'a field of the tool';
const describes = 'describes the environment, not the service';
const ofServer = 'the address of the server is an option';
const noDocumentation = 'what the document says counts';
/** The reason for fields of older versions. */
const replaced = 'a field of an older version, which another one replaces';

export const environmentKeys: KeyTree = {
  ...keysWith(ofTool, 'uuid id lastMigration _source instanceUuid modifiedAt duplicates'),
  name: describes,
  ...keysWith(ofServer, 'port hostname localhostOnly'),
  https: ['start with --tls'],
  ...keysWith('carried', 'endpointPrefix rootChildren'),
  ...keysWith(
    'decided',
    'latency folders routes proxyMode proxyHost proxyRemovePrefix proxyReqHeaders proxyResHeaders tlsOptions cors headers data callbacks',
  ),
};

export const folderKeys: KeyTree = {
  ...keysWith(ofTool, 'uuid collapsed'),
  ...keysWith('carried', 'name children'),
};

export const routeKeys: KeyTree = {
  uuid: ofTool,
  ...keysWith('carried', 'type method responseMode enabled'),
  documentation: noDocumentation,
  ...keysWith('decided', 'endpoint responses'),
  ...keysWith('only a WebSocket has it', 'streamingMode streamingInterval'),
  ...keysWith(replaced, 'sequentialResponse randomResponse'),
};

export const responseKeys: KeyTree = {
  uuid: ofTool,
  ...keysWith('carried', 'label statusCode bodyType sendFileAsBody disableTemplating default rulesOperator'),
  ...keysWith('decided', 'latency headers body filePath databucketID crudKey rules callbacks'),
  fallbackTo404: 'files are read once, by the import',
};

export const bucketKeys: KeyTree = {
  uuid: ofTool,
  ...keysWith('carried', 'id value'),
  name: describes,
  documentation: noDocumentation,
};
