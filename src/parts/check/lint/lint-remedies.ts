/** What to do about a problem that the linter reports: by its rule, and for some rules by what the message names. */

/** A text, or the remedies for messages that match; `$1` is what the expression found. */
type Remedies = string | readonly (readonly [message: RegExp, remedy: string])[];

/** Returns undefined where the message says all: a value has the wrong type, and only its author knows the right one. */
export const remedyFor = (rule: string, message: string): string | undefined => {
  const remedies = lintRemedies[rule];
  if (remedies === undefined || typeof remedies === 'string') return remedies;
  for (const [pattern, remedy] of remedies) {
    const found = pattern.exec(message);
    if (found !== null) return remedy.replace('$1', () => found[1] ?? '');
  }
  return undefined;
};

export const lintRemedies: Readonly<Record<string, Remedies>> = {
  struct: [
    [/^The field `([^`]*)` must be present/, 'Add "$1".'],
    [/^Property `nullable` is not expected here/, 'Write the type as a list: type: [string, "null"].'],
    [/^Property `([^`]*)` is not expected here/, 'Remove it, or write it as an extension: "x-$1".'],
    [/^The field `.*` is not allowed here/, 'Remove it.'],
    [/^Must contain at least one/, 'Add one of them.'],
    [/can be one of the following only/, 'Use one of them.'],
    [/^Expected type .*`string`.* but got `(?:integer|number|boolean)`/, 'Put the value in quotes.'],
    [/^Expected type .* but got `null`/, 'Write its value, or remove it.'],
    [/^Expected type (?:`array`|.*\(array\)) but got/, 'Write a list.'],
    [/^Expected type (?:`object`|.*\(object\)) but got/, 'Write an object with properties.'],
    [/^Expected type `string` but got/, 'Write a text.'],
  ],
  'no-unresolved-refs': [
    [/does not exist$/, 'Add it, or correct the reference.'],
    [/duplicated mapping key/, 'Keep one of them.'],
  ],
  'no-duplicated-tag-names': 'Remove one of them.',
  'no-example-value-and-externalValue': 'Remove one of them.',
  'no-identical-paths': 'Move the operations of one of the paths to the other.',
  'no-undefined-server-variable': [
    [/is not defined/, 'Add it to "variables", with its "default".'],
    [/is not used/, 'Remove it, or write it in the URL in braces.'],
  ],
  'nullable-type-sibling': 'Add "type".',
  'operation-operationId-unique': 'Rename one of the operations.',
  'operation-parameters-unique': 'Remove one of them.',
  'path-declaration-must-exist': 'Write the name of a parameter in the braces.',
  'path-not-include-query': 'Remove "?" and what follows from the path, and declare it as parameters.',
  'path-parameters-defined': [
    [/^Path parameter `([^`]*)` is not used/, 'Write "{$1}" in the path, or remove the parameter.'],
    [
      /does not define the path parameter `\{([^`]*)\}`/,
      'Add a parameter with "name: $1", "in: path" and "required: true".',
    ],
  ],
  'spec-components-invalid-map-name': 'Use letters, digits, ".", "-" and "_" only.',
  'spec-discriminator-defaultMapping': [
    [/must include/, 'Add it, or require the property.'],
    [/does not point/, 'Name a schema of the components.'],
  ],
  'spec-example-values': 'Remove one of them.',
  'spec-no-invalid-encoding-combinations': 'Remove one of them.',
  'spec-no-invalid-tag-parents': [
    [/is not defined/, 'Add this tag, or correct the name.'],
    [/Circular/, 'Remove the "parent" of one of these tags.'],
  ],
  'spec-querystring-parameters': 'Remove one of them.',
  'spec-ref-siblings': 'Remove it, or write it where the reference leads.',
  'spec-strict-refs': 'Write the value here in place of the reference.',
};
