/** The effects that `set` of `x-vivarium` states. */

import type { StatedChange } from '../../core/lifecycles/stated-changes.ts';
import type { PropertyEffect } from '../../core/service/binding.ts';
import type { Source } from '../../openapi/document/source.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { timeFormOf } from '../../openapi/resources/describe/timestamps.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';

/** A parameter that the operation does not have is reported. */
export const statedEffects = (
  changes: readonly StatedChange[],
  { operation }: UnboundOperation,
  itemSchema: ItemSchema,
  source: Source,
): readonly PropertyEffect[] =>
  changes.flatMap(({ name, pointer, to }): readonly PropertyEffect[] => {
    const path = itemSchema.properties.has(name) ? [name] : name.split('.');
    switch (to.type) {
      case 'value':
        return [{ path, to }];
      case 'add':
        return [{ path, to: { ...to, minimum: undefined, changed: undefined } }];
      case 'now':
        return [{ path, to: { type: 'time', form: timeFormOf(itemSchema, name) ?? 'date-time' } }];
      case 'from': {
        if (to.source === 'body') return [{ path, to: { type: 'sent', from: { body: to.name.split('.') } } }];
        const parameter = operation.parameters.findIndex(
          (candidate) => candidate.in === to.source && candidate.name === to.name,
        );
        if (parameter >= 0) return [{ path, to: { type: 'sent', from: { parameter } } }];
        const message = `the operation has no ${to.source} parameter "${to.name}"; the property is not set`;
        source.report(`${pointer}/$from`, message, 'VIV_X_VIVARIUM_INVALID');
        return [];
      }
      default:
        return to satisfies never;
    }
  });
