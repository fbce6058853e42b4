import { parseSync, Visitor } from 'oxc-parser';
import type { Expression, Program } from 'oxc-parser';

/** One regular expression of a source file. */
export interface Found {
  source: string;
  flags: string;
  line: number;
}

export interface FoundIn {
  expressions: Found[];
  /** Lines with an expression that is built from run-time values. */
  dynamic: number[];
}

/** Finds every regular expression of a text: literals anywhere, and `RegExp` with constant parts. */
export function findExpressions(path: string, text: string): FoundIn {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const constants = constantsOf(program);
  const found: FoundIn = { expressions: [], dynamic: [] };
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const visitCall = (call: { callee: unknown; arguments: readonly unknown[]; start: number }) => {
    const { callee, arguments: given } = call;
    if (!isNode(callee) || callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [source, flags] = given as Expression[];
    const known = source && valueOf(source, constants);
    const knownFlags = flags === undefined ? '' : valueOf(flags, constants);
    if (known === undefined || knownFlags === undefined) found.dynamic.push(lineAt(call.start));
    else found.expressions.push({ source: known, flags: knownFlags, line: lineAt(call.start) });
  };
  new Visitor({
    Literal(literal) {
      if (!('regex' in literal)) return;
      const { pattern, flags } = literal.regex;
      found.expressions.push({ source: pattern, flags, line: lineAt(literal.start) });
    },
    NewExpression: visitCall,
    CallExpression: visitCall,
  }).visit(program);
  return found;
}

/** Top-level constants of a file. */
function constantsOf({ body }: Program): ReadonlyMap<string, Expression> {
  const constants = new Map<string, Expression>();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    }
  }
  return constants;
}

/** The value of a literal or constant; undefined for other expressions. */
function valueOf(node: Expression, constants: ReadonlyMap<string, Expression>): string | undefined {
  const all = (nodes: readonly Expression[]) => nodes.map((each) => valueOf(each, constants));
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? `${node.value}` : undefined;
    case 'Identifier': {
      const value = constants.get(node.name);
      return value && valueOf(value, constants);
    }
    case 'MemberExpression': {
      const value = node.object.type === 'Identifier' ? constants.get(node.object.name) : undefined;
      const isSource = node.property.type === 'Identifier' && node.property.name === 'source';
      return isSource && value?.type === 'Literal' && 'regex' in value ? value.regex.pattern : undefined;
    }
    case 'BinaryExpression': {
      const [left, right] = all([node.left as Expression, node.right]);
      return node.operator === '*' ? String(Number(left) * Number(right)) : undefined;
    }
    case 'TaggedTemplateExpression':
      return join(
        node.quasi.quasis.map(({ value }) => value.raw),
        all(node.quasi.expressions),
      );
    case 'TemplateLiteral':
      return join(
        node.quasis.map(({ value }) => value.cooked ?? ''),
        all(node.expressions),
      );
    default:
      return undefined;
  }
}

function join(texts: readonly string[], values: readonly (string | undefined)[]): string | undefined {
  if (values.includes(undefined)) return undefined;
  return texts.map((text, index) => text + (values[index] ?? '')).join('');
}

function isNode(value: unknown): value is { type: string; name?: string } {
  return typeof value === 'object' && value !== null && 'type' in value;
}
