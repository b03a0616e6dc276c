/** Bodies that a document leaves out, as frameworks write it whose handlers declare no types: a GET of 200 without `content`. */
import type { Compilation } from './operations/compilation.ts';
import { compileContent } from './operations/responses.ts';
import { parentPath } from './resources/describe/path-template.ts';
import { isPlural } from './resources/describe/same-noun.ts';
import { isUpload, pathOf, type UnboundOperation } from './resources/describe/unbound-operation.ts';

/**
 * The operations of a collection none of whose GETs describes a body get one of which nothing is said. `responses` stays as it is
 * documented: nobody is told that the body of a real service must be JSON.
 */
export const withUnstatedBodies = (
  candidates: readonly UnboundOperation[],
  compilation: Compilation,
): readonly UnboundOperation[] => {
  const sites = Map.groupBy(candidates, (candidate) => {
    const { erased, endsInParameter } = pathOf(candidate);
    return endsInParameter ? parentPath(erased) : erased;
  });
  const silent = new Set([...sites.values()].filter(isSilent).flat());
  return candidates.map((candidate) =>
    silent.has(candidate) && lacksBody(candidate) && showing.test(candidate.operation.method)
      ? withBody(candidate, compilation)
      : candidate,
  );
};

const showing = /^(GET|POST|PUT|PATCH)$/;

const isSilent = (site: readonly UnboundOperation[]): boolean => {
  const reads = site.filter(({ operation: { method } }) => method === 'GET');
  return (
    reads.length > 0 &&
    reads.every(lacksBody) &&
    site.some((candidate) => pathOf(candidate).endsInParameter || isPlural(pathOf(candidate).noun)) &&
    site.some((candidate) => candidate.bodyKey !== undefined && !isUpload(candidate))
  );
};

const lacksBody = ({ operation: { success } }: UnboundOperation): boolean =>
  success?.response.contents.length === 0 && (success.status === 200 || success.status === 201);

const withBody = (candidate: UnboundOperation, compilation: Compilation): UnboundOperation => {
  const { operation, success } = candidate;
  const pointer = `/paths/${operation.path}/${operation.method}`;
  const located = { value: {}, pointer };
  const json = compileContent('*/*', { schema: {} }, pointer, { located, operation: located }, compilation);
  const spec = { ...operation.success?.response, contents: [json.content] };
  return {
    ...candidate,
    operation: { ...operation, success: { ...operation.success, response: spec } },
    success: { ...success, spec, json, contents: [json] },
  } as UnboundOperation;
};
