/** The text of a file, and problems located in it. Lines are only counted if there is a problem. */

import { type ConfigProblem, type ConfigProblemCode, configProblem } from '../../core/primitives/config-error.ts';
import { createPositions } from '../../text/text-position.ts';

export interface SourceText {
  readonly text: string;
  readonly file: string;
  readonly syntaxCode: ConfigProblemCode;
  /** Creates a problem at an offset (in UTF-16 units), with the lines around it. */
  readonly problemAt: (
    offset: number,
    problem: Pick<ConfigProblem, 'code' | 'message'> & Partial<ConfigProblem>,
  ) => ConfigProblem;
}

export const createSourceText = (
  text: string,
  file: string,
  syntaxCode: ConfigProblemCode = 'VIV_SCENARIO_SYNTAX',
): SourceText => {
  const positionOf = createPositions(text);
  return {
    text,
    file,
    syntaxCode,
    problemAt: (offset, problem) => configProblem({ ...problem, file, ...positionOf(offset) }),
  };
};
