import type { CommandDefinition } from '../terminal/command-definition.ts';
import { serveDefinition } from './define-serve.ts';

interface Row {
  /** Its arguments, as `vivarium --help` shows them. */
  readonly usage: string;
  /** What it does; its own help shows it before its details. */
  readonly summary: string;
  readonly load: () => Promise<CommandDefinition>;
}

export const commands = {
  serve: {
    usage: '[document...] [options]',
    summary: 'serve a document (the default command)',
    load: async () => serveDefinition,
  },
  check: {
    usage: '[document...] [overlay...] [scenario...]',
    summary: 'list every problem in a document and in scenario files; exits with 2 if there is an error',
    load: async () =>
      (await import('../../parts/check/define-check.ts')).defineCheck(
        () => import('../../parts/import/readers/har.ts'),
      ),
  },
  explain: {
    usage: '[document...] [overlay...]',
    summary: 'show the resources found in a document, operation by operation, with reasons',
    load: async () => (await import('../../parts/explain/define-explain.ts')).explainDefinition,
  },
  fault: {
    usage: '[NAME on|off]',
    summary: 'switch a fault of a running server on or off, or list the faults',
    load: async () => (await import('../../parts/client/define-client.ts')).faultDefinition,
  },
  token: {
    usage: '[options]',
    summary: 'print an access token of a running server, whose document declares a login',
    load: async () => (await import('../../parts/client/define-client.ts')).tokenDefinition,
  },
  gate: {
    usage: 'URL...',
    summary: 'judge what the clients sent to a running server; exits with 1 if it breaks the interface',
    load: async () => (await import('../../parts/gate/define-gate.ts')).gateDefinition,
  },
  verify: {
    usage: 'URL [document]',
    summary: 'check a real service against a document; Prism judges each response',
    load: async () => (await import('../../parts/verify/command/define-verify.ts')).verifyDefinition,
  },
  compare: {
    usage: 'URL [document]',
    summary: 'compare a real service with the simulation of its document; exits with 1 if a client may break',
    load: async () => (await import('../../parts/verify/command/define-verify.ts')).compareDefinition,
  },
  drill: {
    usage: '[document...] -- COMMAND...',
    summary: 'run the tests of a client under one fault at a time; exits with 1 if it does not survive',
    load: async () => (await import('../../parts/drill/command/define-drill.ts')).drillDefinition,
  },
  coverage: {
    usage: 'URL|FILE...',
    summary: 'show which statuses, parameters and values of the interface the clients exercised',
    load: async () => (await import('../../parts/client/define-client.ts')).coverageDefinition,
  },
  record: {
    usage: 'URL [document] [-- COMMAND...]',
    summary: 'record a real service as a scenario, which is then served without it',
    load: async () => (await import('../../parts/upstream/command/define-record.ts')).recordDefinition,
  },
  mcp: {
    usage: '[document]',
    summary: 'serve agents by the Model Context Protocol, over standard input and output',
    load: async () => (await import('../../parts/client/define-client.ts')).mcpDefinition,
  },
  import: {
    usage: 'FILE... [options]',
    summary:
      'turn files of other tools into a scenario: HAR, Postman, WireMock, Mockoon, and Swagger 2.0 into a document',
    load: async () => (await import('../../parts/import/define-import.ts')).importDefinition,
  },
  sample: {
    usage: 'NAME [document...]',
    summary: 'print values of a document as JSON, for tests and stories',
    load: async () => (await import('../../parts/samples/define-sample.ts')).sampleDefinition,
  },
  init: {
    usage: '[document...]',
    summary: 'write a first scenario, a configuration and two package scripts; overwrites nothing',
    load: async () =>
      (await import('../../parts/init/define-init.ts')).defineInit(
        () => import('../../parts/import/find-importable.ts'),
      ),
  },
} as const satisfies Readonly<Record<string, Row>>;

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands) as readonly CommandName[];

export const isCommandName = (text: string): text is CommandName => Object.hasOwn(commands, text);
