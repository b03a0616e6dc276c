/** The text of `vivarium --help`. */
import type { Command } from 'commander';

/** `vivarium --help` shows the options of `serve`, the default command. */
export const helpOf = (serve: Command): string => {
  const help = serve.helpInformation();
  return `Usage: vivarium [serve] [document...] [options]
       vivarium check [document...] [overlay...] [scenario...]
       vivarium explain [document...] [overlay...]
       vivarium fault [NAME on|off]
       vivarium gate URL...
       vivarium verify URL [document]
       vivarium coverage URL|FILE...
       vivarium record URL [document] [-- COMMAND...]
       vivarium init [document...]

Simulates the service that an OpenAPI document describes: stateful, true to the
contract, and failing on command.

${help.slice(help.indexOf('Arguments:')).trimEnd()}
  --version                   print the version
  --sbom                      print the packages that this one contains, as
                              CycloneDX JSON

${variables}

Commands:
  serve                       serve a document (the default command)
  check                       list every problem in a document and in scenario
                              files; exits with 2 if there is one
  explain                     show the resources found in a document, operation
                              by operation, with reasons
  fault                       switch a fault of a running server on or off, or
                              list the faults
  gate                        judge what the clients sent to a running server;
                              exits with 1 if it breaks the interface
  verify                      check a real service against a document; Prism
                              judges each response
  coverage                    show which parts of the interface the clients
                              exercised
  record                      record a real service as a scenario, which is then
                              served without it
  init                        write a first scenario, a configuration and two
                              package scripts; overwrites nothing

Examples:
  vivarium                                  your openapi.yaml, else the shipped example
  vivarium api.yaml                         your own document
  vivarium shop.yaml users.yaml             several services on one server
  vivarium --scenario outage                start from scenarios/outage.yaml
  vivarium --fault unauthorized@listPets    make one operation fail
  vivarium api.yaml --overlay ours.yaml     apply an OpenAPI Overlay
  vivarium check api.yaml scenarios/*.yaml  list every problem
  vivarium fault slow on --operation getPet switch a fault of a running server
  vivarium explain api.yaml                 show which operations are stateful
`;
};

/** How options are set in another way. */
export const variables = `Every option can be set with a variable, such as VIVARIUM_PORT=0,
VIVARIUM_FAULT=slow,flaky or VIVARIUM_WATCH=false, or in vivarium.yaml under its
long name. An option overrides its variable, and a variable overrides the file.`;
