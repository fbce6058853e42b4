import { type Token, statementsOf } from './python-statements.ts';

/** An optional annotation, `=`, then a text, a number, or a tuple or list of texts and numbers. */
const literal = /^(?::n)?=(?:T+|N|\((?:[TN],)*[TN]?\)|\[(?:[TN],)*[TN]?\])$/;

/**
 * The kind of the first top-level assignment to a name. Backends read a literal from the text and run the module for
 * any other value. Unsupported syntax and empty literals are `other`.
 */
export function assignedTo(name: string, source: Buffer): 'literal' | 'other' | 'nothing' {
  const statements = statementsOf(source);
  let next = statements.next();
  while (next.done !== true) {
    const statement = next.value;
    if (assigns(statement, name)) {
      const isLiteral = statement[0]?.text === name && literal.test(shapeOf(statement.slice(1)));
      return isLiteral ? 'literal' : 'other';
    }
    next = statements.next();
  }
  return next.value === 'whole' ? 'nothing' : 'other';
}

/** Whether a module begins with a docstring that is not empty. */
export function hasDocstring(source: Buffer): boolean {
  const first = statementsOf(source).next().value;
  return typeof first === 'object' && /^T+$/.test(shapeOf(first));
}

const shapeOf = (statement: readonly Token[]): string => statement.map(({ kind }) => kind).join('');

/** Whether the statement assigns the name; an import does not. */
function assigns(statement: readonly Token[], name: string): boolean {
  const isNamed = statement.some(({ kind, text }) => kind === 'n' && text === name);
  return isNamed && statement.some(({ kind }) => kind === '=' || kind === ':');
}
