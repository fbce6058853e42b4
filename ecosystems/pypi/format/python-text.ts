import { type Token, statementsOf } from './python-statements.ts';

/** `=`, with an annotation in front of it or none, then one text, one number, or a tuple or list of these. */
const literal = /^(?::n)?=(?:T+|N|\((?:[TN],)*[TN]?\)|\[(?:[TN],)*[TN]?\])$/;

/**
 * The first assignment to a name at the top level of a module. Backends take a literal from the text, and run the module for
 * anything else. What is not understood here is `other`; an empty literal is as well.
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

/** Whether a module begins with a text that is not empty. */
export function hasDocstring(source: Buffer): boolean {
  const first = statementsOf(source).next().value;
  return typeof first === 'object' && /^T+$/.test(shapeOf(first));
}

const shapeOf = (statement: readonly Token[]): string => statement.map(({ kind }) => kind).join('');

/** An import of the name is no assignment. */
function assigns(statement: readonly Token[], name: string): boolean {
  const isNamed = statement.some(({ kind, text }) => kind === 'n' && text === name);
  return isNamed && statement.some(({ kind }) => kind === '=' || kind === ':');
}
