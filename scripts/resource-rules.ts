/** Writes the rules that find resources, in their order, to `docs/resources.md`. Run: `npm run rules`. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { RoleRow } from '../src/openapi/resources/find/evidence.ts';
import { table } from '../src/openapi/rules.ts';

const page = new URL('../docs/resources.md', import.meta.url);
const [start, end] = ['<!-- rules: npm run rules -->\n', '<!-- end of rules -->'];

/** `PUT /orders with an order`: the rest is no code. */
const exampleIn = (text: string): string => text.replace(/^[A-Z]+ \S+?(?=,? |$)/, '`$&`');

const whenIn = ({ method, relation, means, sends, shows }: RoleRow['when']): string =>
  [
    [method, ''],
    [relation, ''],
    [means, 'means '],
    [sends, 'sends '],
    [shows, 'shows '],
  ]
    .flatMap(([values, word]) => (values === undefined ? [] : [`${word}${(values as readonly string[]).join(' or ')}`]))
    .join('; ');

/** Every rule with an example, the operations that it is for, what they do, and what else must hold. */
const rules = (): string => {
  const rows = table.map(({ name, example, when, role, tier = 'medium', provided = '' }) => {
    const examples = example.split(', ').map(exampleIn).join(', ');
    return `| ${[name, examples, whenIn(when), role.action, tier, provided].join(' | ')} |\n`;
  });
  return `| rule | example | operations | action | confidence | if |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('')}`;
};

/** The page with the rules as they are now. */
export const withRules = (text: string): string =>
  text.slice(0, text.indexOf(start) + start.length) + rules() + text.slice(text.indexOf(end));

if (import.meta.main) writeFileSync(page, withRules(readFileSync(page, 'utf8')));
