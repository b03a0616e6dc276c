/** The paths that were seen, as a tree of their segments. */
import type { Recorded } from './recorded.ts';

/** The name of a parameter that the source does not name. */
export const anyValue = '*';

export class PathNode {
  readonly literals = new Map<string, PathNode>();
  /** What stands for any value. */
  variable: PathNode | undefined;
  /** The requests for exactly this path. */
  readonly requests: Recorded[] = [];
  /** The name of a variable as the source calls it, or the property with its values. */
  name: string | undefined;

  add(request: Recorded): void {
    let node: PathNode = this;
    for (const [index, segment] of request.segments.entries()) {
      const name = /^\{([^{}]+)\}$/.exec(request.template[index] as string)?.[1];
      node = name === undefined ? node.#child(segment) : node.#variableFor(name === anyValue ? undefined : name);
    }
    node.requests.push(request);
  }

  /** A child is a value. `name`: of a property that has it. */
  vary(segment: string, name?: string): void {
    const child = this.literals.get(segment) as PathNode;
    this.literals.delete(segment);
    this.#variableFor(name).#join(child);
  }

  #child(segment: string): PathNode {
    const child = this.literals.get(segment) ?? new PathNode();
    this.literals.set(segment, child);
    return child;
  }

  #variableFor(name: string | undefined): PathNode {
    this.variable ??= new PathNode();
    this.variable.name ??= name;
    return this.variable;
  }

  #join(other: PathNode): void {
    for (const request of other.requests) this.requests.push(request);
    for (const [segment, child] of other.literals) this.#child(segment).#join(child);
    if (other.variable === undefined) return;
    this.variable ??= new PathNode();
    this.variable.name ??= other.variable.name;
    this.variable.#join(other.variable);
  }
}
