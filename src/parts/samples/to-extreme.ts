import type { ExtremeKind } from '../../core/faults/effects.ts';
import { applyExtreme } from '../../core/faults/extreme.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import type { Json } from '../../core/primitives/json.ts';
import type { Content } from '../../core/service/operation.ts';
import type { SampleContent } from './find-target.ts';

/** The value at the edge of what its schema allows. @throws ConfigError if the schema leaves no room for it. */
export const toExtreme = (name: string, content: SampleContent, value: Json, kind: ExtremeKind, seed: number): Json => {
  const mediaType = 'application/json';
  const result = applyExtreme(
    kind,
    { mediaType, value },
    [{ ...content, mediaType, range: mediaType } as Content],
    seed,
  );
  if (result.type === 'extreme') return result.value;
  // Nothing can be left out.
  if (kind === 'minimal') return value;
  throw optionInvalid(
    `the sample "${name}" has no value that is ${kind}: ${result.reason.replace(/th(e|is) response/, 'it')}`,
  );
};
