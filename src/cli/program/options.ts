/** What the definitions of several commands share. */
import { Option } from 'commander';

export const option = (flags: string, description: string): Option => new Option(flags, description);

export const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Collects the values of a list that is separated by commas. */
export const collectList = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];

export const handlersHelp = 'TypeScript or JavaScript file of functions that decide responses';
export const failOnHelp =
  'exit with 1 on violations, unmatched, deprecated, unknown-parameters or drift (separated by commas)';
export const minCoverageHelp = 'exit with 1 if the clients covered less of the document';
export const reportHelp = 'write a report: junit=FILE, md=FILE, json=FILE or html=FILE (repeatable)';
