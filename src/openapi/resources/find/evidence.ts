/** The evidence that the table of roles decides on: what one operation does beside one collection. */
import { lazily } from '../../../core/primitives/lazy.ts';
import { type Confidence, type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import type { ItemShape } from '../describe/locate-items.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';
import type { FinderContext, Site } from './finder-context.ts';
import { isItemAt, isOfItem, isSilent } from './item-match.ts';

export interface Features {
  /** The method, or the one that a verb in the path stands for. */
  readonly method: string;
  /** Where its path is beside those of the collection. */
  readonly relation:
    | 'self'
    | 'item'
    | 'below the item'
    | 'a part'
    | 'an element'
    | 'below the list'
    | 'one thing'
    | 'alone'
    | 'of the caller'
    | 'a registration'
    | 'a login'
    | 'a start'
    | 'elsewhere';
  /** What the response has of the collection. */
  readonly shows: 'nothing' | 'unsaid' | 'the item' | 'a list' | 'other';
  /** What the request has of it. */
  readonly sends: 'nothing' | 'the item' | 'a list' | 'other';
  /** What the path, else the method, says that is done with many items; `nothing` for operations on one. */
  readonly means: 'nothing' | 'create' | 'update' | 'delete' | 'act';
}

/** A collection beside which an operation is. */
export interface Beside extends Partial<Pick<Role, 'isInScope' | 'pathFilters'>> {
  readonly group: ResourceGroup;
  readonly relation: Features['relation'];
  readonly means?: Features['means'];
  /** The collections that share this path of their items, where they do. */
  readonly others?: readonly ResourceGroup[] | undefined;
  /** What the search for the place has found. */
  readonly found?: Partial<Role>;
  /** What else is known where the collection is being found. */
  readonly around?: Around;
}

/** The operations around one, and what the creation and the read of its items are like. */
export interface Around {
  readonly site: Site;
  readonly create: UnboundOperation | undefined;
  readonly read: ItemShape | undefined;
}

/** Each feature is found when the first row asks for it. */
export class Evidence implements Features {
  readonly candidate: UnboundOperation;
  readonly beside: Beside;
  readonly finding: FinderContext;
  readonly #shape = lazily((): ItemShape | undefined => {
    const { key, group, finding } = this;
    return finding.shapes.itemIn(key, group.noun, group.itemSchema);
  });
  readonly #shows = lazily((): Features['shows'] => {
    const { candidate, group, finding, key, shape } = this;
    if (key === undefined) return candidate.success?.spec.contents.length === 0 ? 'nothing' : 'other';
    if (isItemAt(shape, group.itemSchema, finding)) return 'the item';
    if (finding.shapes.listIn(key, group.noun) !== undefined) return 'a list';
    return isSilent(candidate, finding) ? 'unsaid' : 'other';
  });

  constructor(candidate: UnboundOperation, beside: Beside, finding: FinderContext) {
    this.candidate = candidate;
    this.beside = beside;
    this.finding = finding;
  }

  get group(): ResourceGroup {
    return this.beside.group;
  }

  /** The evidence of the rows for paths of collections alone. */
  get around(): Around {
    return this.beside.around as Around;
  }

  get relation(): Features['relation'] {
    return this.beside.relation;
  }

  get means(): Features['means'] {
    return this.beside.means ?? 'nothing';
  }

  get method(): string {
    return this.candidate.method;
  }

  get key(): string | undefined {
    return this.candidate.success?.json?.key;
  }

  /** Where the response has the item; undefined if it has none. */
  get shape(): ItemShape | undefined {
    return this.#shape();
  }

  get shows(): Features['shows'] {
    return this.#shows();
  }

  get sends(): Features['sends'] {
    const { candidate, group, finding } = this;
    const { bodyKey, operation } = candidate;
    if (bodyKey === undefined) return operation.body === undefined ? 'nothing' : 'other';
    if (finding.shapes.listIn(bodyKey, group.noun) !== undefined) return 'a list';
    return isOfItem(bodyKey, group.itemSchema, group.noun, finding) ? 'the item' : 'other';
  }
}

export interface RoleRow {
  readonly name: string;
  /** An operation like those that the row decides. */
  readonly example: string;
  readonly when: { readonly [Name in keyof Features]?: readonly Features[Name][] };
  readonly role: Pick<Role, 'action'> & Partial<Pick<Role, 'key'>>;
  /** Default: medium. */
  readonly tier?: Exclude<Confidence, 'stated'>;
  /** A sentence for `explain`, in which `{}` stands for the path of the collection. */
  readonly reason?: string;
  /** What it needs beside its features, in words: the end of a sentence that begins with "if". */
  readonly provided?: string;
  /** What changes in the role; a sentence if the operation has no role for this reason, undefined if it has none. */
  readonly needs?: (evidence: Evidence) => Partial<Role> | string | undefined;
}

/** The cheap ones first: what a response shows is found only for an operation with the right method and place. */
export const featureNames = ['method', 'relation', 'means', 'sends', 'shows'] as const;

export const fits = ({ when }: Pick<RoleRow, 'when'>, evidence: Features, name: keyof Features): boolean =>
  (when[name] as readonly string[] | undefined)?.includes(evidence[name]) ?? true;

/** The role that the first fitting row gives an operation beside a collection; undefined if there is none, with a sentence if one says why. */
export const roleBy = (
  rows: readonly RoleRow[],
  candidate: UnboundOperation,
  beside: Beside,
  finding: FinderContext,
): Role | undefined => {
  const evidence = new Evidence(candidate, beside, finding);
  const { method } = evidence;
  for (const row of rows) {
    if (row.when.method?.includes(method) === false || !featureNames.every((name) => fits(row, evidence, name)))
      continue;
    const found = row.needs === undefined ? {} : row.needs(evidence);
    if (typeof found === 'string') {
      finding.abstain(candidate, found);
      return undefined;
    }
    if (found !== undefined) return roleFrom(row, evidence, found);
  }
  return undefined;
};

const roleFrom = (row: RoleRow, { candidate, beside }: Evidence, found: Partial<Role>): Role => {
  const { group, isInScope, pathFilters } = beside;
  return roleOf(row.role.action, candidate, {
    ...(row.role.key !== undefined && { key: row.role.key }),
    ...(isInScope !== undefined && { isInScope }),
    ...(pathFilters !== undefined && { pathFilters }),
    confidence: row.tier ?? 'medium',
    reason: (row.reason ?? '').replace('{id}', group.idProperty ?? 'path').replace('{}', group.template),
    ...beside.found,
    ...found,
  });
};
