/** Shows the rules that nearly fit an operation. */
import { escapeControls, printableLines } from '../../cli/terminal/paint.ts';
import { operationUnknown } from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { actionOf } from '../../core/service/binding.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';

/** `name`: that of the operation, or its method and path. @throws ConfigError if there is no such operation. */
export const explainNear = ({ operations }: Service, name: string, json: boolean): string => {
  const operation = operations.find((one) => one.name === name || `${one.method} ${one.path}` === name);
  if (operation === undefined) {
    const hint = suggest(
      name,
      'operations',
      operations.map((one) => one.name),
    );
    throw operationUnknown(`--why-not: unknown operation "${name}".`, hint);
  }
  const near = operation.nearRules?.() ?? [];
  if (json) {
    const rules = near.map((one) => ({ ...one, collection: one.collection ?? null }));
    return `${escapeControls(stringifyJson({ ...viewOf(operation), near: rules }, 2))}\n`;
  }
  const { collection, action, reason } = viewOf(operation);
  const title = `${operation.method} ${operation.path}`;
  const shown = operation.name === title ? title : `${operation.name} (${title})`;
  const rows = near.map(
    (one) =>
      `  ${one.rule} (as ${one.example})${one.collection === undefined ? '' : `, of ${one.collection}`}\n      ${one.missing}\n`,
  );
  const rest =
    rows.length === 0 ? 'No rule nearly fits.\n' : `Rules that nearly fit, the nearest first:\n${rows.join('')}`;
  return printableLines(
    `${shown}: ${collection === null ? 'no collection' : `${collection}, ${action}`}\n  ${reason}\n${rest}`,
  );
};

const viewOf = ({ name, binding, reason }: Operation) => ({
  operation: name,
  collection: binding?.collection.name ?? null,
  action: binding === undefined ? null : actionOf(binding),
  reason,
});
