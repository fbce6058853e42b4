import type { AlterTableCmd, ColumnDef, Constraint, Node, RangeVar } from 'libpg-query';

export type Rule =
  | 'index'
  | 'constraint'
  | 'not-null'
  | 'type'
  | 'column'
  | 'rename'
  | 'removal'
  | 'update'
  | 'lock'
  | 'hidden';

export interface Fault {
  rule: Rule;
  why: string;
}

/** Preparing statements of earlier files, by `table.name`. */
export interface Knowledge {
  /** Columns with a `not valid` check `x is not null`, by constraint. */
  notNullChecks: Map<string, string>;
  /** Columns whose check was validated. */
  validatedNotNull: Set<string>;
}

interface Reading {
  isUnwrapped: boolean;
  /** Whether the file is a contract step: it runs when no living version reads what it removes. */
  mayRemove: boolean;
  knowledge: Knowledge;
}

/** Finds faults in one file for existing tables; tables that the file creates are empty and unused. */
export function findFaults(
  statements: readonly Node[],
  { isUnwrapped, mayRemove, knowledge }: Reading,
): Fault[] {
  const created = new Set(statements.flatMap(createdTable));
  const isOld = (table: RangeVar | undefined) => !created.has(table?.relname ?? '');
  const added = new Set<string>();
  return statements.flatMap((statement): Fault[] => {
    if (!mayRemove && isRemoval(statement)) return [removing];
    if ('IndexStmt' in statement) {
      const { concurrent, relation } = statement.IndexStmt;
      if (concurrent === true ? isUnwrapped : !isOld(relation)) return [];
      return [{ rule: 'index', why: 'create index concurrently, in a file marked -- no-transaction' }];
    }
    if ('AlterTableStmt' in statement && isOld(statement.AlterTableStmt.relation)) {
      const table = statement.AlterTableStmt.relation?.relname ?? '';
      return (statement.AlterTableStmt.cmds ?? []).flatMap((node) =>
        'AlterTableCmd' in node ? faultsOfChange(node.AlterTableCmd, { table, added, knowledge }) : [],
      );
    }
    if ('UpdateStmt' in statement && isOld(statement.UpdateStmt.relation)) return [rewriting('update')];
    if ('DeleteStmt' in statement && isOld(statement.DeleteStmt.relation)) return [rewriting('delete')];
    if ('MergeStmt' in statement && isOld(statement.MergeStmt.relation)) return [rewriting('merge')];
    if ('RenameStmt' in statement) {
      const { renameType, relation } = statement.RenameStmt;
      const isSeen = renameType === 'OBJECT_TABLE' || renameType === 'OBJECT_COLUMN';
      return isSeen && isOld(relation)
        ? [{ rule: 'rename', why: 'versions that run know the old name: add, copy, drop a release later' }]
        : [];
    }
    return otherFaults(statement);
  });
}

const removing: Fault = {
  rule: 'removal',
  why: 'versions that run may read it: remove it in a file marked -- contract VERSION, a release later',
};

const removed: ReadonlySet<string> = new Set([
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_MATVIEW',
  'OBJECT_SEQUENCE',
  'OBJECT_TYPE',
  'OBJECT_FUNCTION',
]);

function isRemoval(statement: Node): boolean {
  if ('DropStmt' in statement) return removed.has(statement.DropStmt.removeType ?? '');
  if (!('AlterTableStmt' in statement)) return false;
  return (statement.AlterTableStmt.cmds ?? []).some(
    (node) => 'AlterTableCmd' in node && node.AlterTableCmd.subtype === 'AT_DropColumn',
  );
}

function otherFaults(statement: Node): Fault[] {
  if ('DoStmt' in statement)
    return [{ rule: 'hidden', why: 'a do block hides its statements from these rules' }];
  if ('TransactionStmt' in statement) {
    return [{ rule: 'hidden', why: 'the transaction is opened and closed by the migration itself' }];
  }
  const blocking = [
    'LockStmt',
    'TruncateStmt',
    'VacuumStmt',
    'ClusterStmt',
    'RefreshMatViewStmt',
    'ReindexStmt',
  ];
  return blocking.some((kind) => kind in statement)
    ? [{ rule: 'lock', why: 'this locks a table for as long as it takes' }]
    : [];
}

function createdTable(statement: Node): string[] {
  if ('CreateStmt' in statement) return [statement.CreateStmt.relation?.relname ?? ''];
  if ('CreateTableAsStmt' in statement) return [statement.CreateTableAsStmt.into?.rel?.relname ?? ''];
  return [];
}

const rewriting = (what: string): Fault => ({
  rule: 'update',
  why: `${what} in a migration changes all its rows in one statement: a workflow does it in batches`,
});

interface Change {
  table: string;
  /** Constraints that this file adds. */
  added: Set<string>;
  knowledge: Knowledge;
}

function faultsOfChange(command: AlterTableCmd, { table, added, knowledge }: Change): Fault[] {
  const { subtype, name = '', def } = command;
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? faultsOfColumn(def.ColumnDef) : [];
    case 'AT_AddConstraint': {
      if (!def || !('Constraint' in def)) return [];
      const constraint = def.Constraint;
      added.add(`${table}.${constraint.conname}`);
      const column = notNullColumn(constraint);
      if (column !== undefined) knowledge.notNullChecks.set(`${table}.${constraint.conname}`, column);
      return faultsOfConstraint(constraint);
    }
    case 'AT_ValidateConstraint': {
      if (added.has(`${table}.${name}`)) {
        return [
          { rule: 'constraint', why: 'validate in a later file: here the lock of its addition is held' },
        ];
      }
      const column = knowledge.notNullChecks.get(`${table}.${name}`);
      if (column !== undefined) knowledge.validatedNotNull.add(`${table}.${column}`);
      return [];
    }
    case 'AT_SetNotNull':
      return knowledge.validatedNotNull.has(`${table}.${name}`)
        ? []
        : [{ rule: 'not-null', why: `first a check (${name} is not null) not valid, then validate it` }];
    case 'AT_AlterColumnType':
      return [{ rule: 'type', why: 'a new type rewrites the table: add a column of that type' }];
    default:
      return [];
  }
}

function faultsOfConstraint({ contype, skip_validation, indexname }: Constraint): Fault[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_NOTNULL') {
    return skip_validation === true
      ? []
      : [{ rule: 'constraint', why: 'add it not valid, and validate it in a later file' }];
  }
  return indexname === undefined
    ? [{ rule: 'constraint', why: 'build its index concurrently first, then add it using index' }]
    : [];
}

const serials: ReadonlySet<string> = new Set(['serial', 'bigserial', 'smallserial']);

function faultsOfColumn({ colname, typeName, constraints = [] }: ColumnDef): Fault[] {
  const types = (typeName?.names ?? []).flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []));
  if (types.some((type) => serials.has(type))) {
    return [{ rule: 'column', why: `${colname} fills every row with a number of its own` }];
  }
  const kinds = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
  const standard = kinds.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  return kinds.flatMap(({ contype }): Fault[] => {
    switch (contype) {
      case 'CONSTR_DEFAULT':
        return isVolatile(standard)
          ? [{ rule: 'column', why: `${colname} has a default that is made anew for every row` }]
          : [];
      case 'CONSTR_NOTNULL':
        return standard === undefined
          ? [{ rule: 'column', why: `${colname} is not null without a default: rows that exist have none` }]
          : [];
      case 'CONSTR_GENERATED':
      case 'CONSTR_IDENTITY':
        return [{ rule: 'column', why: `${colname} is generated: that rewrites the table` }];
      case 'CONSTR_CHECK':
      case 'CONSTR_UNIQUE':
      case 'CONSTR_PRIMARY':
        return [{ rule: 'constraint', why: `add the constraint of ${colname} on its own, not valid` }];
      case 'CONSTR_FOREIGN':
        // without a default existing rows are null, which needs no check
        return standard === undefined
          ? []
          : [{ rule: 'constraint', why: `add the constraint of ${colname} on its own, not valid` }];
      default:
        return [];
    }
  });
}

/** Functions with one result for all rows of a statement. */
const stable: ReadonlySet<string> = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);

/** Counts every other function as volatile: only the database knows which are. */
function isVolatile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('FuncCall' in value) {
    const { funcname = [] } = value.FuncCall as { funcname?: Node[] };
    const last = funcname.at(-1);
    if (!last || !('String' in last) || !stable.has(last.String.sval ?? '')) return true;
  }
  return Object.values(value).some(isVolatile);
}

/** The column of a check `x is not null`. */
function notNullColumn({ contype, raw_expr: check }: Constraint): string | undefined {
  if (contype !== 'CONSTR_CHECK' || !check || !('NullTest' in check)) return undefined;
  const { arg, nulltesttype } = check.NullTest;
  if (nulltesttype !== 'IS_NOT_NULL' || !arg || !('ColumnRef' in arg)) return undefined;
  const last = arg.ColumnRef.fields?.at(-1);
  return last && 'String' in last ? last.String.sval : undefined;
}
