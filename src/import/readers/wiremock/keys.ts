/** The keys of a stub mapping, and what becomes of them. */
import { type KeyTree, keysWith } from '../../recording/ledger.ts';

const ofTool = 'a field of the tool';
const noHost = ['every host and port is served alike'] as const;
const onlyForProxies = ['requests are forwarded with --upstream'] as const;

export const mappingKeys: KeyTree = {
  ...keysWith(ofTool, 'id uuid persistent insertionIndex metadata'),
  ...keysWith('carried', 'name priority'),
  ...keysWith('decided', 'scenarioName requiredScenarioState newScenarioState'),
  ...keysWith(['no request is sent after a response'], 'postServeActions serveEventListeners'),
  request: {
    ...keysWith('carried', 'method url urlPath urlPattern urlPathPattern urlPathTemplate basicAuthCredentials'),
    ...keysWith(
      'decided',
      'pathParameters queryParameters headers cookies bodyPatterns formParameters multipartPatterns customMatcher',
    ),
    ...keysWith(noHost, 'scheme host port clientIp'),
  },
  response: {
    status: 'carried',
    statusMessage: ['the text of a status is the usual one'],
    ...keysWith(
      'decided',
      'headers body jsonBody base64Body bodyFileName fixedDelayMilliseconds delayDistribution chunkedDribbleDelay fault transformers',
    ),
    transformerParameters: ['templates are not evaluated'],
    ...keysWith(onlyForProxies, 'additionalProxyRequestHeaders removeProxyRequestHeaders proxyUrlPrefixToRemove'),
    fromConfiguredStub: ofTool,
  },
};
